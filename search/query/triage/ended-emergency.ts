/** Finds clauses about an emergency that ended long ago by their own words: "he stopped breathing as a baby", "had a stroke in 2019". */

const verbs =
  '(?:stopped|swallowed|drank|ate|had|was|were|choked|fell|collapsed|passed out|fainted|blacked out|lost consciousness|convulsed|nearly drowned|broke|turned|tuvo|tuve|se desmayo|me desmaye|estuve|estuvo|trago|dejo de|se atraganto|perdio|perdi)'
const number = '(?:\\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|several|many|a few|some)'
const times = [
  'as an? (?:newborn|baby|infant|toddler|child|kid|teen(?:ager)?)',
  `when (?:he|she|i) was (?:an? )?(?:newborn|baby|infant|toddler|little|small|born|${number})(?: (?:years?|months?) old)?`,
  '(?:last|in the) (?:spring|summer|fall|autumn|winter)',
  `(?:${number} )?years ago`,
  'decades ago',
  `(?:at|by) (?:the )?age (?:of )?${number}`,
  'in (?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|\\d{1,2}(?:st|nd|rd|th)) grade',
  'in (?:19|20)\\d\\d',
  'de (?:bebe|nin[oa]|chiquit[oa])',
  'hace (?:\\S+ )?anos',
  'hace (?:\\S+ )?\\S+ anos',
  'en (?:19|20)\\d\\d',
]
const endedEvent = `\\b${verbs}\\b.*\\b(?:${times.join('|')})`
const ended = new RegExp(`${endedEvent}$`)
/** "He swallowed a battery when he was 2, now needs a checkup." */
const endedBeforeNeed = new RegExp(
  `${endedEvent}(?=(?: (?:and|so|now|he|she|i))*(?: (?:needs?|looking)\\b|$))`,
)
/** What goes on, or is denied to have ended. */
const present =
  /\b(?:again|still|now|keeps?|kept|since|every|just|today|tonight|back|is|are|am|im|hes|shes|cant|cannot|wont|dont|feels?|wants?|going|otra vez|sigue|siguen|ahora|hoy|todavia|desde|esta|estoy|quiero|puedo|puede)\b/

const whatReturns = '(?:it|they|that|this|these|those|all|thoughts?|feelings?|urges?|symptoms?|pain)'
/** "It is coming back", "those thoughts returned": what ended before is present again. */
const returned = new RegExp(
  [
    `\\b${whatReturns}(?:(?:s| is| are| has| have| was| were)? (?:coming|come|came|creeping)|(?:s|re| is| are)) back\\b(?! (?:normal|negative|clear|clean|fine|ok|okay|good))`,
    `\\b${whatReturns}(?: (?:is|are|has|have|was|were))? (?:returning|returned|happening again|start(?:s|ed|ing) again)\\b`,
    '\\b(?:ha|han|esta|estan) (?:vuelto|regresado|volviendo|regresando)\\b',
    '\\b(?:vuelve|vuelven|volvio|volvieron|regresa|regresan|regreso|regresaron) (?:a pasar|otra vez)\\b',
  ].join('|'),
)

/** "And is now seven" says how long ago it was. */
const presentAge = new RegExp(
  `(?: and| but)?(?: (?:he|she|hes|shes|im|i))?(?: (?:is|am))? now ${number}(?: (?:years?|months?) old| yo)?$`,
)

/**
 * Whether a clause describes an emergency that ended, and no other clause says that it returned.
 *
 * @param clause folded words
 * @param clauses all clauses of the query
 */
export function isEnded(clause: string, clauses: readonly string[]): boolean {
  const past = clause.replace(presentAge, '')
  return ended.test(past) && !present.test(past) && !clauses.some((each) => returned.test(each))
}

/** The text without an emergency that ended long ago, unless the rest describes the present. */
export function withoutEnded(text: string): string {
  const rest = text.replace(presentAge, '').replace(endedBeforeNeed, ' ')
  return present.test(rest.replace(/\bnow (?=needs?\b)/, '')) ? text : rest
}
