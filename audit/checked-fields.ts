/** The fields of a card that have a check, at any depth; any other field is a finding. */
import type { CardReport } from './findings.ts'

const address = 'line_1 line_2 city state postal_code country'
const attribution = 'value source as_of'
const place = `location_uuid name address(${address}) lat lng geo_precision address_conflict phone phone_extension fax`
const accepting = `accepting_new_patients(${attribution})`
const hours = 'office_hours(day open close)'
const specialties = 'specialties(code name primary licenses(state number))'
const shared = `mailing_address(${address}) identifiers(kind number state issuer) enumerated_on updated_on sources(id as_of)
  clinical_focus(primary areas) languages ${specialties}`

export const providerFields =
  expandPaths(`npi name(first middle last suffix credential display) other_names(kind first middle last)
  biography short_biography education_training(kind institution field year) gender telehealth(${attribution}) status
  medicare_assignment(${attribution}) affiliations(kind name source as_of) statements(text source as_of)
  carriers(code name status source as_of) practice_locations(${place} primary active ${hours} ${accepting}) ${shared}`)

export const locationFields =
  expandPaths(`${place} summary ${hours} emergency_services(${attribution}) organization_npi organization_npis
  legal_name other_names(kind name) parent_organization authorized_official_title provider_count
  providers(npi name specialty ${accepting}) ${shared}`)

/** Expands `a(b c) d` to the paths `a`, `a.b`, `a.c` and `d`. */
function expandPaths(text: string): ReadonlySet<string> {
  const found = new Set<string>()
  const parents: string[] = []
  let last = ''
  for (const [token] of text.matchAll(/[a-z_\d]+|[()]/g))
    if (token === '(') parents.push(last)
    else if (token === ')') parents.pop()
    else found.add([...parents, (last = token)].join('.'))
  return found
}

export function checkEveryField(card: object, checked: ReadonlySet<string>, report: CardReport): void {
  for (const [path, value] of listFields(card, ''))
    if (!checked.has(path))
      report.check(false, path, 'unchecked_field', JSON.stringify(value)?.slice(0, 80) ?? '')
}

/** Every field at any depth, with its path; items of a list have the path of the list. */
function* listFields(value: unknown, path: string): Generator<readonly [string, unknown]> {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    for (const item of value) yield* listFields(item, path)
    return
  }
  for (const [name, inner] of Object.entries(value)) {
    const field = path === '' ? name : `${path}.${name}`
    yield [field, inner]
    yield* listFields(inner, field)
  }
}
