/** The providers and places of a Plan-Net directory, by the references of its roles and affiliations. */
import { isNpi } from '@careatlas/directory/npi'
import { InputError } from '../input-error.ts'
import type { NamedPerson, ObservedPlace } from '../facts/facts.ts'
import { findPersonName, type PlanNetResource, findNpi } from './plan-net-resource.ts'
import { networkRejections } from './network-rejections.ts'

/** At about 300 bytes each, 1.2 GB; the largest payer lists about 1.5 million practitioners. */
const entriesMax = 4 * 1024 * 1024

/** Of all references, names and addresses: 512 MB, as 1.5 million practitioners with 340 characters each. */
const charsMax = 128 * entriesMax

type IndexedPlace = Pick<ObservedPlace, 'line1' | 'postalCode'>

/** The NPI and the name that a reference resolves to, or the reason why it does not resolve. */
type ResolvedReference =
  | { readonly npi: string; readonly person: NamedPerson | null }
  | { readonly reason: string }

export class PlanNetIndex {
  readonly #limits: { readonly entriesMax: number; readonly charsMax: number }
  #chars = 0
  /** The NPI, or the reason why there is none, by reference. */
  readonly #providers = new Map<string, string>()
  /** By reference. */
  readonly #persons = new Map<string, NamedPerson>()
  readonly #places = new Map<string, IndexedPlace>()

  constructor(limits = { entriesMax, charsMax }) {
    this.#limits = limits
  }

  /** `keys` are the texts of references to the resource. */
  add(resource: PlanNetResource, keys: readonly string[], isActive: boolean, file: string): void {
    const { resourceType } = resource
    if (resourceType === 'Practitioner' || resourceType === 'Organization') {
      const npi = findNpi(resource) ?? ''
      const value = !isActive ? networkRejections.inactive : isNpi(npi) ? npi : networkRejections.npi
      const person = isNpi(value) ? findPersonName(resource) : null
      this.#count(keys, person)
      for (const key of keys) {
        this.#providers.set(key, value)
        if (person !== null) this.#persons.set(key, person)
      }
    } else if (resourceType === 'Location') {
      if (!isActive || resource.address === null) return
      this.#count(keys, resource.address)
      for (const key of keys) this.#places.set(key, resource.address)
    }
    const { entriesMax: entries, charsMax: chars } = this.#limits
    if (this.#providers.size + this.#places.size > entries)
      throw directoryTooLargeError(file, `${entries} practitioners, organizations and places`)
    if (this.#chars > chars)
      throw directoryTooLargeError(file, `${chars} characters of references, names and addresses`)
  }

  #count(keys: readonly string[], texts: object | null): void {
    for (const text of [...keys, ...Object.values(texts ?? {})]) this.#chars += String(text).length
  }

  findProvider(key: string | null): ResolvedReference {
    const value = key === null ? undefined : this.#providers.get(key)
    if (value === undefined) return { reason: networkRejections.reference }
    return isNpi(value) ? { npi: value, person: this.#persons.get(key!) ?? null } : { reason: value }
  }

  findPlace(key: string): IndexedPlace | null {
    return this.#places.get(key) ?? null
  }

  /** False for a network that is inactive in this directory. */
  isNetworkActive(network: string): boolean {
    return this.#providers.get(network) !== networkRejections.inactive
  }
}

function directoryTooLargeError(file: string, limit: string): InputError {
  return new InputError(`With ${file}, this directory has more than ${limit}; give it in parts.`)
}
