/** Converts cards to search documents: the only place that decides which fields can be searched and sorted by. */
import type { LocationCard, ProviderCard } from '@careatlas/contract/cards'
import type { Point } from '@careatlas/directory/distance'
import { foldName } from '@careatlas/directory/person-name'
import { taxonomyOf } from '@careatlas/directory/taxonomy'
import { type ClinicalSlice, noTraits, type Traits } from './relevance.ts'

/** The indexed content of one provider or location. */
export interface SearchDocument {
  /** NPI or `location_uuid`. */
  readonly id: string
  /** Clinical content; documents with the same content share it. */
  readonly slice: ClinicalSlice
  readonly traits: Traits
  /** Names, organizations, towns, and prose of sources. */
  readonly text: string
  /** Active practice locations; none if no place is known. */
  readonly points: readonly Point[]
  /** Normalized codes; none for a location. */
  readonly carriers: readonly string[]
  /** Compared byte by byte: folded last, first and middle name, or the folded name of the place. */
  readonly sortName: string
}

/** Weight of the codes other than the primary one: few clinicians practice everything that they are registered for. */
const secondaryCodeWeight = 0.8

/** A provider matches by codes, names and places, near every active place. */
export function providerDocument(card: ProviderCard): SearchDocument {
  const { last, first, middle } = card.name
  const places = card.practice_locations.filter(({ active }) => active)
  const prose = card.statements.map(({ text }) => text).join(' ')
  return {
    id: card.npi,
    slice: {
      codes: weightedCodes(card.specialties),
      prose: [...reportedAreas(card), prose].filter(Boolean).join('. '),
    },
    traits: {
      gender: card.gender,
      languages: card.languages,
      telehealth: card.telehealth.value === 'offered',
      accepting: places.some(({ accepting_new_patients }) => accepting_new_patients.value === 'accepting'),
    },
    text: [
      card.name.display,
      // Three times, because "Doctor Murray" usually means the last name.
      last,
      last,
      ...card.other_names.map((other) => [other.first, other.middle, other.last].join(' ')),
      ...card.affiliations.map(({ name }) => name),
      ...card.education_training.map(({ institution }) => institution ?? ''),
      ...places.flatMap(({ name, address }) => [organizationName(name, address), address.city ?? '']),
      ...reportedAreas(card),
      prose,
    ].join('\n'),
    points: places.flatMap(toPoints),
    carriers: card.carriers.map(({ code }) => code),
    sortName: [last, first, middle].map((part) => foldName(part ?? '')).join('\t'),
  }
}

/** Empty for a place without a known organization: its name begins with the house number, which must not match clinicians. */
export function organizationName(name: string | null, { line_1 }: LocationCard['address']): string {
  if (isDescription(name)) return ''
  const houseNumber = /^\d\S*/.exec(line_1 ?? '')?.[0]
  return name === null || (houseNumber !== undefined && name.startsWith(`${houseNumber} `)) ? '' : name
}

/** Whether a description such as "a pharmacy in Providence" replaces the name, which begins with a capital letter. */
function isDescription(name: string | null): boolean {
  return name !== null && /^an? /.test(name)
}

/** Sorted, so that clinicians with the same codes share one slice. */
function weightedCodes(specialties: ProviderCard['specialties']): ClinicalSlice['codes'] {
  const main = specialties.find(({ primary }) => primary) ?? specialties[0]
  const codes = new Set(specialties.map(({ code }) => code))
  return [...codes]
    .toSorted()
    .map((code) => ({ code, weight: code === main?.code ? 1 : secondaryCodeWeight }))
}

/** Areas that a source reports, without those that repeat the field of a code. */
function reportedAreas({ clinical_focus, specialties }: ProviderCard): readonly string[] {
  const fields = new Set(specialties.map(({ code }) => taxonomyOf(code)?.field.toLowerCase()))
  return clinical_focus.areas.filter((area) => !fields.has(area.toLowerCase()))
}

/** A location matches by the codes of its organization and roster, its names, street and town, and its point. */
export function locationDocument(card: LocationCard, codes: ClinicalSlice['codes']): SearchDocument {
  const name = isDescription(card.name) ? null : card.name
  return {
    id: card.location_uuid,
    slice: { codes, prose: '' },
    traits: noTraits,
    text: [name, card.address.line_1, card.address.city].join('\n'),
    points: toPoints(card),
    carriers: [],
    sortName: foldName(name ?? ''),
  }
}

/** Empty if the coordinates are unknown. */
function toPoints({ lat, lng }: Pick<LocationCard, 'lat' | 'lng'>): readonly Point[] {
  return lat === null || lng === null ? [] : [{ lat, lng }]
}
