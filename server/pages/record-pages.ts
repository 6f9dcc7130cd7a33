/** `/providers/{npi}` and `/locations/{location_uuid}`: the card of a record for people, to which agents link. */
import type { Address, LocationCard, PracticeLocation, ProviderCard, Source } from '@careatlas/contract/cards'
import { ApiError } from '@careatlas/contract/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { callerAddress } from '../access/rate-limit/caller-address.ts'
import type { Limits } from '../access/rate-limit/limits.ts'
import { enforceLimit } from '../access/rate-limit/rate-limit-headers.ts'
import { errorResponseHeaders } from '../http/error-response.ts'
import type { OperationOptions } from '../operations/handlers.ts'
import { type PathParts, validateOperation } from '../operations/parameters.ts'
import { runOperation } from '../operations/run-operation.ts'
import type { SnapshotManager } from '../snapshots/snapshot-manager.ts'
import { errorNote } from '../web/forms.ts'
import { type Html, html } from '../web/html.ts'
import { type Page, page, pageHeaders, sendHtml } from '../web/layout.ts'

export interface RecordPagesOptions {
  readonly productName: string
  readonly current: SnapshotManager
  /** Whether requests of the API need a key. */
  readonly auth: boolean
  readonly limits: Limits
  readonly checkHealth: OperationOptions['checkHealth']
  readonly responseBudgetBytes: number
}

/** Search engines do not list people: a card may become wrong while they keep it. */
const recordHeaders = { ...pageHeaders, 'x-robots-tag': 'noindex' }

/** Registers both pages. They need no key, and count as public requests. */
export function registerRecordPages(app: FastifyInstance, options: RecordPagesOptions): void {
  const { productName, auth: hasKeys, limits } = options
  type RecordRequest = FastifyRequest<{ Params: PathParts }>

  const route = (path: string, kind: RecordKind) =>
    app.get<{ Params: PathParts }>(path, async (request: RecordRequest, reply) => {
      await enforceLimit(limits, reply, 'public', callerAddress(request.ip))
      try {
        const record = await readRecord(kind, request.params, options)
        if ('movedTo' in record) return await reply.redirect(`/locations/${record.movedTo}`, 301)
        return sendHtml(reply, page({ productName, hasKeys, ...record }), recordHeaders)
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        return sendError(reply, error, { productName, hasKeys })
      }
    })
  route('/providers/:npi', 'getProvider')
  route('/locations/:location_uuid', 'getLocation')
}

type RecordKind = 'getProvider' | 'getLocation'

async function readRecord(
  kind: RecordKind,
  parts: PathParts,
  { current, checkHealth, responseBudgetBytes: budgetBytes }: RecordPagesOptions,
): Promise<{ readonly title: string; readonly main: Html } | { readonly movedTo: string }> {
  const parameters = validateOperation(kind, parts)
  const deadline = Number.POSITIVE_INFINITY
  const result = await runOperation(kind, parameters, {
    directory: current.get(),
    budgetBytes,
    deadline,
    checkHealth,
  })
  if ('movedTo' in result) return result
  const { data } = JSON.parse(result.json) as { readonly data: unknown }
  return kind === 'getProvider'
    ? describeProvider(data as ProviderCard)
    : describeLocation(data as LocationCard)
}

function sendError(
  reply: FastifyReply,
  error: ApiError,
  site: Pick<Page, 'productName' | 'hasKeys'>,
): FastifyReply {
  const title = 'This record is not available'
  const main = html`<h1>${title}</h1>
    ${errorNote(error.message)}`
  void reply.code(error.status)
  return sendHtml(reply, page({ ...site, title, main }), {
    ...recordHeaders,
    ...errorResponseHeaders(error),
    'cache-control': 'no-store',
  })
}

function describeProvider(card: ProviderCard) {
  const title = card.name.display
  const { specialties, languages, carriers, practice_locations: places } = card
  const main = html`<h1>${title}</h1>
    <p class="under">${specialties.map(({ name }) => name).join(', ') || 'Specialty not known'}</p>
    <p>${card.biography}</p>
    <h2>Places</h2>
    <ul>
      ${places.map((place) => placeItem(place))}
    </ul>
    <h2>Facts</h2>
    <dl>
      ${fact('NPI', card.npi)} ${fact('Languages', languages.join(', '))}
      ${fact('Listed by', carriers.map(({ name, as_of }) => `${name} (${as_of ?? 'no date'})`).join(', '))}
    </dl>
    <p>A payer that is not listed here may still cover this clinician: ask the office.</p>
    ${sourceList(card.sources)}`
  return { title, main }
}

function placeItem(place: PracticeLocation): Html {
  const { value, as_of } = place.accepting_new_patients
  const patients = value === 'unknown' ? 'not known' : `${value.replaceAll('_', ' ')} (${as_of ?? 'no date'})`
  return html`<li>
    <a href="/locations/${place.location_uuid}">${place.name ?? 'Place'}</a>: ${formatAddress(place.address)};
    ${telephone(place)}; new patients: ${patients}
  </li> `
}

function describeLocation(card: LocationCard) {
  const title = card.name ?? 'Place of care'
  const main = html`<h1>${title}</h1>
    <p class="under">${formatAddress(card.address)}</p>
    <p>${card.summary}</p>
    <dl>
      ${fact('Telephone', telephone(card))} ${fact('Languages', card.languages.join(', '))}
      ${fact('Hours', card.office_hours.map(({ day, open, close }) => `${day} ${open}–${close}`).join(', '))}
    </dl>
    <h2>Clinicians (${card.provider_count})</h2>
    <ul>
      ${card.providers
        .slice(0, rosterMax)
        .map(
          ({ npi, name, specialty }) =>
            html`<li><a href="/providers/${npi}">${name}</a>, ${specialty ?? 'specialty not known'}</li> `,
        )}
    </ul>
    ${sourceList(card.sources)}`
  return { title, main }
}

/** A hospital has thousands of clinicians. */
const rosterMax = 200

function fact(name: string, value: string | Html): Html {
  return html`<dt>${name}</dt>
    <dd>${value === '' ? 'not known' : value}</dd> `
}

function telephone({
  phone,
  phone_extension: extension,
}: Pick<PracticeLocation, 'phone' | 'phone_extension'>) {
  if (phone === null) return 'telephone not known'
  return html`<a href="tel:${phone}">${phone}</a>${extension === null ? null : ` ext. ${extension}`}`
}

function formatAddress({ line_1, line_2, city, state, postal_code }: Address): string {
  const parts = [line_1, line_2, city, [state, postal_code].filter(Boolean).join(' ')]
  return parts.filter(Boolean).join(', ') || 'address not known'
}

function sourceList(sources: readonly Source[]): Html {
  const items = sources.map(({ id, as_of }) => `${id} (${as_of ?? 'no date'})`)
  return html`<h2>Sources</h2>
    <p>${items.join(', ')}</p>`
}
