/** Reads a message that takes wishes back: "forget Ambetter", "never mind the evenings". */
import { defaultRadiusMiles } from '@careatlas/contract/parameters'
import { wordsOf } from '@careatlas/vocabulary/words'
import type { ConversationContext } from './conversation-context.ts'
import type { RequestKind } from './detect-requests.ts'
import type { Reading } from './reading.ts'
import { noWishes } from './read-wishes.ts'

const takingBack =
  /^(?:(?:ok|okay|actually|and|please) )*(?:forget|skip|drop|ignore|remove|never ?mind|scratch|lose|olvid[ae]|quit[ae]|quite)(?: about)? (?!(?:it|that|this|all|everything|me)\b)\S/

const distanceWord =
  /^(?:distances?|miles?|mi|radius|close(?:r|st)?|near(?:er|est|by)?|far|distancia|millas?|radio|cerca|lejos)$/
const distanceRequests: readonly RequestKind[] = ['distance', 'closer', 'nearest', 'travel time', 'more']

/** The other words of such a message are no longer wished, and no new need. Other messages are returned as they are. */
export function takeBack(reading: Reading, text: string, context: ConversationContext): Reading {
  const words = wordsOf(text)
  if (!takingBack.test(words.join(' ')) || reading.place !== null) return reading
  const isDistance = words.some((word) => distanceWord.test(word))
  const namesPayer = reading.payer !== null || isNameOf(words, context.payer)
  return {
    ...reading,
    ...noWishes,
    payer: null,
    officeTime: null,
    need: null,
    otherNeeds: [],
    radiusMiles: isDistance ? defaultRadiusMiles : null,
    requests: new Set([
      ...[...reading.requests].filter((kind) => !distanceRequests.includes(kind)),
      // The nearest ones no longer come first.
      ...(isDistance ? (['farther'] as const) : []),
      ...listTakenBack(reading),
      ...(namesPayer ? (['no payer'] as const) : []),
      'again',
    ]),
  }
}

/** Whether the message has the first word of the name of the payer. */
function isNameOf(words: readonly string[], payer: ConversationContext['payer']): boolean {
  const [first] = wordsOf(payer?.name ?? '')
  return first !== undefined && words.includes(first)
}

function listTakenBack({ gender, languages, telehealth }: Reading): readonly RequestKind[] {
  return [
    ...(gender === null ? [] : (['any gender'] as const)),
    ...(languages.length === 0 ? [] : (['any language'] as const)),
    ...(telehealth ? (['in person'] as const) : []),
  ]
}
