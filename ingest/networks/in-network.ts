/** Collects the NPIs in one Transparency-in-Coverage file: those that a rate names, directly or by reference. */
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

const ratePath = ['in_network', '*', 'negotiated_rates', '*'] as const

/** The paths of the values that describe the network. */
export const inNetworkPaths = {
  day: ['last_updated_on'],
  rateGroup: [...ratePath, 'provider_groups', '*'],
  rateReferences: [...ratePath, 'provider_references'],
  reference: ['provider_references', '*'],
  /** In a file with the groups of one `location`. */
  group: ['provider_groups', '*'],
}

/** Each number that fails the check digit is counted once, up to this many numbers (about 10 MB). */
const rejectedNumbersMax = 100_000

const Reference = z.object({
  provider_group_id: z.union([z.number(), z.string()]),
  provider_groups: z.array(z.unknown()).catch([]),
  location: z.string().nullable().catch(null),
})

export class InNetwork {
  readonly #report: FileReport
  readonly #references: ProviderReferences
  readonly #listedNpis = new NpiSet()
  readonly #rejectedNumbers = new Set<number>()
  /** Whether no group and no reference has been read; even a network without an NPI has them. */
  #isEmpty = true

  constructor(report: FileReport) {
    this.#report = report
    this.#references = new ProviderReferences(report.file)
  }

  /** Adds a value of the file; yields the NPIs that it adds to the network. */
  *addValue(jsonValue: JsonValue<keyof typeof inNetworkPaths>): Generator<Npi> {
    if (jsonValue.name !== 'day') this.#isEmpty = false
    for (const { npis, line } of this.#resolveGroups(jsonValue)) {
      for (const number of npis) {
        const npi = String(number)
        if (!isNpi(npi)) this.#reject(number, line)
        else if (this.#listedNpis.add(npi)) {
          this.#report.accept()
          yield npi
        }
      }
    }
  }

  /**
   * Called after the last value: counts the groups that rates refer to and that none of the files `given` has.
   *
   * @throws {InputError} when the file has neither a group nor a reference.
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
        return listIds(value).flatMap((id) => this.#references.addReference(id, line))
      case 'reference':
        return this.#defineReference(value, line)
    }
  }

  #defineReference(value: unknown, line: number): readonly ProviderGroups[] {
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

/** The name of a reference file: its base name, or the last segment of its URL, without `.gz` or `.zip`. */
export function parseReferenceFileName(location: string): string {
  return basename(URL.parse(location)?.pathname ?? location).replace(/\.(gz|zip)$/i, '')
}
