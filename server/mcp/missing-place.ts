/** Finds the place of a search that needs one and names none: from the host, from the user, or from the model by an error. */
import type { Geo } from '@careatlas/contract/envelopes'
import { ApiError } from '@careatlas/contract/errors'
import type { ParameterValues } from '@careatlas/contract/parse-parameters'
import { createUrgentNotices } from '@careatlas/search/notices'
import { wordsOf } from '@careatlas/vocabulary/words'
import { extractDistance } from '@careatlas/search/query/extract-distance'
import { namesOwnPlace } from '@careatlas/search/query/extract-location'
import { parseQuery } from '@careatlas/search/query/parse-query'
import { inputRequired, type InputRequiredResult } from '@modelcontextprotocol/server'
import * as z from 'zod'
import type { ClientContext, HostLocation } from './client-context.ts'
import type { Exchange } from './exchange.ts'

interface SearchValues {
  readonly q?: string | undefined
  readonly lat?: number | undefined
  readonly lng?: number | undefined
  readonly zip?: string | undefined
  readonly radius_miles?: number | undefined
  readonly sort?: string | undefined
}

/** The values of the search, or the question to the user. */
export type Placed =
  | {
      readonly values: ParameterValues
      /** Whether the place is that of the host. */
      readonly isHostPlace: boolean
    }
  | { readonly question: InputRequiredResult }

/** Asks at most once. Throws ApiError `missing_parameter` if the question says "near me" and no place is known. */
export function findPlace(
  values: SearchValues & ParameterValues,
  client: ClientContext,
  exchange: Exchange,
): Placed {
  if (!needsPlace(values, exchange)) return { values, isHostPlace: false }
  const host = client.location && toPoint(client.location, exchange)
  if (host !== null) return { values: { ...values, ...host }, isHostPlace: true }
  const answer = client.answer(questionKey)
  if (answer.kind === 'elicit' && answer.action === 'accept')
    return { values: { ...values, ...readAnswer(answer.content, values) }, isHostPlace: false }
  if (answer.kind === 'missing' && client.canAsk)
    return { question: createQuestion(urgentText(values, exchange)) }
  // The operation itself rejects a distance without a position.
  if (values.q === undefined || !namesOwnPlace(values.q)) return { values, isHostPlace: false }
  throw new ApiError(
    'missing_parameter',
    `${urgentText(values, exchange)}The question asks for care near the person, and no place is known: add zip (five digits) or lat and lng, or name the city and state in q.`,
  )
}

/** The parameters of a page whose position is that of the host. */
export function withHostPlace<Parameters extends { readonly geo?: Geo | undefined }>(parameters: Parameters) {
  return { ...parameters, geo: { ...parameters.geo, source: 'host' } }
}

/** Whether the search is about a distance, or says "near me", and neither its values nor its text name a place. */
function needsPlace({ q, lat, lng, zip, radius_miles, sort }: SearchValues, exchange: Exchange): boolean {
  if (lat !== undefined || lng !== undefined || zip !== undefined) return false
  const isAboutDistance = radius_miles !== undefined || sort === 'distance'
  if (!isAboutDistance && (q === undefined || !(namesOwnPlace(q) || namesDistance(q)))) return false
  if (q === undefined) return true
  const { place, unapplied } = parse(q, exchange)
  return place === null && unapplied.unknownPlace === null
}

function namesDistance(q: string): boolean {
  return extractDistance(wordsOf(q)).found !== null
}

/** The urgent notices of the question, such as the number of the emergency services: they do not wait for a place. */
function urgentText({ q }: SearchValues, exchange: Exchange): string {
  if (q === undefined) return ''
  const notices = createUrgentNotices({ parsed: parse(q, exchange) }, exchange.contacts)
  return notices.map(({ text }) => `${text} `).join('')
}

function toPoint(location: HostLocation, exchange: Exchange) {
  if ('lat' in location) return location
  const { place } = parse(`in ${location.town}`, exchange)
  return place && { lat: place.lat, lng: place.lng }
}

function parse(q: string, { directory }: Exchange) {
  return parseQuery(q, 'providers', 'lexical', directory.resources)
}

// The question

const questionKey = 'place'
const payerMax = 64

const PlaceForm = z.object({
  zip: z.string().length(5).meta({ title: 'ZIP code', description: 'Five digits.' }),
  payer: z
    .string()
    .max(payerMax)
    .optional()
    .meta({ title: 'Insurance (optional)', description: 'Name of the payer or plan.' }),
})

function createQuestion(urgent: string): InputRequiredResult {
  return inputRequired({
    inputRequests: {
      [questionKey]: inputRequired.elicit({
        message: `${urgent}Near which ZIP code should the search look?`,
        requestedSchema: PlaceForm,
      }),
    },
  })
}

const Answer = z.object({
  zip: z.string().catch(''),
  payer: z
    .string()
    .trim()
    .min(1)
    .max(payerMax)
    .regex(/^\P{Cc}*$/u)
    .optional()
    .catch(undefined),
})

/**
 * The search reports a payer in `q` as a hint or as unresolved, so that a name never becomes a wrong filter. Without "that takes", the
 * words of an unknown payer would be a part of the need.
 */
function readAnswer(content: unknown, { q }: SearchValues) {
  const { zip, payer } = Answer.catch({ zip: '' }).parse(content)
  return { zip, ...(q !== undefined && payer !== undefined && { q: `${q} that takes ${payer}` }) }
}
