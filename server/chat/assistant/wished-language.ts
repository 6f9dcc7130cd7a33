/** Writes the wish for a language without a verb as one that the search reads: "Mandarin if there is" as "who speaks Mandarin". */
import { languageAt } from '@careatlas/search/query/language-names'
import { wordsOf } from '@careatlas/vocabulary/words'

const wish =
  /(?<!\p{L})(\p{L}{4,})(?= (?:if (?:there is|there are|possible|you have|u have|available|they have|any)|would be (?:nice|great|better|good|best)|is (?:preferred|better|best)|preferred|preferably|si (?:hay|se puede|es posible|tienen)|de preferencia)(?!\p{L}))/giu

export function completeLanguageWish(text: string): string {
  return text.replaceAll(wish, (word) => {
    const name = wordsOf(word).join(' ')
    const isLanguage = languageAt((from, count) => (from === 0 && count === 1 ? name : ''), 0) !== null
    return isLanguage ? `who speaks ${word}` : word
  })
}
