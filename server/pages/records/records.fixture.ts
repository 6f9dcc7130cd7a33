/** For tests: a directory whose cards have every kind of fact, names with markup, and a place with many clinicians. */
import { LocationCard, type OfficeHours, ProviderCard } from '@careatlas/contract/cards'
import type { Carrier } from '@careatlas/directory/snapshot/format'
import { locationCard, providerCard, publishSmallDirectory, small } from '../../small-directory.fixture.ts'

/** Text that would run a script, or end one, if it became markup. */
export const hostile = `<img src=x onerror="document.title='run'">`
export const endOfScript = `</script><script>document.title='run'</script>`

export const full = {
  npi: '2000000069',
  /** A clinician whose card states almost nothing. */
  bare: '2000000077',
  hostileNpi: '2000000085',
  uuid: '7d0c2a3e-8c1f-5a57-9f6e-0d0a7a2f4c12',
  rosterCount: 120,
  /** A place with a thousand clinicians, and with markup in all its texts. */
  hostileUuid: '7d0c2a3e-8c1f-5a57-9f6e-0d0a7a2f4c99',
  hostileCount: 1_000,
  /** An organization with these places. */
  organization: '2000000093',
  /** A Tuesday, 3:30 PM in Rhode Island. */
  open: new Date('2026-11-10T20:30:00Z'),
  /** The same day, 9 PM. */
  closed: new Date('2026-11-11T02:00:00Z'),
} as const

const survey = { source: 'office_survey', as_of: '2026-10-01' } as const
const network = { source: 'plan_network', as_of: '2026-10-31' } as const
const sources = [
  { id: 'nppes', as_of: '2026-11-09' },
  { id: 'office_survey', as_of: '2026-10-01' },
]

const office_hours: readonly OfficeHours[] = [
  ...(['mon', 'tue', 'wed', 'thu'] as const).flatMap((day) => [
    { day, open: '08:00', close: '12:00' },
    { day, open: '13:00', close: '17:30' },
  ]),
  { day: 'fri', open: '08:00', close: '12:00' },
]

const base = providerCard()
const [basePlace] = base.practice_locations as [ProviderCard['practice_locations'][number]]

/** A clinician with every kind of fact. */
const fullCard: ProviderCard = ProviderCard.parse({
  ...base,
  npi: full.npi,
  name: { ...base.name, first: 'ANA', last: 'REYES', display: 'Ana Reyes, MD' },
  other_names: [{ kind: 'former', first: 'ANA', middle: null, last: 'SOUZA' }],
  biography: 'Ana Reyes is a cardiologist in Providence, Rhode Island.',
  clinical_focus: { primary: 'heart care', areas: ['Heart failure', 'Arrhythmia'] },
  education_training: [
    { kind: 'medical_school', institution: 'Brown University', field: null, year: 2004 },
    { kind: 'residency', institution: null, field: 'Internal medicine', year: null },
  ],
  specialties: [
    {
      code: '207RC0000X',
      name: 'cardiologist',
      primary: true,
      licenses: [{ state: 'RI', number: 'MD12345' }],
    },
  ],
  languages: ['en', 'es', 'kea'],
  telehealth: { value: 'offered', ...survey },
  medicare_assignment: { value: 'accepts', source: 'cms_doctors_clinicians', as_of: '2026-09-15' },
  affiliations: [{ kind: 'hospital', name: 'Bay Hospital', ...survey }],
  statements: [{ text: 'We answer the telephone in two languages.', ...survey }],
  carriers: [{ code: 'MEDICARE', name: 'Medicare', status: 'listed', ...network }],
  practice_locations: [
    {
      ...basePlace,
      location_uuid: full.uuid,
      name: 'Bay Heart Group',
      phone_extension: '12',
      fax: '+14015550199',
      office_hours,
      accepting_new_patients: { value: 'accepting', ...survey },
    },
    { ...basePlace, primary: false },
  ],
  mailing_address: { ...basePlace.address, line_1: 'PO BOX 12' },
  identifiers: [{ kind: 'medicaid', number: 'RI0042', state: 'RI', issuer: null }],
  updated_on: '2026-05-01',
  sources,
})

const bareCard: ProviderCard = ProviderCard.parse({
  ...base,
  npi: full.bare,
  name: { ...base.name, first: 'LEE', last: 'CHO', credential: null, display: 'Lee Cho' },
  specialties: [],
  gender: null,
  carriers: [],
  practice_locations: [
    {
      ...basePlace,
      phone: null,
      address: { ...basePlace.address, state: 'TX', postal_code: '79901' },
      office_hours,
    },
  ],
  enumerated_on: null,
})

const hostileCard: ProviderCard = ProviderCard.parse({
  ...fullCard,
  npi: full.hostileNpi,
  name: { ...base.name, display: `Eve ${hostile}${endOfScript}` },
  biography: `${hostile}${endOfScript}`,
  carriers: [
    { code: 'EVIL', name: `Evil ${hostile}`, status: 'listed', source: 'plan_network', as_of: null },
  ],
  practice_locations: [
    { ...basePlace, name: hostile, address: { ...basePlace.address, line_1: hostile, city: endOfScript } },
  ],
})

const carriers: readonly Carrier[] = [
  {
    code: 'EVIL',
    kind: 'program',
    name: `Evil ${hostile}`,
    aliases: [],
    provider_count: 1,
    data_as_of: null,
  },
  {
    code: '00890',
    kind: 'payer_id',
    name: 'Ocean State Health',
    aliases: ['Ocean Gold HMO'],
    provider_count: 40,
    data_as_of: '2026-10-15',
  },
]

const fullPlace: LocationCard = LocationCard.parse({
  ...locationCard,
  location_uuid: full.uuid,
  name: 'Bay Heart Group',
  office_hours,
  languages: ['en', 'pt'],
  emergency_services: { value: 'no', source: 'cms_facilities', as_of: '2026-08-01' },
  organization_npi: full.organization,
  organization_npis: [full.organization],
  legal_name: 'BAY HEART GROUP LLC',
  authorized_official_title: 'PRACTICE MANAGER',
  other_names: [{ kind: 'trade', name: 'Bay Cardiology' }],
  specialties: [{ code: '261QM1300X', name: 'clinic', primary: true, licenses: [] }],
  provider_count: full.rosterCount,
  providers: Array.from({ length: full.rosterCount }, (_, index) => ({
    npi: full.npi,
    name: `Clinician ${String(index + 1).padStart(3, '0')}`,
    specialty: index === 0 ? null : ['cardiologist', 'nurse practitioner', 'internist'][index % 3]!,
    accepting_new_patients:
      index === 0 ? { value: 'accepting', ...survey } : { value: 'unknown', source: null, as_of: null },
  })),
  sources,
})

const hostilePlace: LocationCard = LocationCard.parse({
  ...fullPlace,
  location_uuid: full.hostileUuid,
  name: `Evil ${hostile}${endOfScript}`,
  summary: `${hostile}${endOfScript}`,
  organization_npi: null,
  legal_name: `${hostile}${endOfScript}`,
  address: { ...fullPlace.address, line_1: hostile, city: endOfScript },
  provider_count: full.hostileCount,
  providers: Array.from({ length: full.hostileCount }, (_, index) => ({
    npi: full.hostileNpi,
    name: `Clinician ${index} ${hostile}`,
    specialty: `care ${index % 40} ${hostile}${endOfScript}`,
    accepting_new_patients: { value: 'unknown', source: null, as_of: null },
  })),
})

/** Places of an organization that has too many for one page. */
const manyUuids = Array.from(
  { length: 60 },
  (_, index) => `7d0c2a3e-8c1f-5a57-9f6e-0000000000${String(index).padStart(2, '0')}`,
)

/** Publishes the small directory with these records. */
export function publishRecords(dataDir: string, generation: string): Promise<void> {
  return publishSmallDirectory(dataDir, generation, undefined, {
    providers: [fullCard, bareCard, hostileCard],
    locations: [
      fullPlace,
      hostilePlace,
      ...manyUuids.map((uuid) => ({ ...locationCard, location_uuid: uuid })),
    ],
    carriers,
    registry: [
      {
        npi: full.organization,
        status: 'organization',
        locationUuids: [full.hostileUuid, full.uuid, small.uuid, small.former.left, ...manyUuids],
      },
    ],
  })
}
