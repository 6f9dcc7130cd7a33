/** Resources of a Plan-Net directory (FHIR R4) by NPI: networks, languages, hours, new patients and telephone numbers. */
import { parseExtensions, parsePhones } from '../address-cells.ts'
import type { Observation, RowStore, Table } from '../rows.ts'
import { toList } from './json-values.ts'
import { parseRecordDay } from '../words.ts'

type Resource = Readonly<Record<string, unknown>>

/** The value at a path, undefined if a part is missing: `at(resource, 'meta', 'lastUpdated')`. */
function getAt(value: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner !== null ? (inner as Resource)[key] : undefined),
    value,
  )
}

function getText(value: unknown, ...path: readonly (string | number)[]): string {
  const text = getAt(value, ...path)
  return typeof text === 'string' ? text : ''
}

/** The files of one carrier refer to one another, so their resources are joined at the end. */
export class PlanNetRecords {
  readonly #resources: { readonly table: Table; readonly resource: Resource }[] = []
  readonly #npiByReference = new Map<string, string>()
  readonly #placeByReference = new Map<string, { readonly line_1: string; readonly postal_code: string }>()

  add(table: Table, resource: Resource): void {
    const reference = `${getText(resource, 'resourceType')}/${getText(resource, 'id')}`
    const npi = toList(resource['identifier'])
      .filter((identifier) => getText(identifier, 'system').endsWith('us-npi'))
      .map((identifier) => getText(identifier, 'value').trim())[0]
    if (npi !== undefined) this.#npiByReference.set(reference, npi)
    const line = getText(resource, 'address', 'line', 0)
    if (line !== '')
      this.#placeByReference.set(reference, {
        line_1: line,
        postal_code: getText(resource, 'address', 'postalCode'),
      })
    if (
      /^(?:Practitioner|PractitionerRole|OrganizationAffiliation|Location)$/.test(
        getText(resource, 'resourceType'),
      )
    )
      this.#resources.push({ table, resource })
  }

  addTo(store: RowStore): void {
    for (const { table, resource } of this.#resources) {
      const npi = this.#findNpi(resource)
      if (npi === undefined) continue
      const asOf = parseRecordDay(getText(resource, 'meta', 'lastUpdated'), table.asOf)
      if (namesNetwork(resource)) store.addListing(npi, { table, carrierCode: table.carrierCode!, asOf })
      const value = this.#toValue(resource)
      store.addObservation(npi, { table, source: 'plan_network', asOf, value })
    }
  }

  #findNpi(resource: Resource): string | undefined {
    const ownNpi = this.#npiByReference.get(`${getText(resource, 'resourceType')}/${getText(resource, 'id')}`)
    if (ownNpi !== undefined) return ownNpi
    const memberReference = ['practitioner', 'participatingOrganization', 'managingOrganization']
      .map((name) => getText(resource, name, 'reference'))
      .find((reference) => reference !== '')
    return memberReference === undefined
      ? undefined
      : this.#npiByReference.get(normalizeReference(memberReference))
  }

  #toValue(resource: Resource): Observation['value'] {
    const ownReference = `Location/${getText(resource, 'id')}`
    const references = toList(resource['location']).map((location) =>
      normalizeReference(getText(location, 'reference')),
    )
    const places = [...references, ownReference]
      .map((key) => this.#placeByReference.get(key))
      .filter((place) => place !== undefined)
    const times = [...toList(resource['availableTime']), ...toList(resource['hoursOfOperation'])]
    const office_hours = times.flatMap((time) =>
      toList(getAt(time, 'daysOfWeek')).map((day) => ({ day: String(day), ...toInterval(time) })),
    )
    const accepting = JSON.stringify(resource['extension'] ?? '').match(
      /"(newpt|nopt|existptonly|existptfam)"/,
    )?.[1]
    // For a role at several places it is unknown to which one the number belongs.
    const numbers = places.length > 1 ? [] : listPhones(resource)
    return {
      languages: toList(resource['communication']).flatMap((concept) => [
        ...toList(getAt(concept, 'coding')).map((coding) => getText(coding, 'code')),
        getText(concept, 'text'),
      ]),
      places: places.map((place) => ({
        ...place,
        office_hours,
        accepting: accepting === undefined ? null : acceptanceByCode[accepting]!,
        phones: numbers.flatMap(parsePhones),
        extensions: numbers.flatMap(parseExtensions),
      })),
    }
  }
}

const acceptanceByCode: Readonly<Record<string, string>> = {
  newpt: 'accepting',
  nopt: 'not_accepting',
  existptonly: 'existing_only',
  existptfam: 'existing_only',
}

function listPhones(resource: Resource): readonly string[] {
  return toList(resource['telecom'])
    .filter((contact) => getText(contact, 'system') === 'phone')
    .map((contact) => getText(contact, 'value'))
}

function toInterval(time: unknown): { readonly open: string; readonly close: string } {
  if (getAt(time, 'allDay') === true) return { open: '00:00', close: '24:00' }
  const close = (getText(time, 'availableEndTime') || getText(time, 'closingTime')).slice(0, 5)
  return {
    open: (getText(time, 'availableStartTime') || getText(time, 'openingTime')).slice(0, 5),
    close: close === '00:00' ? '24:00' : close,
  }
}

function namesNetwork(resource: Resource): boolean {
  const extensions = toList(resource['extension']).map((extension) => getText(extension, 'url'))
  return toList(resource['network']).length > 0 || extensions.some((url) => url.endsWith('network-reference'))
}

function normalizeReference(reference: string): string {
  return reference
    .replace(/\/_history\/.*$/, '')
    .split('/')
    .slice(-2)
    .join('/')
}
