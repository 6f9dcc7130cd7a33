/** Reads which record of the last list a message means by its field: "the one who does hearts". */
import { isClinician } from '@careatlas/search/query/care-words'
import type { QueryResources } from '@careatlas/search/query/query-resources'
import { wordsOf } from '@careatlas/vocabulary/words'
import { parseNeed, readNeed } from './read-need.ts'

const lead =
  '(?:(?:no|ok|okay|and|but|i mean|i meant|i want|i need|ill take|give me|show me|lets (?:go with|see)|what about|how about|y|pero|quiero|prefiero) )*'
const ofField = new RegExp(
  `^${lead}(?:(?:the|that) (?:one|guy|lady|woman|man|doctor|dr|person|clinician) (?:who|that|which|whos|thats|for|with)|(?:el|la) (?:que|de|del|para))(?: (?:is|does|do|did|treats?|works? (?:on|with|in)|looks at|sees?|specializes? in|handles?|helps? with|fixes|an?|the|es|hace|atiende|trata|ve|se dedica|un|una|el|la|los|las|de|a))* (.+)$`,
)
const clinician = new RegExp(`^${lead}(?:the|el|la) (.+)$`)
const field = new RegExp(`^${lead}(?:the|that) (.+) (?:one|guy|lady|person)$`)

/** Codes that describe the field of the words closely enough; null if the words name no field. */
export function findFieldCodes(words: string, resources: QueryResources): ReadonlySet<string> | null {
  if (readNeed(words, resources) === null) return null
  const [concept] = parseNeed(words, resources).care
  if (concept === undefined) return null
  const weightMin = words.split(' ').some(isClinician) ? clinicianWeightMin : fieldWeightMin
  return new Set(concept.codes.filter(({ weight }) => weight >= weightMin).map(({ code }) => code))
}

/** Excludes related fields: a family doctor has the weight 0.8 for pediatrics. */
const clinicianWeightMin = 0.9
const fieldWeightMin = 0.6

/**
 * The taxonomy codes of the field; null if the message chooses no record by its field.
 *
 * @param isNamed whether the records have the same name, so that "the heart one" is one of them and no new need
 */
export function readFieldChoice(
  text: string,
  isNamed: boolean,
  resources: QueryResources,
): ReadonlySet<string> | null {
  const words = wordsOf(text).join(' ')
  const [, clause] = ofField.exec(words) ?? (isNamed ? field.exec(words) : null) ?? []
  if (clause !== undefined) return findFieldCodes(clause, resources)
  // "No, the family doctor" of several records with the name.
  const [, name = ''] = (isNamed ? clinician.exec(words) : null) ?? []
  return name.split(' ').some(isClinician) ? findFieldCodes(name, resources) : null
}
