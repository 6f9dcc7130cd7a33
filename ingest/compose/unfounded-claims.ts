/** What a card's prose claims without a fact on the card: the standard that the tests hold every composed text to. */
import type { LocationCard, ProviderCard } from '@careatlas/contract/cards'
import { allTaxonomies, type Taxonomy, taxonomyOf } from '@careatlas/directory/taxonomy'
import { cityOf } from './address-in-words.ts'
import { hoursInWords } from './hours.ts'
import { languageName } from './language.ts'

/** What prose could wrongly say: the languages, cities and credentials that the checked cards are made of. */
export interface Claimable {
  /** BCP 47 */
  readonly languages: readonly string[]
  /** As prose writes them. */
  readonly cities: readonly string[]
  readonly credentials: readonly string[]
}

/** One sentence for each claim of `card.biography` that no field of the card bears out; empty for an honest card. */
export function unfoundedClaims(card: ProviderCard, claimable: Claimable): readonly string[] {
  const taxonomies = card.specialties
    .map(({ code }) => taxonomyOf(code))
    .filter((taxonomy) => taxonomy !== null)
  const said = withoutCare(card.biography, taxonomies)
  return [
    ...unfounded('specialty', saidSpecialties(said), namesOf(taxonomies)),
    ...unfounded('language', saidOf(said, claimable.languages.map(nameOf)), card.languages.map(nameOf)),
    ...unfounded(
      'credential',
      saidOf(withoutNames(said, taxonomies), claimable.credentials),
      card.name.credential?.split(', ') ?? [],
    ),
    ...unfounded(
      'city',
      saidOf(said, claimable.cities),
      card.practice_locations.flatMap(({ address }) => cityOf(address)?.name ?? []),
    ),
    ...unfounded(
      'hours',
      saidHours(said),
      card.practice_locations.map(({ office_hours }) => hoursInWords(office_hours)),
    ),
  ]
}

/** The same of a place's summary: its hours. */
export function unfoundedHours(card: LocationCard): readonly string[] {
  return unfounded('hours', saidHours(card.summary), [hoursInWords(card.office_hours)])
}

function unfounded(what: string, said: readonly string[], founded: readonly string[]): readonly string[] {
  return said.filter((claim) => !founded.includes(claim)).map((claim) => `${what}: ${claim}`)
}

/** The care sentence speaks of a profession and may name others. */
function withoutCare(prose: string, taxonomies: readonly Taxonomy[]): string {
  return taxonomies.reduce((text, { care }) => text.replace(care, ''), prose)
}

/** A PhD medical geneticist is a specialty; it is no statement about a degree of this person. */
function withoutNames(prose: string, taxonomies: readonly Taxonomy[]): string {
  const names = taxonomies.flatMap(({ name, plural }) => [plural, name])
  return names.reduce((text, name) => text.replaceAll(name, ''), prose)
}

function nameOf(tag: string): string {
  return languageName(tag) ?? tag
}

function namesOf(taxonomies: readonly Taxonomy[]): readonly string[] {
  return taxonomies
    .flatMap(({ name, plural, plain }) => [name, plural, plain ?? name])
    .map((name) => name.toLowerCase())
}

/** The longest names first, so that a family nurse practitioner is not read as a nurse. */
const specialtyNames = new Map<string, RegExp>()

function saidSpecialties(prose: string): readonly string[] {
  if (specialtyNames.size === 0) {
    const names = [...allTaxonomies()]
      .filter(({ kind }) => kind === 'individual')
      .flatMap((taxonomy) => namesOf([taxonomy]))
    const alternatives = [...new Set(names)].toSorted((a, b) => b.length - a.length).map(literally)
    specialtyNames.set('all', new RegExp(`(?<![\\w-])(?:${alternatives.join('|')})(?![\\w-])`, 'gi'))
  }
  return prose.match(specialtyNames.get('all')!)?.map((name) => name.toLowerCase()) ?? []
}

function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

function saidOf(prose: string, words: readonly string[]): readonly string[] {
  return words.filter((word) => new RegExp(`(?<![\\w-])${literally(word)}(?![\\w-])`).test(prose))
}

/** What stands after "is open", up to the date of its observation. */
function saidHours(prose: string): readonly string[] {
  return [...prose.matchAll(/\bis open (.*?), as observed/g)].map(([, hours = '']) => hours)
}
