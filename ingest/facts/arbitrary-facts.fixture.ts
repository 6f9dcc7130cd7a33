/** For tests: generates facts about one fictional NPI, with any of their fields empty. */
import * as fc from 'fast-check'
import type { Fact, ObservedPlace, RegisteredAddress, RegisteredIdentifier } from './facts.ts'
import { npi } from './sample-facts.fixture.ts'

/** Objects as they come from JSON. */
const record = <T>(fields: { [Field in keyof T]: fc.Arbitrary<T[Field]> }) =>
  fc.record<T>(fields, { noNullPrototype: true })
/** A record in which any field may be missing. */
const partial = <T>(fields: { [Field in keyof T]: fc.Arbitrary<T[Field]> }) =>
  fc.record(fields, { noNullPrototype: true, requiredKeys: [] })
/** A record with required and optional fields. */
const both = <T, U>(always: fc.Arbitrary<T>, sometimes: fc.Arbitrary<U>): fc.Arbitrary<T & U> =>
  fc.tuple(always, sometimes).map(([one, other]) => ({ ...one, ...other }))
const text = fc.stringMatching(/^[A-Z]{3,9}( [A-Z]{3,9})?$/)
const maybe = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(value, { nil: null })
const some = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T[]> => fc.array(value, { maxLength: 3 })
const day = fc.constantFrom('2025-10-12', '2025-11-09', '2026-01-11')
const digits = fc.stringMatching(/^\d{5}$/)
const yesOrNo = maybe(fc.boolean())

const number = maybe(fc.constant('+14015550101'))

const practice: fc.Arbitrary<RegisteredAddress> = both(
  record({
    address: record({
      line_1: text,
      line_2: maybe(text),
      city: maybe(text),
      state: maybe(fc.constantFrom('RI', 'ON')),
      postal_code: maybe(digits),
      country: fc.constantFrom('US', 'CA'),
    }),
    phone: number,
  }),
  partial({ fax: fc.constant('+14015550102') }),
).chain((place) =>
  place.phone === null
    ? fc.constant(place)
    : both(fc.constant(place), partial({ extension: fc.stringMatching(/^\d{2,5}$/) })),
)

const taxonomies = some(
  record({
    code: text,
    primary: fc.boolean(),
    licenses: some(
      fc.oneof(
        record({ state: maybe(fc.constantFrom('RI', 'MA')), number: digits }),
        record({ state: fc.constantFrom('RI', 'MA'), number: fc.constant(null) }),
      ),
    ),
  }),
)

const identifiers: fc.Arbitrary<readonly RegisteredIdentifier[]> = fc.array(
  both(
    record({ kind: fc.constantFrom('medicaid' as const, 'other' as const), number: digits }),
    partial({ state: fc.constant('RI'), issuer: text }),
  ),
  { minLength: 1, maxLength: 3 },
)

const registered = {
  taxonomies,
  practice: maybe(practice),
  enumeratedOn: maybe(day),
  updatedOn: maybe(day),
}

/** A mailing address has no telephone and fax number. */
const sometimesRegistered = {
  mailing: fc.oneof(
    fc.constant('practice' as const),
    practice.map(({ address }): RegisteredAddress => ({ address, phone: null })),
  ),
  identifiers,
}

/** A named place has at least one further field. */
const place: fc.Arbitrary<ObservedPlace> = both(
  record({
    line1: text,
    postalCode: digits,
    officeHours: some(
      record({
        day: fc.constantFrom('mon' as const, 'sat' as const),
        open: fc.constantFrom('08:00', '09:30'),
        close: fc.constantFrom('12:00', '24:00'),
      }),
    ),
    accepting: maybe(fc.constantFrom('accepting' as const, 'not_accepting' as const)),
  }),
  partial({
    phone: both(record({ number: fc.constant('+14015550101') }), partial({ extension: fc.constant('12') })),
  }),
).filter(
  ({ officeHours, accepting, phone }) => officeHours.length > 0 || accepting !== null || phone !== undefined,
)

const provenance = (...sources: readonly string[]) => ({
  npi: fc.constant(npi),
  source: fc.constantFrom(...sources),
  asOf: maybe(day),
})

type Arbitraries = { readonly [Kind in Fact['kind']]: fc.Arbitrary<Extract<Fact, { kind: Kind }>> }

export const arbitraryFacts: Arbitraries = {
  clinician: both(
    record({
      kind: fc.constant('clinician'),
      ...provenance('nppes'),
      name: record({
        prefix: maybe(text),
        first: maybe(text),
        middle: maybe(text),
        last: text,
        suffix: maybe(text),
        credential: maybe(text),
      }),
      otherNames: some(
        record({
          kind: fc.constantFrom('former' as const, 'professional' as const),
          first: maybe(text),
          middle: maybe(text),
          last: text,
        }),
      ),
      gender: maybe(fc.constantFrom('F' as const, 'M' as const, 'X' as const)),
      ...registered,
    }),
    partial(sometimesRegistered),
  ),
  organization: both(
    record({
      kind: fc.constant('organization'),
      ...provenance('nppes'),
      legalName: text,
      doingBusinessAs: maybe(text),
      subpart: fc.boolean(),
      ...registered,
    }),
    partial({
      ...sometimesRegistered,
      otherName: record({ kind: fc.constantFrom('former' as const, 'other' as const), name: text }),
      parent: text,
      officialTitle: text,
    }),
  ),
  deactivation: record({
    kind: fc.constant('deactivation'),
    ...provenance('nppes'),
    deactivatedOn: maybe(day),
  }),
  secondary_location: record({
    kind: fc.constant('secondary_location'),
    ...provenance('nppes', 'cms_doctors_clinicians'),
    practice,
  }),
  other_organization_name: record({
    kind: fc.constant('other_organization_name'),
    ...provenance('nppes'),
    name: text,
    type: fc.constantFrom('3', '4', '5'),
  }),
  endpoint: record({
    kind: fc.constant('endpoint'),
    ...provenance('nppes'),
    type: fc.constantFrom('DIRECT', 'FHIR'),
    endpoint: text,
    use: maybe(text),
    content: maybe(text),
    affiliation: maybe(text),
  }),
  unfit_text: record({
    kind: fc.constant('unfit_text'),
    ...provenance('nppes'),
    texts: some(record({ field: fc.constantFrom('legal name', 'first name'), text })),
  }),
  network_listing: record({
    kind: fc.constant('network_listing'),
    ...provenance('plan_network'),
    carrier: fc.constantFrom('62308', '00890'),
  }),
  observation: record({
    kind: fc.constant('observation'),
    ...provenance('survey', 'partner', 'cms_doctors_clinicians'),
    languages: some(fc.constantFrom('es', 'pt', 'kea')),
    education: some(
      record({
        kind: fc.constantFrom('medical_school' as const, 'residency' as const),
        institution: text,
        field: maybe(text),
        year: maybe(fc.integer({ min: 1950, max: 2025 })),
      }),
    ),
    focus: some(text),
    telehealth: yesOrNo,
    affiliations: some(
      record({ kind: fc.constantFrom('group_practice' as const, 'hospital' as const), name: text }),
    ),
    assignment: maybe(fc.constantFrom('accepts' as const, 'may_accept' as const)),
    statement: maybe(text),
    places: some(place),
  }),
  facility: record({
    kind: fc.constant('facility'),
    ...provenance('cms_facilities'),
    name: text,
    taxonomyCodes: some(text),
    practice,
    point: maybe(
      record({
        lat: fc.double({ min: 24, max: 49, noNaN: true }),
        lng: fc.double({ min: -124, max: -67, noNaN: true }),
      }),
    ),
    emergency: yesOrNo,
  }),
}

/** Mostly observations, because these have the most combinations. */
export const arbitraryFact: fc.Arbitrary<Fact> = fc.oneof(
  { arbitrary: arbitraryFacts.observation, weight: 9 },
  ...Object.values(arbitraryFacts),
)
