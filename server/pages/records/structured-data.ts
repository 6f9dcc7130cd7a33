/** Cards in the vocabulary of schema.org, only with what the card states. */
import type {
  Address,
  LocationCard,
  OfficeHours,
  PracticeLocation,
  ProviderCard,
} from '@careatlas/contract/cards'
import { addressLines } from './contact.ts'

/** @param url the address of the page */
export function describeProviderForMachines(card: ProviderCard, url: string): object {
  const { npi, name, languages, gender, specialties, practice_locations: places } = card
  const type = providerType(specialties.find(({ primary }) => primary)?.code ?? '')
  const place = places.find(({ primary }) => primary) ?? places[0]
  const common = {
    '@context': 'https://schema.org',
    '@type': type,
    '@id': url,
    url,
    name: name.display,
    identifier: { '@type': 'PropertyValue', propertyID: 'NPI', value: npi },
    ...(languages.length > 0 && { knowsLanguage: languages }),
  }
  if (type !== 'Person') return { ...common, ...(place && contactOf(place)), ...newPatients(place) }
  return {
    ...common,
    ...(specialties[0] && { jobTitle: specialties[0].name }),
    ...(gender !== null && gender !== 'X' && { gender: gender === 'F' ? 'Female' : 'Male' }),
    ...(place && { workLocation: { '@type': 'Place', ...nameOf(place), ...contactOf(place) } }),
  }
}

/** NUCC: physicians have codes with 20, dentists with 1223. schema.org has no type for other professions. */
function providerType(code: string): 'Physician' | 'Dentist' | 'Person' {
  if (code.startsWith('20')) return 'Physician'
  return code.startsWith('1223') ? 'Dentist' : 'Person'
}

function newPatients(place: PracticeLocation | undefined): object {
  const value = place?.accepting_new_patients.value
  if (value === undefined || value === 'unknown') return {}
  return { isAcceptingNewPatients: value === 'accepting' }
}

/** @param url the address of the page */
export function describeLocationForMachines(card: LocationCard, url: string): object {
  const { organization_npi: npi, legal_name, languages, specialties } = card
  return {
    '@context': 'https://schema.org',
    '@type': locationType(specialties.map(({ code }) => code)),
    '@id': url,
    url,
    ...nameOf(card),
    ...contactOf(card),
    ...(npi !== null && { identifier: { '@type': 'PropertyValue', propertyID: 'NPI', value: npi } }),
    ...(legal_name !== null && { legalName: legal_name }),
    ...(languages.length > 0 && { knowsLanguage: languages }),
  }
}

/** NUCC: hospitals have codes with 28, clinics with 261, pharmacies with 3336. */
function locationType(codes: readonly string[]): string {
  const types = { '28': 'Hospital', '261': 'MedicalClinic', '3336': 'Pharmacy' }
  const found = Object.entries(types).find(([prefix]) => codes.some((code) => code.startsWith(prefix)))
  return found?.[1] ?? 'MedicalBusiness'
}

type Place = Pick<
  PracticeLocation,
  'name' | 'address' | 'phone' | 'fax' | 'office_hours' | 'lat' | 'lng' | 'geo_precision'
>

function nameOf({ name, address }: Pick<Place, 'name' | 'address'>): object {
  return { name: name ?? addressLines(address).join(', ') }
}

function contactOf({ address, phone, fax, office_hours, lat, lng, geo_precision }: Place): object {
  const isExact = geo_precision === 'address' && lat !== null && lng !== null
  return {
    address: postalAddress(address),
    ...(phone !== null && { telephone: phone }),
    ...(fax !== null && { faxNumber: fax }),
    ...(isExact && { geo: { '@type': 'GeoCoordinates', latitude: lat, longitude: lng } }),
    ...(office_hours.length > 0 && { openingHoursSpecification: office_hours.map(openingHours) }),
  }
}

function postalAddress(address: Address): object {
  const [street] = addressLines({ ...address, city: null, state: null, postal_code: null })
  const parts = {
    streetAddress: street,
    addressLocality: address.city,
    addressRegion: address.state,
    postalCode: address.postal_code,
  }
  const known = Object.entries(parts).filter(([, value]) => value !== null && value !== undefined)
  return { '@type': 'PostalAddress', ...Object.fromEntries(known), addressCountry: address.country }
}

const dayNames = {
  mon: 'Monday',
  tue: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
  sun: 'Sunday',
} as const

function openingHours({ day, open, close }: OfficeHours): object {
  return {
    '@type': 'OpeningHoursSpecification',
    dayOfWeek: dayNames[day],
    opens: open,
    closes: close === '24:00' ? '23:59' : close,
  }
}
