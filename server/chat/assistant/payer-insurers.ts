/** Groups the carriers of a message by the insurers that it names: "Aetna or Cigna" names two, with several plans each. */
import type { Carrier } from '@careatlas/directory/snapshot/format'
import { companyWords, productWords } from '@careatlas/search/query/carrier-words'
import { isStopWord, wordsOf } from '@careatlas/vocabulary/words'

/**
 * The codes of each insurer, in the order of the carriers; null unless the text names several. Plans of one insurer share the word of
 * the text by which they were found, whatever their own names are: "blue cross" for "Anthem Blue Cross" and "Blue Cross of Idaho".
 *
 * @param text of the message
 */
export function groupByInsurer(carriers: readonly Carrier[], text: string): string[][] | null {
  const words = wordsOf(text).filter(isDistinctive)
  const groups = Map.groupBy(carriers, (carrier) => firstSharedWord(carrier, words))
  // One found by another name or with a typo may be of any of the insurers.
  groups.delete(null)
  return groups.size > 1 ? Array.from(groups.values(), (group) => group.map(({ code }) => code)) : null
}

/** The word of the text that comes first in a name of the carrier, so that "Aetna Medicare" is of Aetna beside Medicare. */
function firstSharedWord({ name, aliases }: Carrier, words: readonly string[]): string | null {
  for (const label of [name, ...aliases])
    for (const part of wordsOf(label)) {
      const shared = words.find((word) => part.startsWith(word))
      if (shared !== undefined) return shared
    }
  return null
}

/** Whether the word distinguishes insurers: "aetna" and "medicare", but not "health" or "gold". */
function isDistinctive(word: string): boolean {
  if (program.test(word)) return true
  return word.length > 2 && !isStopWord(word) && !companyWords.has(word) && !productWords.has(word)
}

/** Also words of the names of plans. */
const program = /^(?:medicare|medicaid)$/
