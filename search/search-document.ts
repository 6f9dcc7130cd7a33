/** What search indexes of a card: the one place that decides which of its fields can be searched and sorted by. */
import type { LocationCard, ProviderCard } from '@careatlas/contract/cards'
import type { Point } from '@careatlas/directory/distance'
import { foldName } from '@careatlas/directory/person-name'
import { taxonomyOf } from '@careatlas/directory/taxonomy'
import { type ClinicalSlice, noTraits, type Traits } from './relevance.ts'

/** What search knows of one provider or location. */
export interface SearchDocument {
  /** NPI or `location_uuid`. */
  readonly id: string
  /** What is done: shared by all who do the same. */
  readonly slice: ClinicalSlice
  readonly traits: Traits
  /** Who and where: names, organizations, towns, and what sources say in prose. */
  readonly text: string
  /** Active practice locations; none when no place is known. */
  readonly points: readonly Point[]
  /** Normalized codes; none for a location. */
  readonly carriers: readonly string[]
  /** Compared byte by byte: folded last, first and middle name, or the folded name of the place. */
  readonly sortName: string
}

/** What somebody holds besides the first code counts less: few practice all that they are registered for. */
const secondCodeWeight = 0.8

/** A clinician is found by what they do, their names and places, near every active place. */
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
      // Said thrice: who asks for Doctor Murray seldom means somebody whose first name it is.
      last,
      last,
      ...card.other_names.map((other) => [other.first, other.middle, other.last].join(' ')),
      ...card.affiliations.map(({ name }) => name),
      ...card.education_training.map(({ institution }) => institution ?? ''),
      ...places.flatMap(({ name, address }) => [organizationName(name, address), address.city ?? '']),
      ...reportedAreas(card),
      prose,
    ].join('\n'),
    points: places.flatMap(pointOf),
    carriers: card.carriers.map(({ code }) => code),
    sortName: [last, first, middle].map((part) => foldName(part ?? '')).join('\t'),
  }
}

/** A place of no known organization is called by its house, by which nobody looks for a clinician. */
function organizationName(name: string | null, { line_1 }: LocationCard['address']): string {
  if (isDescription(name)) return ''
  const house = /^\d\S*/.exec(line_1 ?? '')?.[0]
  return name === null || (house !== undefined && name.startsWith(`${house} `)) ? '' : name
}

/** "a pharmacy in Providence" replaces a name that cannot be shown, and must not match as a name. Names begin with a capital. */
function isDescription(name: string | null): boolean {
  return name !== null && /^an? /.test(name)
}

/** In the order of codes, so that equal practices are one slice. */
function weightedCodes(specialties: ProviderCard['specialties']): ClinicalSlice['codes'] {
  const first = specialties.find(({ primary }) => primary) ?? specialties[0]
  const held = new Set(specialties.map(({ code }) => code))
  return [...held].toSorted().map((code) => ({ code, weight: code === first?.code ? 1 : secondCodeWeight }))
}

/** Areas that a source reports: those that do not merely follow from a code. */
function reportedAreas({ clinical_focus, specialties }: ProviderCard): readonly string[] {
  const fields = new Set(specialties.map(({ code }) => taxonomyOf(code)?.field.toLowerCase()))
  return clinical_focus.areas.filter((area) => !fields.has(area.toLowerCase()))
}

/** A place of care is found by what it and its roster do, its names, street and town, and its point. */
export function locationDocument(card: LocationCard, codes: ClinicalSlice['codes']): SearchDocument {
  const name = isDescription(card.name) ? null : card.name
  return {
    id: card.location_uuid,
    slice: { codes, prose: '' },
    traits: noTraits,
    text: [name, card.address.line_1, card.address.city].join('\n'),
    points: pointOf(card),
    carriers: [],
    sortName: foldName(name ?? ''),
  }
}

function pointOf({ lat, lng }: Pick<LocationCard, 'lat' | 'lng'>): readonly Point[] {
  return lat === null || lng === null ? [] : [{ lat, lng }]
}
