/** Reads the clinician that a message names or describes, with the last question in mind. */
import type { QueryResources } from '@careatlas/search/query/query-resources'
import { resolvePlace } from '@careatlas/search/query/resolve-place'
import { wordsOf } from '@careatlas/vocabulary/words'
import type { ConversationContext, NamedPerson } from './conversation-context.ts'
import { isAboutRecord } from './detect-requests.ts'
import type { ParsedMessage } from './parse-message.ts'
import { isPlanQuestion, namesPayer } from './read-payer.ts'
import { readPerson } from './read-person.ts'
import { namesClinician } from './read-need.ts'

/**
 * Neither an answer to the question for the place is a name, nor the only word of a request: "price?"
 *
 * @param spelled the name that the message spells
 */
export function readNamedPerson(
  message: ParsedMessage,
  { asked, focus }: ConversationContext,
  resources: QueryResources,
  spelled: NamedPerson | undefined,
): NamedPerson | null {
  const { text, parsed, requests, words } = message
  const isOnlyRequest = requests.size > 0 && words === '' && wordsOf(text).length === 1
  if (isOnlyRequest || (asked === 'place' && resolvePlace(text, resources.gazetteer) !== null)) return null
  // "Is Ana Costa in Medicare?", "is Ana Costa any good?", "I am trying to find Ana Costa"
  const asksForPlan = isPlanQuestion(text) && parsed.some(namesPayer)
  const isNextName = focus !== null && nextName.test(text) && parsed.every(({ place }) => place === null)
  const person = readPerson(parsed, {
    resources,
    isAboutRecord:
      asked === 'name' ||
      isAboutRecord(requests) ||
      requests.has('rating') ||
      asksForPlan ||
      isNextName ||
      namingCue.test(text),
    words: parsed.flatMap(({ parts }) => parts.rest).join(' '),
  })
  // "Dr. Kenji Ortiz, O-R-T-I-Z"
  return spelled !== undefined && person?.name?.first === undefined ? spelled : person
}

/** Whether the message leaves the person of the last question: "ok now a dermatologist in Cranston". */
export function movesOn(text: string): boolean {
  return newMatter.test(wordsOf(text).join(' '))
}

const newMatter =
  /\b(?:now (?:i|we|my|find|look|show|an?|for|the)|ahora|forget (?:it|that|him|her)|never ?mind|olvid\w+|i also need|something else|otra cosa|whatever|instead|different (?:one|doctor|question)|anyway)\b/

/** The person of the last question, whom the message describes: "she's a pediatrician". */
export function findDescribedPerson(
  { text }: ParsedMessage,
  { person }: ConversationContext,
): NamedPerson | null {
  const words = wordsOf(text).join(' ')
  const isDescribed = personDescription.test(words) && namesClinician(words)
  const isPartlyKnown = unknownPart.test(words) && namesClinician(words)
  return isDescribed || isPartlyKnown || personPlace.test(words) ? person : null
}

/** "The one in California" */
const personPlace =
  /^(?:(?:no|ok|and|but|i mean) )*(?:the one|the other one|el|la) (?:in|from|near|at|de|en) \S+/

/** "I don't remember her first name, a dermatologist in Cranston" */
const unknownPart =
  /\b(?:(?:dont|do not|cant|cannot|didnt) (?:really )?(?:remember|recall|know|have|get)|forgot|forget|not sure (?:of|about)|no (?:me acuerdo de|recuerdo|se|tengo)|se me olvido|olvide) (?:(?:the|her|his|their|what|el|su) )*(?:first |full |whole |primer )?(?:name|nombre)\b/

/** Folded words have no `'s`: "she a pediatrician". */
const personDescription =
  /^(?:(?:no|but|and|well|i think|i mean) )*(?:(?:he|she|it|the one (?:who|that))(?: (?:is|was|should be))?|hes|shes|(?:el|ella) es|es) (?:an?|the|el|la|una?) /

/** The next name after an answer about one record: "what about Ana Costa?" */
const nextName = /^\W*(?:(?:and|ok|y)\W+)?(?:(?:what|how) about|and|y|qu[eé] tal|qu[eé] hay de)\b/iu

/** Words before a name without a title. */
const namingCue =
  /\b(?:find|do you (?:have|know)|tienen a|conocen? a|looking for|named|called|heard (?:of|about)|recommended|referred (?:me )?to|contact|reach|see|seeing|conoce|busco a|llamad[oa]|se llama)\b/i
