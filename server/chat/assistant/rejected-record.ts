/** Finds the record that a message does not want again: "that one I already saw", "I went to the first one and didn't like him". */
import { wordsOf } from '@careatlas/vocabulary/words'
import type { ConversationContext } from './conversation-context.ts'
import type { RecordPlace } from './record-by-place.ts'

type ShownRecord = ConversationContext['shown']['records'][number]

const position =
  '(?:first|second|third|fourth|fifth|last|1st|2nd|3rd|4th|5th|primer[oa]|segund[oa]|tercer[oa]|ultim[oa])'
const record = `(?:(?:that|this|the|ese|esa|el|la) (?:(?:${position}|other|same|\\S+) )?(?:ones?|doctor|dr|doc|guy|lady|place|office|clinic|dentist|therapist|clinician|person|woman|man)|(?:the|el|la) ${position}|ese|esa)`
const pronoun = '(?:him|her|them|it|there|el|ella)'
const person = '(?:i|ive|we|weve|he|hes|she|shes|they|theyve|(?:my|our|mi) \\S+)'
const visited =
  '(?:saw|seen|see|went to|gone to|been to|been there|tried|called|used|had|met|visited|was with|go to|know|fui con|fui|fuimos con|vi|vimos|probe|llame)'
const often = '(?:(?:have|ve|has|had|already|just|actually|once|used to|did|even|ya|never) )*'

const patterns = [
  // "I already saw that one", "she went to the first doctor and hated him"
  new RegExp(
    `\\b${person} ${often}(?:already|used to|ya|have|ve|has|had) ${often}${visited} (?:a |con )?(?:${record}|${pronoun})\\b`,
  ),
  new RegExp(
    `\\b${person} ${often}${visited} (?:a |con )?(?:${record}|${pronoun})\\b.*\\b(?:didnt|did not|hated|awful|terrible|rude|before|once|no (?:good|luck|help)|wasnt|not (?:good|helpful|for)|horrible|last (?:year|month|time|week)|no me gusto|no contest\\w+|never|no answer|full|already)\\b`,
  ),
  new RegExp(`\\bya (?:fui|fuimos|vi|vimos|probe|llame) (?:con |a )?(?:${record})`),
  new RegExp(`\\b(?:ive|weve|shes|hes|theyve) ${often}${visited} (?:${record}|${pronoun})\\b`),
  // "That one I already saw", "the second one we tried"
  new RegExp(`\\b(?:${record}),? ${person} ${often}${visited}\\b`),
  // "The first one doesn't take new patients anymore", "that one never called back"
  new RegExp(
    `^(?:(?:no|ok|but|sorry|well|and|so) )*(?:${record}) (?:(?:is|was|are) (?:(?:no|not|too|so|really|very|a|all) )*(?:good|rude|awful|terrible|horrible|bad|closed|retired|gone|full|booked|mean|jerk|dead|wrong|out)|(?:never|didnt|did not|doesnt|does not|wont|isnt|is not|cant|no longer) (?:call\\w* (?:me |us )?back|answer\\w*|pick\\w* up|tak(?:e|es|ing)(?: any)?(?: new)? (?:patients|people)|work(?:s|ed|ing)?(?: (?:for|out).*)?|see(?:s|ing)? (?:patients|people)|accept\\w*.*)|retired|moved|turned (?:me|us|him|her) (?:down|away))`,
  ),
  new RegExp(
    `\\b(?:dont|doesnt|do not|does not|didnt|did not|wont|no) (?:want|like|trust|quiero|me gusta) (?:to (?:see|go to|use) )?(?:${record})\\b(?! (?:for|in|near|with)\\b)`,
  ),
  // "Not the first one, he was rude"
  new RegExp(
    `^(?:(?:no|ok|but|please) )*(?:not|no) (?:${record}) .*\\b(?:rude|awful|terrible|mean|horrible|hated|already|didnt|did not|never|bad|muy mal|grosero)\\b`,
  ),
]
const crossedOff = new RegExp(
  `\\b(?:cross(?: off| out)?|scratch|skip|drop|remove|take off|delete|forget(?: about)?|leave out|quite|quita|elimine|tache|borre) (?:off |out )?(?:${record}|(?:the|el|la) (?:one )?${position})\\b|\\btake (?:${record}) off\\b`,
)
/** "Not that one, another please", after an answer about a record. */
const instead =
  /^(?:(?:no|ok|but|sorry|please) )*(?:not (?:him|her|that one|this one|that (?:guy|lady|doctor|place))|anyone but (?:him|her|that one|this one))\b/

/** "The first one is too far, anything closer?" */
const tooFar = new RegExp(
  `^(?:(?:no|ok|but|sorry|well|hmm|pero) )*(?:that )?(?:${record}|${position} one) (?:(?:is|was|s|looks|me|nos|esta|queda) )+(?:(?:way|too|so|really|a bit|muy|demasiado) )+(?:far|lejos)\\b`,
)

/** Null if the message rejects no record, or one that is not known. */
export function findRejectedRecord(
  text: string,
  recordPlace: RecordPlace | null,
  { shown: { records }, focus }: ConversationContext,
): ShownRecord | null {
  const words = wordsOf(text).join(' ')
  // "¿La primera queda muy lejos?" asks how far it is.
  const asksHowFar = /\b(?:far|lejos)\s*\?/iu.test(text)
  if (text.includes('?') && !text.includes('.') && (asksHowFar || !tooFar.test(words))) return null
  if (![...patterns, crossedOff, instead, tooFar].some((pattern) => pattern.test(words))) return null
  const number = recordPlace?.positions[0] ?? readPosition(words)
  const named = number === null ? undefined : records.at(number > 0 ? number - 1 : number)
  const [only, ...others] = records
  return named ?? records.find(({ id }) => id === focus?.id) ?? (others.length === 0 ? (only ?? null) : null)
}

const ordinals: readonly (readonly [RegExp, number])[] = [
  [/\b(?:first|1st|primer[oa]?)\b/, 1],
  [/\b(?:second|2nd|segund[oa])\b/, 2],
  [/\b(?:third|3rd|tercer[oa]?)\b/, 3],
  [/\b(?:fourth|4th)\b/, 4],
  [/\b(?:fifth|5th)\b/, 5],
  [/\b(?:last|ultim[oa]) (?:one|guy|lady|doctor|dr|place|office|clinic)\b/, -1],
]

/** From 1, -1 for the last; null if the message names none. */
function readPosition(words: string): number | null {
  return ordinals.find(([pattern]) => pattern.test(words))?.[1] ?? null
}
