/** The resources: notes on semantics, the coverage, the largest carriers, and the card of each record. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { OperationId } from '@careatlas/contract/parameters'
import { quoteValue } from '@careatlas/contract/quoted-value'
import { readToolArguments } from '@careatlas/contract/tool-arguments'
import {
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  type Resource,
  type ResourceTemplateType,
} from '@modelcontextprotocol/server'
import type { Exchange } from './exchange.ts'
import type { Answer } from './fit-result.ts'
import { getLocation, getProvider } from './get-card.ts'

/** The source of the notes, which the repository also publishes. */
const semantics = readFileSync(join(import.meta.dirname, '../../docs/semantics.md'), 'utf8')

/** More would fill the context of a model; `list_carriers` has all. */
const carriersMax = 200

const minuteMs = 60_000

interface StaticResource {
  readonly title: string
  readonly description: string
  readonly mimeType: string
  /** How much a client should prefer it, from 0 to 1. */
  readonly priority: number
  readonly read: (exchange: Exchange) => Promise<string>
}

const staticResources: Readonly<Record<string, StaticResource>> = {
  semantics: {
    title: 'How to read the answers',
    description:
      'What searches and fields mean: matching, carriers, absence, coverage, paging, dates, errors.',
    mimeType: 'text/markdown',
    priority: 0.9,
    read: async () => semantics,
  },
  coverage: {
    title: 'Served regions',
    description: 'The served regions with their ZIP prefixes, counts and dates.',
    mimeType: 'application/json',
    priority: 0.6,
    read: async (exchange) => JSON.stringify(await exchange.run('listRegions', {})),
  },
  carriers: {
    title: 'Largest carriers',
    description: `The ${carriersMax} carriers with the most clinicians; the tool list_carriers finds all others.`,
    mimeType: 'application/json',
    priority: 0.4,
    read: async (exchange) => JSON.stringify(largestCarriers(exchange)),
  },
}

function largestCarriers({ directory: { snapshot } }: Exchange) {
  const data = snapshot.carriers
    .toSorted((a, b) => b.provider_count - a.provider_count || (a.code < b.code ? -1 : 1))
    .slice(0, carriersMax)
  const total = snapshot.carriers.length
  return { data, meta: { count: data.length, total, has_more: total > data.length, more: 'list_carriers' } }
}

interface CardTemplate {
  readonly title: string
  readonly description: string
  readonly variable: string
  /** Reading a card counts as this operation. */
  readonly operation: OperationId
  readonly read: (id: string, exchange: Exchange) => Promise<Answer>
}

/** By the first part of the path of a URI. The content is that of the tool for the card. */
const cardTemplates: Readonly<Record<string, CardTemplate>> = {
  providers: {
    title: 'Card of a clinician',
    description: 'Everything about one clinician, with sources and dates.',
    variable: 'npi',
    operation: 'getProvider',
    read: (npi, exchange) => getProvider({ npi }, exchange),
  },
  locations: {
    title: 'Card of a place of care',
    description: 'Everything about one place of care, with the first clinicians of its roster.',
    variable: 'location_uuid',
    operation: 'getLocation',
    read: (id, exchange) => getLocation(readToolArguments('get_location', { location_uuid: id }), exchange),
  },
}

const jsonType = 'application/json'

export function listResources(scheme: string, exchange: Exchange): readonly Resource[] {
  const lastModified = exchange.directory.snapshot.manifest.created_at
  return Object.entries(staticResources).map(([name, { title, description, mimeType, priority }]) => ({
    uri: `${scheme}://${name}`,
    name,
    title,
    description,
    mimeType,
    annotations: {
      audience: ['assistant'],
      priority,
      ...(name !== 'semantics' && { lastModified }),
    },
  }))
}

export function listTemplates(scheme: string): readonly ResourceTemplateType[] {
  return Object.entries(cardTemplates).map(([kind, { title, description, variable }]) => ({
    uriTemplate: `${scheme}://${kind}/{${variable}}`,
    name: kind,
    title,
    description,
    mimeType: jsonType,
  }))
}

/** Whether a template of the list is `uri`. */
export function isTemplate(scheme: string, uri: string): boolean {
  return listTemplates(scheme).some(({ uriTemplate }) => uriTemplate === uri)
}

/** Rejects with ProtocolError for an unknown resource, and with the errors of `get_provider` and `get_location`. */
export async function readResource(
  scheme: string,
  uri: string,
  exchange: Exchange,
): Promise<ReadResourceResult> {
  const [kind = '', id] = partsOf(scheme, uri) ?? []
  const resource = id === undefined ? ownValue(staticResources, kind) : undefined
  const template = id === undefined ? undefined : ownValue(cardTemplates, kind)
  if (resource === undefined && template === undefined) throw notFound(uri)
  if (resource !== undefined) {
    const text = await resource.read(exchange)
    return { contents: [{ uri, mimeType: resource.mimeType, text }], ...cachedFor('public') }
  }
  const { text } = await template!.read(id!, exchange)
  return { contents: [{ uri, mimeType: jsonType, text }], ...cachedFor('private') }
}

function cachedFor(cacheScope: 'public' | 'private') {
  return { ttlMs: 5 * minuteMs, cacheScope }
}

/** The operation that reading a card counts as; null for other resources. */
export function operationOfResource(uri: string): OperationId | null {
  const [, kind = ''] = /^[^:]+:\/\/([^/]+)\//.exec(uri) ?? []
  return ownValue(cardTemplates, kind)?.operation ?? null
}

/** The host and the path of a URI; null for another scheme. */
function partsOf(scheme: string, uri: string): readonly [string, string?] | null {
  const [, kind, id] = /^([^/?#]+)(?:\/([^/?#]+))?$/.exec(uri.slice(`${scheme}://`.length)) ?? []
  if (!uri.startsWith(`${scheme}://`) || kind === undefined) return null
  return id === undefined ? [kind] : [kind, id]
}

function ownValue<Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined
}

function notFound(uri: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no resource ${quoteValue(uri)}.`, {
    uri,
  })
}
