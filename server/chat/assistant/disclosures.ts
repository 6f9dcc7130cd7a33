/** Finds what a user discloses beside the search and what deserves an answer of its own: recovery from drugs or alcohol, or their use. */
import { wordsOf } from '@careatlas/vocabulary/words'

export type Disclosure = 'recovery' | 'substance use'

const time = String.raw`(?:\S+ )?(?:days?|weeks?|months?|years?|dias?|semanas?|mes(?:es)?|anos?)`

/** "Clean 9 days", "sober since June", "llevo un mes sin beber" */
const recovery = new RegExp(
  String.raw`\b(?:clean|sober)(?: and sober)? (?:since|for (?:about |almost |over )?${time}|(?:about |almost |over )?${time}(?! ago))\b|\b${time} (?:clean|sober)\b|\b(?:llev[oa]|teng[oa]|tiene) (?:ya |casi )?${time} (?:limpi[oa]|sobri[oa]|sin (?:tomar|beber|consumir|drog\S+))\b`,
)

const drug =
  '(?:fentanyl(?! patch)|heroin|meth|crystal meth|crack(?: cocaine)?|cocaine|coke|dope|opioids|opiates|fentanilo(?! en parche)|heroina|cocaina|metanfetaminas?|cristal|drogas|drugs)'

/** "He uses fentanyl", "she drinks all day", "es adicto a la heroína" */
const substanceUse = new RegExp(
  String.raw`(?<!\b(?:never|not|dont|doesnt|didnt|no|nunca) )\b(?:(?:us(?:es?|ing|ed)|do(?:es|ing)|smok(?:es?|ing)|snort\S*|shoot(?:s|ing)(?: up)?|inject\S*|on|usa|usando|consum\S+|fuma|se (?:inyecta|mete)|recayo (?:con|en)|relapsed? on) ${drug}|(?:addicted to|hooked on|adict[oa] a(?:l| la| las)?|enganchad[oa] (?:a|con)(?: el| la)?) (?:${drug}|pills|pain ?killers|alcohol|pastillas)|drinks (?:all day|every ?day|from morning|too much|heavily)|(?:toma|bebe) (?:todo el dia|todos los dias|demasiado)(?! (?:agua|leche)))(?!\S)`,
)

export function findDisclosure(text: string): Disclosure | null {
  const words = wordsOf(text).join(' ')
  if (recovery.test(words)) return 'recovery'
  return substanceUse.test(words) ? 'substance use' : null
}
