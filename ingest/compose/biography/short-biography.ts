/**
 * One line that describes a clinician in a list of results: "Heart doctor (cardiologist) in Austin, Texas; speaks Spanish.",
 * "Podiatrist in Dover, Delaware, as registered in July 2007."
 */
import type { Taxonomy } from '@careatlas/directory/taxonomy'
import { inCity } from '../phrasing/address-phrase.ts'
import { countedNoun, monthInWords, withCapital } from '../phrasing/grammar.ts'
import { asRegisteredPhrase } from '../registration-age.ts'
import { languagesInWords } from '../phrasing/language.ts'
import { isTrainee, selectNamedTaxonomies } from '../specialties.ts'
import { formatTaxonomyName } from '../taxonomy-name.ts'
import type { BiographyFacts } from './biography-facts.ts'
import { registeredKindsInWords } from './kind-of-clinician.ts'
import { type PlacePhrase, registeredPhrase } from './place-phrase.ts'

/** The limit of `ProviderCard.short_biography`. */
const shortBiographyLengthMax = 280

/**
 * At most 280 characters, with `notice` at the end. A text that is too long loses languages, then other specialties, then places.
 */
export function composeShortBiography(
  { name, taxonomies, organizationKinds, hasTraineeCode, places, registeredOn, languages }: BiographyFacts,
  notice: string | null,
): string {
  const [primary, second, ...further] = selectNamedTaxonomies(taxonomies)
  const kind = withCapital(
    primary === undefined
      ? `registered ${registeredKindsInWords(organizationKinds)}`
      : formatTaxonomyName(primary).replace(
          /^clinician (?=registered as )/,
          `${name.credential ?? 'clinician'} `,
        ),
  )
  const trainee =
    hasTraineeCode && primary !== undefined && !isTrainee(primary)
      ? '; also registered as a student or trainee'
      : ''
  const also = (second === undefined ? '' : alsoInWords(second, further.length)) + trainee
  const isRegistered = primary === undefined || kind.includes(' registered as ')
  const where = whereInWords(places, registeredOn, isRegistered ? '' : registeredPhrase(kind))
  const languageList = languagesInWords(languages)
  const speaks = languageList === null ? '' : `; speaks ${languageList}`
  const lines = [kind + where + also + speaks, kind + where + also, kind + where, kind]
  const ending = notice === null ? '.' : `. ${notice}`
  return (lines.find((line) => line.length + ending.length <= shortBiographyLengthMax) ?? kind) + ending
}

function alsoInWords(taxonomy: Taxonomy, more: number): string {
  const name = taxonomy.name.replace(/^clinician (?=registered as )/, '')
  if (more === 0) return `; also ${name}`
  const others = countedNoun(more, 'more specialty', 'more specialties')
  return `; also ${name}${name === taxonomy.name ? ', and registered in' : ' and in'} ${others}`
}

/**
 * " in Providence, Rhode Island, and two more places" with the primary place first, and the date of an old registration. If
 * the clinician practices at none of the places, ", registered in Providence, Rhode Island" with the words in `registered`.
 */
function whereInWords(
  places: readonly PlacePhrase[],
  registeredOn: string | null,
  registered: string,
): string {
  const practicePlaces = places.filter((place) => place.isPractice)
  const [first, ...others] = practicePlaces.length === 0 ? places : practicePlaces
  if (first === undefined || first.city === null) return ''
  const more = others.length === 0 ? '' : `, and ${countedNoun(others.length, 'more place')}`
  if (first.isPractice)
    return ` ${inCity(first.city)}${more}${registeredOn === null ? '' : `, ${asRegisteredPhrase(registeredOn)}`}`
  const age = registeredOn === null ? '' : `, as of ${monthInWords(registeredOn)}`
  return `${registered} ${inCity(first.city)}${more}${age}`
}
