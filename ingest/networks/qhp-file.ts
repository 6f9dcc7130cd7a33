/**
 * What issuers of marketplace plans publish for machines (45 CFR 156.230(c); CMS QHP-provider-formulary-APIs):
 * `providers.json`, who is in the networks of which plans, and `plans.json`, how the plans are named.
 */
import { isNpi } from '@careatlas/directory/npi'
import * as z from 'zod'
import {
  type NetworkListing,
  type Observation,
  type ObservedPlace,
  emptyObservation,
} from '../facts/facts.ts'
import { parseIsoDate } from '../read/calendar-date.ts'
import type { OnBytes } from '../read/open-file.ts'
import { cellText } from '../read/cell-text.ts'
import { stripInvisible } from '../read/strip-invisible.ts'
import type { FileReport } from '../read/file-report.ts'
import { readJsonFile } from './json-file.ts'
import { isNetworkMember } from './network-format.ts'
import { networkRejections, requireNetworkRecords } from './network-rejections.ts'
import { parseSpokenLanguage } from './spoken-language.ts'

/** Past these a list is no statement about one provider, and says nothing. */
const limits = { addresses: 500, languages: 50, textChars: 200 } as const

const text = z.string().max(limits.textChars).transform(stripInvisible)
const Place = z.object({ address: text, zip: z.union([text, z.int().transform(String)]) })
const Provider = z.object({
  npi: z.union([z.string(), z.number()]).transform(String),
  plans: z.array(z.unknown()).catch([]),
  accepting: text.catch(''),
  languages: z.array(text).max(limits.languages).catch([]),
  addresses: z.array(Place.nullable().catch(null)).max(limits.addresses).catch([]),
  last_updated_on: text.catch(''),
})
type Provider = z.output<typeof Provider>
const Plan = z.object({ plan_id: z.union([z.string(), z.number()]) })

/**
 * A provider in at least one plan is in the network, as of the day on which the payer last updated it. Plans are only counted.
 *
 * @throws {InputError} when the file cannot be read, is cut or damaged, or holds neither providers nor plans.
 */
export async function* readQhpFile(
  path: string,
  carrier: string,
  report: FileReport,
  onBytes?: OnBytes,
): AsyncGenerator<readonly (NetworkListing | Observation)[]> {
  for await (const records of readJsonFile(path, { record: ['*'] }, report, {
    onBytes,
    member: isNetworkMember,
  })) {
    const facts = records.flatMap(({ value, line }) => parseFacts(value, line, carrier, report))
    if (facts.length > 0) yield facts
  }
  requireNetworkRecords(report)
}

function parseFacts(
  record: unknown,
  line: number,
  carrier: string,
  report: FileReport,
): (NetworkListing | Observation)[] {
  const parsed = Provider.safeParse(record)
  if (!parsed.success) {
    if (Plan.safeParse(record).success) report.accept()
    else report.reject(networkRejections.record, line)
    return []
  }
  const { npi, plans, last_updated_on } = parsed.data
  const day = parseIsoDate(last_updated_on.slice(0, 10))
  if (!isNpi(npi.trim())) {
    report.reject(networkRejections.npi, line)
    return []
  }
  report.accept()
  report.noteDate(day)
  const provenance = { source: report.source, asOf: report.dateForRecord(day) }
  const listing = { kind: 'network_listing', npi: npi.trim(), carrier, ...provenance } as const
  const observation = parseObservation(parsed.data, emptyObservation(npi.trim(), provenance))
  return [...(plans.length > 0 ? [listing] : []), ...(observation === null ? [] : [observation])]
}

/** Null when the record says nothing but the network. */
function parseObservation(provider: Provider, silent: Observation): Observation | null {
  const languages = new Set(provider.languages.map(parseSpokenLanguage).filter((tag) => tag !== null))
  const accepting = parseAccepting(provider.accepting)
  const places = accepting === null ? [] : parsePlaces(provider, accepting)
  if (languages.size === 0 && places.length === 0) return null
  return { ...silent, languages: [...languages], places }
}

/** "Accepting in some locations" does not say in which. */
function parseAccepting(written: string): 'accepting' | 'not_accepting' | null {
  const answer = written.trim().toLowerCase()
  if (answer === 'accepting') return 'accepting'
  return answer === 'not accepting' ? 'not_accepting' : null
}

function parsePlaces(
  { addresses }: Provider,
  accepting: NonNullable<ObservedPlace['accepting']>,
): ObservedPlace[] {
  return addresses.flatMap((place) => {
    const line1 = cellText(place?.address)
    const postalCode = cellText(place?.zip)
    return line1 === null || postalCode === null ? [] : [{ line1, postalCode, officeHours: [], accepting }]
  })
}
