/**
 * One line that describes a clinician in a list of results: "Heart doctor (cardiologist) in Austin, Texas; speaks Spanish.",
 * "Podiatrist in Dover, Delaware, as registered in July 2007."
 */
import type { Taxonomy } from '@careatlas/directory/taxonomy'
import { inCity } from '../phrasing/address-phrase.ts'
import { counted, monthInWords, withCapital } from '../phrasing/grammar.ts'
import { asRegistered } from '../registration-age.ts'
import { languagesInWords } from '../phrasing/language.ts'
import { isStudent, plainThenOfficial, spokenTaxonomies } from '../specialties.ts'
import type { BiographyFacts } from './biography-facts.ts'
import { asRegisteredKinds } from './kind-of-clinician.ts'
import { type PlacePhrase, registeredAfter } from './place-phrase.ts'

/** The limit of `ProviderCard.short_biography`. */
const shortBiographyLengthMax = 280

/** At most 280 characters, with `notice` at the end. If the text is too long, omits languages, then other specialties, then places. */
export function composeShortBiography(
  { name, taxonomies, registeredAs, traineeCode, places, registeredOn, languages }: BiographyFacts,
  notice: string | null,
): string {
  const [primary, second, ...further] = spokenTaxonomies(taxonomies)
  const kind = withCapital(
    primary === undefined
      ? `registered ${asRegisteredKinds(registeredAs)}`
      : plainThenOfficial(primary).replace(
          /^clinician (?=registered as )/,
          `${name.credential ?? 'clinician'} `,
        ),
  )
  const trainee =
    traineeCode && primary !== undefined && !isStudent(primary)
      ? '; also registered as a student or trainee'
      : ''
  const also = (second === undefined ? '' : alsoInWords(second, further.length)) + trainee
  const isRegistered = primary === undefined || kind.includes(' registered as ')
  const where = whereInWords(places, registeredOn, isRegistered ? '' : registeredAfter(kind))
  const spoken = languagesInWords(languages)
  const speaks = spoken === null ? '' : `; speaks ${spoken}`
  const lines = [kind + where + also + speaks, kind + where + also, kind + where, kind]
  const ending = notice === null ? '.' : `. ${notice}`
  return (lines.find((line) => line.length + ending.length <= shortBiographyLengthMax) ?? kind) + ending
}

function alsoInWords(taxonomy: Taxonomy, more: number): string {
  const name = taxonomy.name.replace(/^clinician (?=registered as )/, '')
  if (more === 0) return `; also ${name}`
  const others = counted(more, 'more specialty', 'more specialties')
  return `; also ${name}${name === taxonomy.name ? ', and registered in' : ' and in'} ${others}`
}

/**
 * " in Providence, Rhode Island, and two more places" with the primary place first, and the date of an old registration. If
 * all places are homes or mailboxes, ", registered in Providence, Rhode Island", `registered` being the words for it.
 */
function whereInWords(
  places: readonly PlacePhrase[],
  registeredOn: string | null,
  registered: string,
): string {
  const practiced = places.filter((place) => place.practiced)
  const [first, ...others] = practiced.length === 0 ? places : practiced
  if (first === undefined || first.city === null) return ''
  const more = others.length === 0 ? '' : `, and ${counted(others.length, 'more place')}`
  if (first.practiced)
    return ` ${inCity(first.city)}${more}${registeredOn === null ? '' : `, ${asRegistered(registeredOn)}`}`
  const age = registeredOn === null ? '' : `, as of ${monthInWords(registeredOn)}`
  return `${registered} ${inCity(first.city)}${more}${age}`
}
