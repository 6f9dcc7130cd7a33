/** The two cards: a clinician (`ProviderCard`) and a place of care (`LocationCard`), as they go over the wire. */
import * as z from 'zod'
import { npiPattern } from './npi-pattern.ts'

const date = z.iso.date()
const source = z.string().min(1)

/** Who said it and when; both null where nobody said anything. */
const saidBy = { source: source.nullable(), as_of: date.nullable() }

export const AcceptingNewPatients = z
  .object({ value: z.enum(['accepting', 'not_accepting', 'existing_only', 'unknown']), ...saidBy })
  .meta({
    id: 'AcceptingNewPatients',
    description: 'Whether new patients are taken here, who said so and when.',
  })

export const Telehealth = z
  .object({ value: z.enum(['offered', 'not_offered', 'unknown']), ...saidBy })
  .meta({ id: 'Telehealth', description: 'Whether visits by video or telephone are offered.' })

export const MedicareAssignment = z
  .object({ value: z.enum(['accepts', 'may_accept', 'unknown']), ...saidBy })
  .meta({
    id: 'MedicareAssignment',
    description:
      'Whether Medicare’s approved amount is taken as full payment: always (`accepts`) or case by case (`may_accept`).',
  })

export const EmergencyServices = z.object({ value: z.enum(['yes', 'no', 'unknown']), ...saidBy }).meta({
  id: 'EmergencyServices',
  description: 'Whether a list of facilities says that this place has emergency services.',
})

export const Affiliation = z
  .object({
    kind: z.enum(['group_practice', 'hospital']),
    name: z.string().min(1),
    source,
    as_of: date.nullable(),
  })
  .meta({ id: 'Affiliation', description: 'With whom a clinician works, as a source names it.' })

export const Statement = z
  .object({ text: z.string().min(1), source, as_of: date.nullable() })
  .meta({ id: 'Statement', description: 'In the words of the source.' })

export const OfficeHours = z
  .object({
    day: z.enum(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']),
    open: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/),
    close: z.string().regex(/^([01]\d|2[0-4]):[0-5]\d$/),
  })
  .meta({ id: 'OfficeHours', description: 'One observed opening interval, local time.' })

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

/** How exact `lat` and `lng` are: a street address, the middle of a ZIP code, the middle of a ZIP prefix; null: no point. */
export const GeoPrecision = z.enum(['address', 'zip_centroid', 'zip3_centroid']).nullable()

/** Why the address has no point although it has a ZIP code. */
export const AddressConflict = z
  .enum(['zip_in_another_state'])
  .nullable()
  .describe(
    'What contradicts itself in the registered address: its ZIP code is not in its state, so it has no point and no distance.',
  )

export const Source = z
  .object({ id: source, as_of: date.nullable() })
  .meta({ id: 'Source', description: 'Where facts of this card come from, and how fresh they are.' })

export const ClinicalFocus = z
  .object({ primary: z.string().nullable(), areas: z.array(z.string()).max(12) })
  .meta({ id: 'ClinicalFocus' })

const place = {
  location_uuid: z.uuid(),
  name: z
    .string()
    .nullable()
    .describe(
      'The organization here, or the street address where no single one is known. Its kind and town ("a pharmacy in Providence") where its registered name has a link, a telephone number, markup or the like.',
    ),
  address: Address,
  lat: z.number().min(-90).max(90).nullable(),
  lng: z.number().min(-180).max(180).nullable(),
  geo_precision: GeoPrecision,
  address_conflict: AddressConflict,
  phone: z
    .string()
    .regex(/^\+\d{7,15}$/)
    .nullable()
    .describe('E.164'),
  phone_extension: z
    .string()
    .regex(/^\d{1,10}$/)
    .nullable()
    .describe('Digits after `phone`, where a source writes them.'),
  fax: z
    .string()
    .regex(/^\+\d{7,15}$/)
    .nullable()
    .describe('E.164, as registered for this address.'),
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
      .describe('Only in responses with a position.'),
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
        number: z.string().nullable().describe('Null where only the state is registered.'),
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
    description: 'A number besides the NPI that the registrant gave to the registry.',
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
      .describe('Listed by the payer. Absence says nothing about being out of network.'),
    source,
    as_of: date.nullable(),
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
      .describe('`former`: registered as such, or the name in an earlier registry file.'),
    first: z.string().nullable(),
    middle: z.string().nullable(),
    last: z.string().nullable(),
  })
  .meta({ id: 'OtherName' })

export const PlaceName = z
  .object({
    kind: z
      .enum(['legal', 'trade', 'former', 'other'])
      .describe('`former`: registered as such, or a name in an earlier registry file.'),
    name: z.string().min(1),
  })
  .meta({ id: 'PlaceName', description: 'A name of the organization besides `name` and `legal_name`.' })

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
    languages: z.array(z.string()).describe('BCP 47 tags that a source states; empty when none does.'),
    gender: z.enum(['F', 'M', 'X']).nullable(),
    telehealth: Telehealth,
    medicare_assignment: MedicareAssignment,
    affiliations: z.array(Affiliation),
    statements: z.array(Statement),
    carriers: z.array(CarrierListing),
    practice_locations: z.array(PracticeLocation),
    mailing_address: Address.nullable().describe(
      'As registered; null where it is the practice address, or unknown.',
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
      .describe(
        'BCP 47 tags that a source states of the place or of a clinician here; empty when none does.',
      ),
    organization_npi: z
      .string()
      .nullable()
      .describe(
        'The registration that stands for the place. From it alone come `legal_name`, `parent_organization`, ' +
          '`authorized_official_title`, `mailing_address`, `fax`, `phone_extension`, `identifiers`, `enumerated_on` and `updated_on`.',
      ),
    organization_npis: z
      .array(z.string())
      .describe(
        'All registrations of the organization at this place, `organization_npi` first. From all of them come `specialties` and `other_names`.',
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
        'Title or position of the person who may act for `organization_npi`, as registered; never the name.',
      ),
    specialties: z
      .array(Specialty)
      .describe('What the organization is registered as; only `organization_npi` has a primary code.'),
    mailing_address: Address.nullable().describe(
      'As registered; null where it is the address of this place, or unknown.',
    ),
    identifiers: z.array(Identifier),
    enumerated_on: date.nullable().describe('When `organization_npi` was issued.'),
    updated_on: date.nullable().describe('When `organization_npi` last updated its registration.'),
    provider_count: z.int().nonnegative(),
    providers: z.array(RosterEntry),
    sources: z.array(Source),
  })
  .meta({ id: 'LocationCard' })

/** What a search adds to a card. */
const hit = {
  score: z.number().min(0).max(1).nullable().describe('With q only; comparable inside one response only.'),
  distance_miles: z
    .number()
    .nonnegative()
    .optional()
    .describe('To the nearest practice location; only with a position.'),
  truncated_fields: z.array(z.string()).optional().describe('Fields cut to fit the response budget.'),
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
