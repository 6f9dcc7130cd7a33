/** Resources of a Plan-Net directory (FHIR R4) by NPI: networks, languages, hours, new patients and telephone numbers. */
import { extensionsIn, phonesIn } from '../address-cells.ts'
import type { Observation, RowStore, Table } from '../rows.ts'
import { listOf } from './json-values.ts'
import { recordDay } from '../words.ts'

type Resource = Readonly<Record<string, unknown>>

/** The value at a path, undefined if a part is missing: `at(resource, 'meta', 'lastUpdated')`. */
function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner !== null ? (inner as Resource)[key] : undefined),
    value,
  )
}

function textAt(value: unknown, ...path: readonly (string | number)[]): string {
  const text = at(value, ...path)
  return typeof text === 'string' ? text : ''
}

/** The files of one carrier refer to one another, so their resources are joined at the end. */
export class PlanNetRecords {
  readonly #resources: { readonly table: Table; readonly resource: Resource }[] = []
  readonly #npiByReference = new Map<string, string>()
  readonly #placeByReference = new Map<string, { readonly line_1: string; readonly postal_code: string }>()

  add(table: Table, resource: Resource): void {
    const reference = `${textAt(resource, 'resourceType')}/${textAt(resource, 'id')}`
    const npi = listOf(resource['identifier'])
      .filter((identifier) => textAt(identifier, 'system').endsWith('us-npi'))
      .map((identifier) => textAt(identifier, 'value').trim())[0]
    if (npi !== undefined) this.#npiByReference.set(reference, npi)
    const line = textAt(resource, 'address', 'line', 0)
    if (line !== '')
      this.#placeByReference.set(reference, {
        line_1: line,
        postal_code: textAt(resource, 'address', 'postalCode'),
      })
    if (
      /^(?:Practitioner|PractitionerRole|OrganizationAffiliation|Location)$/.test(
        textAt(resource, 'resourceType'),
      )
    )
      this.#resources.push({ table, resource })
  }

  addTo(store: RowStore): void {
    for (const { table, resource } of this.#resources) {
      const npi = this.#npiOf(resource)
      if (npi === undefined) continue
      const asOf = recordDay(textAt(resource, 'meta', 'lastUpdated'), table.asOf)
      if (namesNetwork(resource)) store.addListed(npi, { table, carrierCode: table.carrierCode!, asOf })
      const value = this.#valueOf(resource)
      store.addObserved(npi, { table, source: 'plan_network', asOf, value })
    }
  }

  #npiOf(resource: Resource): string | undefined {
    const own = this.#npiByReference.get(`${textAt(resource, 'resourceType')}/${textAt(resource, 'id')}`)
    if (own !== undefined) return own
    const member = ['practitioner', 'participatingOrganization', 'managingOrganization']
      .map((name) => textAt(resource, name, 'reference'))
      .find((reference) => reference !== '')
    return member === undefined ? undefined : this.#npiByReference.get(lastTwo(member))
  }

  #valueOf(resource: Resource): Observation['value'] {
    const own = `Location/${textAt(resource, 'id')}`
    const references = listOf(resource['location']).map((location) => lastTwo(textAt(location, 'reference')))
    const places = [...references, own]
      .map((key) => this.#placeByReference.get(key))
      .filter((place) => place !== undefined)
    const times = [...listOf(resource['availableTime']), ...listOf(resource['hoursOfOperation'])]
    const office_hours = times.flatMap((time) =>
      listOf(at(time, 'daysOfWeek')).map((day) => ({ day: String(day), ...intervalOf(time) })),
    )
    const accepting = JSON.stringify(resource['extension'] ?? '').match(
      /"(newpt|nopt|existptonly|existptfam)"/,
    )?.[1]
    // For a role at several places it is unknown to which one the number belongs.
    const numbers = places.length > 1 ? [] : phonesOf(resource)
    return {
      languages: listOf(resource['communication']).flatMap((concept) => [
        ...listOf(at(concept, 'coding')).map((coding) => textAt(coding, 'code')),
        textAt(concept, 'text'),
      ]),
      places: places.map((place) => ({
        ...place,
        office_hours,
        accepting: accepting === undefined ? null : acceptance[accepting]!,
        phones: numbers.flatMap(phonesIn),
        extensions: numbers.flatMap(extensionsIn),
      })),
    }
  }
}

const acceptance: Readonly<Record<string, string>> = {
  newpt: 'accepting',
  nopt: 'not_accepting',
  existptonly: 'existing_only',
  existptfam: 'existing_only',
}

function phonesOf(resource: Resource): readonly string[] {
  return listOf(resource['telecom'])
    .filter((contact) => textAt(contact, 'system') === 'phone')
    .map((contact) => textAt(contact, 'value'))
}

function intervalOf(time: unknown): { readonly open: string; readonly close: string } {
  if (at(time, 'allDay') === true) return { open: '00:00', close: '24:00' }
  const close = (textAt(time, 'availableEndTime') || textAt(time, 'closingTime')).slice(0, 5)
  return {
    open: (textAt(time, 'availableStartTime') || textAt(time, 'openingTime')).slice(0, 5),
    close: close === '00:00' ? '24:00' : close,
  }
}

function namesNetwork(resource: Resource): boolean {
  const extensions = listOf(resource['extension']).map((extension) => textAt(extension, 'url'))
  return listOf(resource['network']).length > 0 || extensions.some((url) => url.endsWith('network-reference'))
}

function lastTwo(reference: string): string {
  return reference
    .replace(/\/_history\/.*$/, '')
    .split('/')
    .slice(-2)
    .join('/')
}
