/** What a message asks for and the assistant cannot do. */
import type { UnsupportedWish } from '@careatlas/search/unsupported-wishes'
import type { ConversationContext } from './conversation-context.ts'
import { isAboutLanguage, isAboutRecord, type RequestKind } from './detect-requests.ts'
import type { Reading } from './reading.ts'
import { isWish, type UnansweredQuestion } from './unanswered-questions.ts'

export type Limit =
  | (typeof limits)[number]['limit']
  | 'out_of_scope'
  | 'home visits'
  | UnsupportedWish
  | UnansweredQuestion

/** `ends`: the message is answered by the limit alone, whatever care it also names. */
const limits = [
  { request: 'dosage', limit: 'dosage', ends: true },
  { request: 'prescription', limit: 'prescription', ends: true },
  { request: 'records', limit: 'records', ends: true },
  { request: 'attachment', limit: 'attachment', ends: true },
  { request: 'human', limit: 'human', ends: true },
  { request: 'explanation', limit: 'explanation', ends: true },
  { request: 'diagnosis', limit: 'diagnosis', ends: false },
  { request: 'opinion', limit: 'opinion', ends: false },
  { request: 'booking', limit: 'booking', ends: false },
  { request: 'price', limit: 'price', ends: false },
  { request: 'rating', limit: 'rating', ends: false },
  { request: 'travel time', limit: 'travel time', ends: false },
] as const satisfies readonly { request: RequestKind; limit: string; ends: boolean }[]

/** Wishes that have a limit of their own, or that the assistant answers. */
const answeredElsewhere: readonly UnsupportedWish[] = ['price', 'reviews', 'opening hours']

/** Wishes whose sentences say less than that about the building. */
const partsOfBuilding: readonly UnsupportedWish[] = ['wheelchair access', 'parking or public transport']

/** Requests that the sentences about kinds of clinician answer. */
const askedOfKinds: readonly RequestKind[] = ['explanation', 'diagnosis', 'opinion']

/** Requests whose sentences say less than that of a question which no source answers. */
const lessSpecific: readonly RequestKind[] = ['records', 'explanation', 'diagnosis', 'opinion', 'dosage']

/** "A specialist" and "someone who prescribes" are no skills. */
function isSkill(narrowing: string): boolean {
  return narrowing !== '' && !/^(?:specialists?|especialistas?|prescrib\w*|recet\w*)$/.test(narrowing)
}

export interface FoundLimits {
  readonly limits: readonly Limit[]
  /** Whether nothing else of the message is answered. */
  readonly end: boolean
}

/** Whether a message asks for something other than care, such as the result of a game, so that none of its words are a need. */
export function asksForNoCare({
  requests,
  isOutOfScope,
  unanswered,
}: Pick<Reading, 'requests' | 'isOutOfScope' | 'unanswered'>): boolean {
  // "Translate that into Spanish" is about the last answer.
  if (requests.has('again') && isAboutLanguage(requests)) return false
  if (requests.has('pastime')) return true
  return isOutOfScope && !unanswered.some((question) => question === 'visit' || isWish(question))
}

/** The limits that the answer states, and whether it states nothing else. */
export function findLimits(
  {
    requests,
    isOutOfScope,
    unsupported,
    unanswered,
    wantsHomeCare,
    explained,
    need,
    place,
    meansMissingList,
    positions,
  }: Reading,
  { need: known }: Pick<ConversationContext, 'need'>,
): FoundLimits {
  if (asksForNoCare({ requests, isOutOfScope, unanswered })) return { limits: ['out_of_scope'], end: true }
  const isSpecific = unanswered.length > 0
  // "Someone who does eating disorders" after a search for therapists
  const narrows = known !== null && !isSpecific && isSkill(need?.narrowing ?? '')
  const found = limits.filter(
    ({ request }) =>
      requests.has(request) &&
      !(isSpecific && lessSpecific.includes(request)) &&
      // "What is the difference between the first two?"
      !(request === 'explanation' && (meansMissingList || positions.length > 1)) &&
      !(request === 'prescription' && unanswered.includes('prescribing')) &&
      !(request === 'price' && (unanswered.includes('charge') || unanswered.includes('low cost'))) &&
      !(explained.length > 0 && askedOfKinds.includes(request)),
  )
  // "My refill ran out and my doctor closed, who can see me in Cranston?"
  const seeksCare = need !== null && place !== null
  const ending = found.find(({ ends, request }) => ends && !(request === 'prescription' && seeksCare))
  if (ending !== undefined) return { limits: [ending.limit], end: true }
  // "Who corrects my listing? It has the old address" asks for no address.
  if (need === null && unanswered.includes('correction')) return { limits: ['correction'], end: true }
  if (need === null && unanswered.includes('delivery') && !isAboutRecord(requests))
    return { limits: ['delivery'], end: true }
  const isOfTraining = unanswered.includes('training')
  const isOfBuilding = unanswered.includes('building')
  const wishes = unsupported.filter(
    (wish) =>
      !answeredElsewhere.includes(wish) &&
      !(isOfBuilding && partsOfBuilding.includes(wish)) &&
      !((isOfTraining || unanswered.includes('experience')) && wish === 'experience or training') &&
      !(unanswered.includes('offers') && wish === 'treatment without injections or medicine'),
  )
  return {
    limits: [
      ...new Set<Limit>([
        ...unanswered,
        ...(narrows ? (['basis'] as const) : []),
        ...(wantsHomeCare ? (['home visits'] as const) : []),
        ...found.map(({ limit }) => limit),
        ...wishes,
      ]),
    ],
    end: false,
  }
}
