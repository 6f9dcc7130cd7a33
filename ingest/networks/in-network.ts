/** Who is in the network of one Transparency-in-Coverage file: whoever a rate names, directly or by reference. */
import { basename } from 'node:path'
import { isNpi, type Npi } from '@careatlas/directory/npi'
import * as z from 'zod'
import { parseIsoDate } from '../read/calendar-date.ts'
import type { FileReport } from '../read/file-report.ts'
import { parseGroupNpis } from './group-npis.ts'
import type { JsonValue } from './json-scanner.ts'
import { NpiSet } from '../read/npi-set.ts'
import { type ProviderGroups, ProviderReferences, type ReferenceId } from './provider-references.ts'
import { networkRejections, requireNetworkRecords } from './network-rejections.ts'

const rate = ['in_network', '*', 'negotiated_rates', '*'] as const

/** Where the file says something of the network. */
export const inNetworkPaths = {
  day: ['last_updated_on'],
  rateGroup: [...rate, 'provider_groups', '*'],
  rateReferences: [...rate, 'provider_references'],
  reference: ['provider_references', '*'],
  /** Of a file that holds the groups of a `location` alone. */
  group: ['provider_groups', '*'],
}

/** Numbers that fail the check digit are counted once each so far as this many are remembered (about 10 MB). */
const rejectedNumbersMax = 100_000

const Reference = z.object({
  provider_group_id: z.union([z.number(), z.string()]),
  provider_groups: z.array(z.unknown()).catch([]),
  location: z.string().nullable().catch(null),
})

export class InNetwork {
  readonly #report: FileReport
  readonly #references: ProviderReferences
  readonly #listed = new NpiSet()
  readonly #rejectedNumbers = new Set<number>()
  /** No group and no reference was found, which a network without one NPI also has. */
  #isEmpty = true

  constructor(report: FileReport) {
    this.#report = report
    this.#references = new ProviderReferences(report.file)
  }

  /** NPIs that are in the network now that this was found, and were not before. */
  *addValue(found: JsonValue<keyof typeof inNetworkPaths>): Generator<Npi> {
    if (found.name !== 'day') this.#isEmpty = false
    for (const { npis, line } of this.#resolveGroups(found)) {
      for (const number of npis) {
        const npi = String(number)
        if (!isNpi(npi)) this.#reject(number, line)
        else if (this.#listed.add(npi)) {
          this.#report.accept()
          yield npi
        }
      }
    }
  }

  /**
   * After the last value: counts the groups that rates refer to and that are in none of the files `given`.
   *
   * @throws {InputError} when there was neither a group nor a reference.
   */
  finish(given: ReadonlySet<string>): void {
    for (const line of this.#references.listUndefinedLines())
      this.#report.reject(networkRejections.reference, line)
    for (const { file, line } of this.#references.listExternalFiles())
      if (!given.has(file)) this.#report.reject(networkRejections.file, line)
    if (this.#isEmpty) requireNetworkRecords(this.#report)
  }

  #resolveGroups({ name, line, value }: JsonValue<keyof typeof inNetworkPaths>): readonly ProviderGroups[] {
    switch (name) {
      case 'day':
        this.#report.noteDate(typeof value === 'string' ? parseIsoDate(value.slice(0, 10)) : null)
        return []
      case 'rateGroup':
      case 'group':
        return [{ line, npis: parseGroupNpis(value) }]
      case 'rateReferences':
        return listIds(value).flatMap((id) => this.#references.refer(id, line))
      case 'reference':
        return this.#define(value, line)
    }
  }

  #define(value: unknown, line: number): readonly ProviderGroups[] {
    const parsed = Reference.safeParse(value)
    if (!parsed.success) {
      this.#report.reject(networkRejections.record, line)
      return []
    }
    const { provider_group_id: id, provider_groups, location } = parsed.data
    if (location !== null) this.#references.defineExternal(id, parseReferenceFileName(location), line)
    if (provider_groups.length === 0) return []
    return this.#references.define(id, {
      line,
      npis: Uint32Array.from(provider_groups.flatMap(parseGroupNpis)),
    })
  }

  #reject(number: number, line: number): void {
    if (this.#rejectedNumbers.has(number)) return
    if (this.#rejectedNumbers.size < rejectedNumbersMax) this.#rejectedNumbers.add(number)
    this.#report.reject(networkRejections.npi, line)
  }
}

function listIds(list: unknown): readonly ReferenceId[] {
  const ids: unknown[] = Array.isArray(list) ? list : [list]
  return ids.filter((id) => typeof id === 'number' || typeof id === 'string')
}

/** What a reference file is known by: its base name, or the last segment of its web address, packed or not. */
export function parseReferenceFileName(location: string): string {
  return basename(URL.parse(location)?.pathname ?? location).replace(/\.(gz|zip)$/i, '')
}
