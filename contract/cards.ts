/** The two kinds of cards in API responses: clinicians (`ProviderCard`) and places of care (`LocationCard`). */
import * as z from 'zod'
import { npiPattern } from './npi-pattern.ts'

const date = z.iso.date()
const source = z.string().min(1)

/** The source of a statement and its date. */
const sourceAndDate = { source, as_of: date.nullable() }

/** The source of a value and its date; both are null if no source states a value. */
const attribution = { ...sourceAndDate, source: source.nullable() }

/** E.164. */
const telephone = z
  .string()
  .regex(/^\+\d{7,15}$/)
  .nullable()

export const AcceptingNewPatients = z
  .object({ value: z.enum(['accepting', 'not_accepting', 'existing_only', 'unknown']), ...attribution })
  .meta({
    id: 'AcceptingNewPatients',
    description: 'Whether the clinician accepts new patients here, with the source and its date.',
  })

export const Telehealth = z
  .object({ value: z.enum(['offered', 'not_offered', 'unknown']), ...attribution })
  .meta({ id: 'Telehealth', description: 'Whether the clinician offers visits by video or telephone.' })

export const MedicareAssignment = z
  .object({ value: z.enum(['accepts', 'may_accept', 'unknown']), ...attribution })
  .meta({
    id: 'MedicareAssignment',
    description:
      'Whether the clinician accepts the amount that Medicare approves as full payment: always (`accepts`) or case by case (`may_accept`).',
  })

export const EmergencyServices = z.object({ value: z.enum(['yes', 'no', 'unknown']), ...attribution }).meta({
  id: 'EmergencyServices',
  description: 'Whether this place has emergency services, according to a facility list.',
})

export const Affiliation = z
  .object({
    kind: z.enum(['group_practice', 'hospital']),
    name: z.string().min(1),
    ...sourceAndDate,
  })
  .meta({
    id: 'Affiliation',
    description: 'A group practice or hospital that a clinician works with, as the source names it.',
  })

export const Statement = z
  .object({ text: z.string().min(1), ...sourceAndDate })
  .meta({ id: 'Statement', description: 'A text that is quoted from a source.' })

export const OfficeHours = z
  .object({
    day: z.enum(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']),
    open: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/),
    close: z.string().regex(/^([01]\d|2[0-4]):[0-5]\d$/),
  })
  .meta({ id: 'OfficeHours', description: 'One opening interval in local time.' })

export const Address = z
  .object({
    line_1: z.string().nullable(),
    line_2: z.string().nullable(),
    city: z.string().nullable(),
    state: z.string().nullable(),
    postal_code: z.string().nullable(),
    country: z.string().length(2).describe('ISO 3166-1 alpha-2'),
  })
  .meta({ id: 'Address' })

/** The precision of `lat` and `lng`: street address, centroid of the ZIP code or of the ZIP prefix; null if there is no point. */
export const GeoPrecision = z.enum(['address', 'zip_centroid', 'zip3_centroid']).nullable()

/** The reason why an address with a ZIP code has no point. */
export const AddressConflict = z
  .enum(['zip_in_another_state'])
  .nullable()
  .describe(
    'A contradiction in the registered address: its ZIP code is not in its state, so it has no coordinates and no distance.',
  )

export const Source = z
  .object({ id: source, as_of: date.nullable() })
  .meta({ id: 'Source', description: 'A source of this card, and the date of its data.' })

export const ClinicalFocus = z
  .object({ primary: z.string().nullable(), areas: z.array(z.string()).max(12) })
  .meta({ id: 'ClinicalFocus' })

const place = {
  location_uuid: z.uuid(),
  name: z
    .string()
    .nullable()
    .describe(
      'The name of the organization here, or the street address if there is not exactly one. If the registered name contains a link, a telephone number or markup, its kind and town instead ("a pharmacy in Providence").',
    ),
  address: Address,
  lat: z.number().min(-90).max(90).nullable(),
  lng: z.number().min(-180).max(180).nullable(),
  geo_precision: GeoPrecision,
  address_conflict: AddressConflict,
  phone: telephone.describe('E.164'),
  phone_extension: z
    .string()
    .regex(/^\d{1,10}$/)
    .nullable()
    .describe('The extension of `phone`, if a source has one.'),
  fax: telephone.describe('E.164, as registered for this address.'),
}

export const PracticeLocation = z
  .object({
    ...place,
    primary: z.boolean(),
    active: z.boolean(),
    office_hours: z.array(OfficeHours),
    accepting_new_patients: AcceptingNewPatients,
    distance_miles: z
      .number()
      .nonnegative()
      .nullable()
      .optional()
      .describe('Only if the search has a position.'),
  })
  .meta({ id: 'PracticeLocation' })

export const Specialty = z
  .object({
    code: z.string().length(10).describe('NUCC taxonomy code'),
    name: z.string(),
    primary: z.boolean(),
    licenses: z.array(
      z.object({
        state: z.string().nullable(),
        number: z.string().nullable().describe('Null if only the state is registered.'),
      }),
    ),
  })
  .meta({ id: 'Specialty' })

export const Identifier = z
  .object({
    kind: z.enum(['medicaid', 'other']),
    number: z.string().min(1).describe('As registered.'),
    state: z.string().length(2).nullable().describe('For Medicaid, the state of the program.'),
    issuer: z.string().nullable().describe('As registered; null for Medicaid.'),
  })
  .meta({
    id: 'Identifier',
    description: 'An identifier other than the NPI, as the provider registered it.',
  })

export const Education = z
  .object({
    kind: z.enum(['medical_school', 'degree', 'residency', 'fellowship', 'certification', 'other']),
    institution: z.string().nullable(),
    field: z.string().nullable(),
    year: z.int().nullable(),
  })
  .meta({ id: 'Education' })

export const CarrierListing = z
  .object({
    code: z.string(),
    name: z.string(),
    status: z
      .literal('listed')
      .describe('The payer lists the provider. A missing carrier does not mean out of network.'),
    ...sourceAndDate,
  })
  .meta({ id: 'CarrierListing' })

export const PersonName = z
  .object({
    first: z.string().nullable(),
    middle: z.string().nullable(),
    last: z.string().nullable(),
    suffix: z.string().nullable(),
    credential: z.string().nullable(),
    display: z.string(),
  })
  .meta({ id: 'PersonName' })

export const OtherName = z
  .object({
    kind: z
      .enum(['former', 'professional', 'other'])
      .describe('`former`: registered as a former name, or the name in an earlier registry file.'),
    first: z.string().nullable(),
    middle: z.string().nullable(),
    last: z.string().nullable(),
  })
  .meta({ id: 'OtherName' })

export const PlaceName = z
  .object({
    kind: z
      .enum(['legal', 'trade', 'former', 'other'])
      .describe('`former`: registered as a former name, or the name in an earlier registry file.'),
    name: z.string().min(1),
  })
  .meta({ id: 'PlaceName', description: 'A name of the organization other than `name` and `legal_name`.' })

export const ProviderCard = z
  .object({
    npi: z.string().regex(npiPattern),
    name: PersonName,
    other_names: z.array(OtherName),
    biography: z.string().min(1).max(2400),
    short_biography: z.string().min(1).max(280),
    clinical_focus: ClinicalFocus,
    education_training: z.array(Education),
    specialties: z.array(Specialty),
    languages: z.array(z.string()).describe('BCP 47 tags; empty if no source states a language.'),
    gender: z.enum(['F', 'M', 'X']).nullable(),
    telehealth: Telehealth,
    medicare_assignment: MedicareAssignment,
    affiliations: z.array(Affiliation),
    statements: z.array(Statement),
    carriers: z.array(CarrierListing),
    practice_locations: z.array(PracticeLocation),
    mailing_address: Address.nullable().describe(
      'As registered; null if it is unknown or equal to the practice address.',
    ),
    identifiers: z.array(Identifier),
    status: z.literal('active'),
    enumerated_on: date.nullable(),
    updated_on: date.nullable(),
    sources: z.array(Source),
  })
  .meta({ id: 'ProviderCard' })

export const RosterEntry = z
  .object({
    npi: z.string(),
    name: z.string(),
    specialty: z.string().nullable(),
    accepting_new_patients: AcceptingNewPatients,
  })
  .meta({ id: 'RosterEntry' })

export const LocationCard = z
  .object({
    ...place,
    summary: z.string().min(1),
    clinical_focus: ClinicalFocus,
    office_hours: z.array(OfficeHours),
    emergency_services: EmergencyServices,
    languages: z
      .array(z.string())
      .describe('BCP 47 tags of the place and of its clinicians; empty if no source states a language.'),
    organization_npi: z
      .string()
      .nullable()
      .describe(
        'The primary registration of the organization at this place. It is the only source of `legal_name`, `parent_organization`, ' +
          '`authorized_official_title`, `mailing_address`, `fax`, `phone_extension`, `identifiers`, `enumerated_on` and `updated_on`.',
      ),
    organization_npis: z
      .array(z.string())
      .describe(
        'All registrations of the organization at this place, `organization_npi` first. They are the sources of `specialties` and `other_names`.',
      ),
    legal_name: z.string().nullable().describe('Legal business name of `organization_npi`.'),
    other_names: z.array(PlaceName),
    parent_organization: z
      .string()
      .nullable()
      .describe('Legal business name of the organization that `organization_npi` is a subpart of.'),
    authorized_official_title: z
      .string()
      .nullable()
      .describe(
        'Title or position of the authorized official of `organization_npi`, as registered; the name is never included.',
      ),
    specialties: z
      .array(Specialty)
      .describe('Registered taxonomies of the organization; only `organization_npi` has a primary code.'),
    mailing_address: Address.nullable().describe(
      'As registered; null if it is unknown or equal to the address of this place.',
    ),
    identifiers: z.array(Identifier),
    enumerated_on: date.nullable().describe('The date when `organization_npi` was issued.'),
    updated_on: date
      .nullable()
      .describe('The date of the last update of the registration of `organization_npi`.'),
    provider_count: z.int().nonnegative(),
    providers: z.array(RosterEntry),
    sources: z.array(Source),
  })
  .meta({ id: 'LocationCard' })

/** The fields that a search adds to a card. */
const hit = {
  score: z
    .number()
    .min(0)
    .max(1)
    .nullable()
    .describe(
      'Estimated probability that no other record answers `q` better, by its specialty or by the name in `q`. Null without `q`. Not a measure of quality.',
    ),
  distance_miles: z
    .number()
    .nonnegative()
    .optional()
    .describe('Distance to the nearest practice location; only if the search has a position.'),
  truncated_fields: z
    .array(z.string())
    .optional()
    .describe('Fields that were shortened to fit the response budget.'),
}

export const ProviderHit = ProviderCard.extend({
  ...hit,
  practice_location_count: z.int().optional(),
  carrier_count: z.int().optional(),
}).meta({ id: 'ProviderHit' })

export const LocationHit = LocationCard.extend(hit).meta({ id: 'LocationHit' })

export type Address = z.infer<typeof Address>
export type AcceptingNewPatients = z.infer<typeof AcceptingNewPatients>
export type Affiliation = z.infer<typeof Affiliation>
export type CarrierListing = z.infer<typeof CarrierListing>
export type ClinicalFocus = z.infer<typeof ClinicalFocus>
export type Education = z.infer<typeof Education>
export type EmergencyServices = z.infer<typeof EmergencyServices>
export type Identifier = z.infer<typeof Identifier>
export type LocationCard = z.infer<typeof LocationCard>
export type LocationHit = z.infer<typeof LocationHit>
export type MedicareAssignment = z.infer<typeof MedicareAssignment>
export type OfficeHours = z.infer<typeof OfficeHours>
export type OtherName = z.infer<typeof OtherName>
export type PersonName = z.infer<typeof PersonName>
export type PlaceName = z.infer<typeof PlaceName>
export type PracticeLocation = z.infer<typeof PracticeLocation>
export type ProviderCard = z.infer<typeof ProviderCard>
export type ProviderHit = z.infer<typeof ProviderHit>
export type RosterEntry = z.infer<typeof RosterEntry>
export type Source = z.infer<typeof Source>
export type Statement = z.infer<typeof Statement>
export type Specialty = z.infer<typeof Specialty>
export type Telehealth = z.infer<typeof Telehealth>
