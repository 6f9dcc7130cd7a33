/** For tests: what a card's prose claims without a fact on the card, the standard that every composed text is held to. */
import type { LocationCard, ProviderCard } from '@careatlas/contract/cards'
import { allTaxonomies, type Taxonomy, taxonomyOf } from '@careatlas/directory/taxonomy'
import { cityOf } from './address-in-words.ts'
import { hoursInWords } from './hours.ts'
import { languageName } from './language.ts'
import { credentialsOf } from './person-display.ts'

/** What prose could wrongly say: the languages, cities and credentials that the checked cards are made of. */
export interface Claimable {
  /** BCP 47 */
  readonly languages: readonly string[]
  /** As prose writes them. */
  readonly cities: readonly string[]
  readonly credentials: readonly string[]
}

/** What a text says of one kind, and what of that kind the card bears out. */
interface Claims {
  readonly what: string
  readonly said: readonly string[]
  readonly founded: readonly string[]
}

/** One line for each claim of `card.biography` that no field of the card bears out; empty for an honest card. */
export function unfoundedClaims(card: ProviderCard, claimable: Claimable): readonly string[] {
  const taxonomies = card.specialties
    .map(({ code }) => taxonomyOf(code))
    .filter((taxonomy) => taxonomy !== null)
  const prose = withoutCare(card.biography, taxonomies)
  const places = card.practice_locations
  return [
    { what: 'specialty', said: specialtiesIn(prose), founded: namesOf(taxonomies) },
    {
      what: 'language',
      said: wordsIn(prose, claimable.languages.map(nameOfLanguage)),
      founded: card.languages.map(nameOfLanguage),
    },
    {
      what: 'credential',
      said: wordsIn(withoutNames(prose, taxonomies), claimable.credentials),
      founded: credentialsOf(card.name),
    },
    {
      what: 'city',
      said: wordsIn(prose, claimable.cities),
      founded: places.flatMap(({ address }) => cityOf(address)?.name ?? []),
    },
    {
      what: 'hours',
      said: hoursIn(prose),
      founded: places.map(({ office_hours }) => hoursInWords(office_hours)),
    },
  ].flatMap(unfounded)
}

/** The same of a place's summary: its hours. */
export function unfoundedHours({ summary, office_hours }: LocationCard): readonly string[] {
  return unfounded({ what: 'hours', said: hoursIn(summary), founded: [hoursInWords(office_hours)] })
}

function unfounded({ what, said, founded }: Claims): readonly string[] {
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

function nameOfLanguage(tag: string): string {
  return languageName(tag) ?? tag
}

function namesOf(taxonomies: readonly Taxonomy[]): readonly string[] {
  return taxonomies
    .flatMap(({ name, plural, plain }) => [name, plural, plain ?? name])
    .map((name) => name.toLowerCase())
}

function specialtiesIn(prose: string): readonly string[] {
  return [...prose.matchAll(anySpecialty)].map(([name]) => name.toLowerCase())
}

function wordsIn(prose: string, words: readonly string[]): readonly string[] {
  return words.filter((word) => wholeWord([word]).test(prose))
}

/** What stands after "is open", up to the date of its observation. */
function hoursIn(prose: string): readonly string[] {
  return [...prose.matchAll(/\bis open (.*?), as observed/g)].map(([, hours = '']) => hours)
}

/** The longest first, so that a family nurse practitioner is not read as a nurse. */
function wholeWord(alternatives: readonly string[]): RegExp {
  const literal = alternatives
    .toSorted((a, b) => b.length - a.length)
    .map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`(?<![\\w-])(?:${literal.join('|')})(?![\\w-])`)
}

const individuals = [...allTaxonomies()].filter(({ kind }) => kind === 'individual')
const anySpecialty = new RegExp(wholeWord([...new Set(namesOf(individuals))]), 'gi')
