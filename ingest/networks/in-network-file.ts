/**
 * A payer's rates as Transparency in Coverage has them published (45 CFR 147.212; CMS price-transparency-guide, schemas
 * `in-network-rates` and `provider-reference`): whoever has a negotiated rate is in the network.
 */
import { basename } from 'node:path'
import { isNpi } from '@careatlas/directory/npi'
import * as z from 'zod'
import type { NetworkListing } from '../facts/facts.ts'
import { dateFromIso } from '../read/calendar-date.ts'
import type { OnBytes } from '../read/open-file.ts'
import type { Tally } from '../read/tally.ts'
import { readJsonFile } from './json-file.ts'
import type { JsonValue } from './json-scanner.ts'
import { isNetworkMember } from './network-format.ts'
import { NpiSet } from './npi-set.ts'
import { type ProviderGroups, ProviderReferences, type ReferenceId } from './provider-references.ts'
import { networkRejections, refuseForeign } from './rejections.ts'

/** Files of the largest payers unpack to several hundred GB. */
const inflatedBytesMax = 1024 ** 4

/** After how many listings the next value waits until they are taken. */
const batchRows = 10_000

/** Numbers that fail the check digit are counted once each so far as this many are remembered (about 10 MB). */
const refusedRemembered = 100_000

const rate = ['in_network', '*', 'negotiated_rates', '*'] as const
const paths = {
  day: ['last_updated_on'],
  rateGroup: [...rate, 'provider_groups', '*'],
  rateReferences: [...rate, 'provider_references'],
  reference: ['provider_references', '*'],
  // Of a file that holds the groups of a `location` alone.
  group: ['provider_groups', '*'],
}
type Found = JsonValue<keyof typeof paths>

const Reference = z.object({
  provider_group_id: z.union([z.number(), z.string()]),
  provider_groups: z.array(z.unknown()).catch([]),
  location: z.string().nullable().catch(null),
})
const Group = z.object({ npi: z.unknown().optional(), tin: z.unknown().optional() })
const Tin = z.object({ type: z.literal('npi'), value: z.unknown().optional() })

/** For what stands in a list of NPIs and cannot be one. */
const noNpi = 0xffff_ffff

/**
 * The union of the NPIs, each once. Groups that rates refer to by a `location` are never downloaded. They count as there
 * when `given`, the names (`referenceFileName`) of the files given for this carrier, holds the last segment of that
 * address; such a file lists all of its groups. A listing has its file's date, for `last_updated_on` may come last.
 *
 * @throws {InputRefused} when the file cannot be read, is cut or damaged, or lists nobody.
 */
export async function* readInNetworkFile(
  path: string,
  carrier: string,
  given: ReadonlySet<string>,
  tally: Tally,
  onBytes?: OnBytes,
): AsyncGenerator<readonly NetworkListing[]> {
  const network = new InNetwork(tally)
  const options = { onBytes, member: isNetworkMember, inflatedBytesMax }
  for await (const values of readJsonFile(path, paths, tally, options)) {
    let listings: NetworkListing[] = []
    for (const found of values) {
      for (const npi of network.newNpisIn(found))
        listings.push({ kind: 'network_listing', npi, carrier, source: tally.source, asOf: null })
      if (listings.length < batchRows) continue
      yield listings
      listings = []
    }
    if (listings.length > 0) yield listings
  }
  network.countMissing(given)
  if (network.isEmpty) refuseForeign(tally)
}

class InNetwork {
  readonly #tally: Tally
  readonly #references: ProviderReferences
  readonly #listed = new NpiSet()
  readonly #refused = new Set<number>()
  /** No group and no reference was found, which a network without one NPI also has. */
  isEmpty = true

  constructor(tally: Tally) {
    this.#tally = tally
    this.#references = new ProviderReferences(tally.file)
  }

  /** Valid NPIs that were not listed before. */
  newNpisIn({ name, line, value, text }: Found): readonly string[] {
    if (name === 'day') {
      this.#tally.dayOfRow(typeof value === 'string' ? dateFromIso(value.slice(0, 10)) : null)
      return []
    }
    this.isEmpty = false
    return this.#groupsIn(name, line, value, text).flatMap((groups) => this.#newNpis(groups))
  }

  /** Groups that are in the network now that this was found. */
  #groupsIn(
    name: Exclude<Found['name'], 'day'>,
    line: number,
    value: unknown,
    text: string,
  ): readonly ProviderGroups[] {
    switch (name) {
      case 'rateGroup':
      case 'group':
        return [{ line, npis: npisOfGroup(value) }]
      case 'rateReferences':
        return idsIn(value, text).flatMap((id) => this.#references.refer(id, line))
      case 'reference':
        return this.#define(value, line, text)
    }
  }

  /** Counts the groups that rates refer to and that are in none of the files. */
  countMissing(given: ReadonlySet<string>): void {
    for (const line of this.#references.undefinedLines())
      this.#tally.reject(networkRejections.reference, line)
    for (const { file, line } of this.#references.elsewhere())
      if (!given.has(file)) this.#tally.reject(networkRejections.file, line)
  }

  #define(value: unknown, line: number, text: string): readonly ProviderGroups[] {
    const parsed = Reference.safeParse(value)
    if (!parsed.success) {
      this.#tally.reject(networkRejections.record, line)
      return []
    }
    const { provider_group_id, provider_groups, location } = parsed.data
    const id = isExact(provider_group_id)
      ? provider_group_id
      : Reference.parse(exactly(text)).provider_group_id
    if (location !== null) this.#references.defineElsewhere(id, referenceFileName(location), line)
    if (provider_groups.length === 0) return []
    const npis = Uint32Array.from(provider_groups.flatMap(npisOfGroup))
    return this.#references.define(id, { line, npis })
  }

  #newNpis({ npis, line }: ProviderGroups): string[] {
    const fresh: string[] = []
    for (const number of npis) {
      const npi = String(number)
      if (!isNpi(npi)) this.#refuse(number, line)
      else if (this.#listed.add(npi)) {
        this.#tally.accept()
        fresh.push(npi)
      }
    }
    return fresh
  }

  #refuse(number: number, line: number): void {
    if (this.#refused.has(number)) return
    if (this.#refused.size < refusedRemembered) this.#refused.add(number)
    this.#tally.reject(networkRejections.npi, line)
  }
}

/**
 * The NPIs that the group lists. Its tax number, when that is an NPI, only says under whose number these bill; it counts
 * where the group lists nobody.
 */
function npisOfGroup(value: unknown): readonly number[] {
  const group = Group.safeParse(value)
  if (!group.success) return [noNpi]
  const listed = numbersIn(group.data.npi)
  const tin = Tin.safeParse(group.data.tin)
  return listed.length > 0 || !tin.success ? listed : numbersIn(tin.data.value)
}

/** Payers write numbers or texts, and `[0]` for a group that has no NPI. */
function numbersIn(list: unknown): number[] {
  const listed: unknown[] = Array.isArray(list) ? list : [list]
  return listed.map(numberIn).filter((number) => number !== 0)
}

function numberIn(written: unknown): number {
  if (written === undefined || written === null) return 0
  const number = typeof written === 'string' && /^\s*\d{1,10}\s*$/.test(written) ? Number(written) : written
  return typeof number === 'number' && Number.isInteger(number) && number >= 0 && number < noNpi
    ? number
    : noNpi
}

function idsIn(list: unknown, text: string): readonly ReferenceId[] {
  const ids: unknown[] = Array.isArray(list) ? list : [list]
  const exact: unknown[] = ids.every(isExact) ? ids : [exactly(text)].flat()
  return exact.filter((id) => typeof id === 'number' || typeof id === 'string')
}

function isExact(id: unknown): boolean {
  return typeof id !== 'number' || !Number.isInteger(id) || Number.isSafeInteger(id)
}

/** The same JSON, the integers that a double cannot hold as texts: two groups must not become one by rounding. */
function exactly(text: string): unknown {
  return parseWithSource(text, (_, value, { source }) => (isExact(value) ? value : source))
}

/** A reviver is told how a number is written (ECMAScript 2026, JSON.parse source text access). */
const parseWithSource = JSON.parse as (
  text: string,
  revive: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
) => unknown

/** What a reference file is known by: its base name, or the last segment of its web address, packed or not. */
export function referenceFileName(location: string): string {
  return basename(URL.parse(location)?.pathname ?? location).replace(/\.(gz|zip)$/i, '')
}
