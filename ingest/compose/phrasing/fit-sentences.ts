/** Joins sentences into a text of limited length, and omits the least important ones. */

export interface Sentence {
  readonly text: string
  /** Sentences with the highest value are omitted first; those with 0 are never omitted. */
  readonly dropPriority: number
}

/**
 * Joins the sentences in order, with `notice` at the end, to at most `lengthMax` characters. Of sentences with the
 * same priority, the last one is omitted first.
 */
export function fitSentences(
  sentences: readonly Sentence[],
  lengthMax: number,
  notice: string | null,
): string {
  const kept = [...sentences]
  let length = textLength(kept, notice)
  while (length > lengthMax) {
    const index = findFirstToDrop(kept)
    if (index < 0) break
    length -= kept[index]!.text.length + 1
    kept.splice(index, 1)
  }
  const texts = kept.map(({ text }) => text)
  if (length > lengthMax)
    texts.splice(0, texts.length, shorten(texts.join(' '), lengthMax - (length - textLength(kept, null))))
  return (notice === null ? texts : [...texts, notice]).join(' ')
}

/** Cuts the text between words. Only needed if the required sentences are longer than the limit. */
function shorten(text: string, lengthMax: number): string {
  const cut = text.slice(0, lengthMax - 1)
  const end = cut.lastIndexOf(' ')
  return `${end > 0 ? cut.slice(0, end) : cut.toWellFormed()}…`
}

function textLength(sentences: readonly Sentence[], notice: string | null): number {
  const length = sentences.reduce((sum, { text }) => sum + text.length + 1, 0)
  return length - 1 + (notice === null ? 0 : notice.length + 1)
}

/** The index of the sentence to omit next, or -1 if all must stay. */
function findFirstToDrop(sentences: readonly Sentence[]): number {
  let most = -1
  sentences.forEach(({ dropPriority }, index) => {
    if (dropPriority > 0 && dropPriority >= (sentences[most]?.dropPriority ?? 0)) most = index
  })
  return most
}
