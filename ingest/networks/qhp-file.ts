/**
 * Reads the files that issuers of marketplace plans publish (45 CFR 156.230(c); CMS QHP-provider-formulary-APIs):
 * `providers.json` with the providers of each plan, and `plans.json` with the names of the plans.
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
import { stripInvisible } from '@careatlas/directory/strip-invisible'
import type { FileReport } from '../read/file-report.ts'
import { readJsonFile } from './json-file.ts'
import { isNetworkMember } from './network-format.ts'
import { networkRejections, requireNetworkRecords } from './network-rejections.ts'
import { parseSpokenLanguage } from './spoken-language.ts'

/** Longer lists and texts are not about one provider, and are ignored. */
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
 * A provider in at least one plan is in the network, as of the date of the payer's last update. Plans are only counted.
 *
 * @throws {InputError} when the file cannot be read, is truncated or damaged, or has neither providers nor plans.
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

/** Null if the record has no facts other than the network. */
function parseObservation(provider: Provider, empty: Observation): Observation | null {
  const languages = new Set(provider.languages.map(parseSpokenLanguage).filter((tag) => tag !== null))
  const accepting = parseAccepting(provider.accepting)
  const places = accepting === null ? [] : parsePlaces(provider, accepting)
  if (languages.size === 0 && places.length === 0) return null
  return { ...empty, languages: [...languages], places }
}

/** Null for "accepting in some locations", which does not name the locations. */
function parseAccepting(accepting: string): 'accepting' | 'not_accepting' | null {
  const value = accepting.trim().toLowerCase()
  if (value === 'accepting') return 'accepting'
  return value === 'not accepting' ? 'not_accepting' : null
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
