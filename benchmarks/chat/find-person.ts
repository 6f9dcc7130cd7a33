/**
 * Finds the clinician of a dialogue by properties: `specialty dentist`, `listed by DEMO1`, `not listed by DEMO1`, `located` (with an
 * address and a telephone number), `hours`, `no hours`, `speaks es`, `accepting`, `surname unique in its field`. The name of the
 * clinician is unique in the directory.
 */
import type { ProviderCard } from '@careatlas/contract/cards'

/** The same title always gives the same clinician; different titles usually give different ones. Throws an Error without one. */
export function findPerson(
  properties: readonly string[],
  title: string,
  providers: ReadonlyMap<string, ProviderCard>,
): ProviderCard {
  const all = [...providers.values()].toSorted((a, b) => (a.npi < b.npi ? -1 : 1))
  const counts = Map.groupBy(all, nameKey)
  const candidates = all.filter(
    (card) =>
      counts.get(nameKey(card))!.length === 1 &&
      (card.name.last?.length ?? 0) >= lastLengthMin &&
      properties.every((property) => hasProperty(card, property, all)),
  )
  const found = candidates[hash(title) % Math.max(1, candidates.length)]
  if (found === undefined) throw new Error(`${title}: no clinician with ${properties.join(', ')}`)
  return found
}

/** A typo in a shorter name may be another name. */
const lastLengthMin = 6

/** The parts of a clinician that a message can name. */
export function describePerson({ npi, name }: ProviderCard): Readonly<Record<string, string>> {
  const [first, last] = [name.first ?? '', name.last ?? '']
  return {
    npi,
    first: first.toLowerCase(),
    last: last.toLowerCase(),
    name: `${first} ${last}`.toLowerCase(),
    // Without its third letter.
    typo: `${first} ${last.slice(0, 2)}${last.slice(3)}`.toLowerCase(),
  }
}

function nameKey({ name }: ProviderCard): string {
  return `${name.first} ${name.last}`
}

function fieldOf({ specialties }: ProviderCard): string {
  return ((specialties.find(({ primary }) => primary) ?? specialties[0])?.name ?? '').toLowerCase()
}

function hasProperty(card: ProviderCard, property: string, all: readonly ProviderCard[]): boolean {
  const [, verb = '', value = ''] = /^(specialty|listed by|not listed by|speaks) (.+)$/.exec(property) ?? []
  const active = card.practice_locations.filter((place) => place.active)
  const hasHours = active.some(({ office_hours: hours }) => hours.length > 0)
  const isListed = card.carriers.some(({ code }) => code === value)
  switch (verb || property) {
    case 'specialty':
      return fieldOf(card) === value || fieldOf(card).endsWith(` ${value}`)
    case 'listed by':
      return isListed
    case 'not listed by':
      return !isListed
    case 'speaks':
      return card.languages.includes(value)
    case 'located':
      return active.some(({ phone, address }) => phone !== null && address.line_1 !== null)
    case 'hours':
      return hasHours
    case 'no hours':
      return !hasHours
    case 'accepting':
      return active.some(({ accepting_new_patients: { value: accepting } }) => accepting === 'accepting')
    case 'surname unique in its field':
      return (
        all.filter((other) => other.name.last === card.name.last && fieldOf(other) === fieldOf(card))
          .length === 1
      )
    default:
      throw new Error(`unknown property ${property}`)
  }
}

/** FNV-1a */
function hash(text: string): number {
  let value = 0x81_1c_9d_c5
  for (const character of text) value = Math.imul(value ^ character.codePointAt(0)!, 0x01_00_01_93) >>> 0
  return value
}
