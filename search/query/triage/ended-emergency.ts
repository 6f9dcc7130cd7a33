/** Finds clauses about an emergency that ended long ago by their own words: "he stopped breathing as a baby", "had a stroke in 2019". */

const verbs =
  '(?:stopped|swallowed|drank|ate|had|was|were|choked|fell|collapsed|passed out|broke|turned|tuvo|tuve|estuve|estuvo|trago|dejo de|se atraganto|perdio|perdi)'
const number = '(?:\\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|several|many|a few|some)'
const times = [
  'as an? (?:newborn|baby|infant|toddler|child|kid|teen(?:ager)?)',
  `when (?:he|she|i) was (?:an? )?(?:newborn|baby|infant|toddler|little|small|born|${number})(?: (?:years?|months?) old)?`,
  '(?:last|in the) (?:spring|summer|fall|autumn|winter)',
  `${number} years ago`,
  'in (?:19|20)\\d\\d',
  'de (?:bebe|nin[oa]|chiquit[oa])',
  'hace (?:\\S+ )?anos',
  'hace (?:\\S+ )?\\S+ anos',
  'en (?:19|20)\\d\\d',
]
const ended = new RegExp(`\\b${verbs}\\b.*\\b(?:${times.join('|')})$`)
/** What goes on, or is denied to have ended. */
const present =
  /\b(?:again|still|now|keeps?|kept|since|every|just|today|tonight|back|is|are|am|im|hes|shes|cant|cannot|wont|dont|feels?|wants?|going|otra vez|sigue|siguen|ahora|hoy|todavia|desde|esta|estoy|quiero|puedo|puede)\b/

/** @param clause folded words */
export function isEnded(clause: string): boolean {
  return ended.test(clause) && !present.test(clause)
}
