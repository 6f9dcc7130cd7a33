/** A text from sentences, within a length: the ones a reader misses least are left out whole. */

export interface Sentence {
  readonly text: string
  /** 0 is never left out; the highest goes first. */
  readonly expendable: number
}

/**
 * Sentences in order, joined by a space, at most `lengthMax` characters, `notice` included. Of equally expendable ones the
 * last is left out first; with `notice` the text ends in it.
 */
export function fitSentences(
  sentences: readonly Sentence[],
  lengthMax: number,
  notice: string | null,
): string {
  const kept = [...sentences]
  let length = textLength(kept, notice)
  while (length > lengthMax) {
    const at = mostExpendable(kept)
    if (at < 0) break
    length -= kept[at]!.text.length + 1
    kept.splice(at, 1)
  }
  const texts = kept.map(({ text }) => text)
  if (length > lengthMax)
    texts.splice(0, texts.length, shortened(texts.join(' '), lengthMax - (length - textLength(kept, null))))
  return (notice === null ? texts : [...texts, notice]).join(' ')
}

/** What must stay is cut between words only where a name or an address fills the whole text. */
function shortened(text: string, lengthMax: number): string {
  const cut = text.slice(0, lengthMax - 1)
  const end = cut.lastIndexOf(' ')
  return `${end > 0 ? cut.slice(0, end) : cut.toWellFormed()}…`
}

function textLength(sentences: readonly Sentence[], notice: string | null): number {
  const words = sentences.reduce((sum, { text }) => sum + text.length + 1, 0)
  return words - 1 + (notice === null ? 0 : notice.length + 1)
}

/** Where the sentence stands that goes first, or -1 when all must stay. */
function mostExpendable(sentences: readonly Sentence[]): number {
  let found = -1
  sentences.forEach(({ expendable }, at) => {
    if (expendable > 0 && expendable >= (sentences[found]?.expendable ?? 0)) found = at
  })
  return found
}
