/** A place's summary: what it is and where, who practices there, when it is open, in which languages. */
import type { Taxonomy } from '@careatlas/directory/taxonomy'
import { taxonomyOf } from '@careatlas/directory/taxonomy'
import { compareText } from '../compare-text.ts'
import { cityOf, spotInCity, streetInWords } from './address-in-words.ts'
import { attributed } from './attribution.ts'
import { fitSentences, type Sentence } from './fit-sentences.ts'
import { capitalized, countInWords, counted, joinList, sentence, withArticle } from './grammar.ts'
import { isOpenInWords } from './hours.ts'
import { languageNames } from './language.ts'
import type { PlaceFacts, RosterMember } from './place-facts.ts'
import { furtherKinds, isGroup, isSupplier, kindOfPlace } from './kind-of-place.ts'
import { sentencePlan } from './sentence-plan.ts'
import { asHeld } from './held-taxonomy.ts'
import { isStudent, plainThenOfficial } from './specialties.ts'

/** As long as a biography may be. */
const summaryLimit = 2400

/** Kinds of clinicians that are named; the card holds the rest. */
const kindsMost = 6

/** `own` are the organization's taxonomies, the most telling one first; with `notice` the text ends in it. */
export function composeSummary(place: PlaceFacts, own: readonly Taxonomy[], notice: string | null): string {
  const sentences = [
    opening(place, own),
    ...alsoSentence(place, own),
    ...rosterSentence(place),
    ...hoursSentence(place),
    ...emergencySentence(place),
    ...languageSentence(place),
    ...careSentence(place, own),
  ]
  return fitSentences(sentences, summaryLimit, notice)
}

function opening(place: PlaceFacts, own: readonly Taxonomy[]): Sentence {
  return {
    text: sentence(place.organization === null ? addressOpening(place) : organizationOpening(place, own)),
    expendable: 0,
  }
}

/** Three plans; a street or city that is not known is left out of each. */
function organizationOpening(place: PlaceFacts, own: readonly Taxonomy[]): string {
  const { locationUuid, name, address } = place
  const title = name ?? 'this place'
  const supplies = own.length > 0 && own.every(({ code }) => isSupplier(code))
  const kind = `${supplies ? `${entered(place)} as ` : ''}${kindOfPlace(own)}`
  const street = streetInWords(address)
  const where = spotInCity(street === null ? null : `at ${street}`, cityOf(address))
  if (where === null) return `${title} is ${kind}`
  switch (sentencePlan(locationUuid, 3)) {
    case 0:
      return `${title} is ${kind} ${where}`
    case 1:
      return `${title}, ${kind}, is ${where}`
    default:
      return street === null ? `${title} is ${kind} ${where}` : `${where}, is ${title}, ${kind}`
  }
}

/** "593 Eddy Street in Providence, Rhode Island, is a practice address". */
function addressOpening({ address, roster, name }: PlaceFacts): string {
  const title = name ?? 'this place'
  const city = address.line_1 === null ? null : cityOf(address)
  const where = city === null ? title : `${spotInCity(title, city)},`
  const [only] = roster
  if (only !== undefined && roster.length === 1)
    return `${where} is the practice address of ${withKind(only)}`
  return `${where} is a practice address that ${counted(roster.length, 'clinician')} share`
}

function alsoSentence(place: PlaceFacts, own: readonly Taxonomy[]): readonly Sentence[] {
  const kinds = furtherKinds(own)
  return kinds === null ? [] : [{ text: sentence(`it is also ${entered(place)} as ${kinds}`), expendable: 4 }]
}

/** What has no NPI is on a list, not in the registry. */
function entered({ organization }: PlaceFacts): string {
  return organization?.npi == null ? 'listed' : 'registered'
}

function rosterSentence({ organization, roster }: PlaceFacts): readonly Sentence[] {
  const [first] = roster
  if (first === undefined)
    return [{ text: 'No individual clinicians are linked to it in our sources.', expendable: 2 }]
  if (roster.length === 1) {
    return organization === null
      ? []
      : [{ text: sentence(`one clinician practices here: ${withKind(first)}`), expendable: 2 }]
  }
  const kinds = kindsInWords(roster)
  if (kinds === null) return []
  const all = roster.length === 2 ? 'both' : 'all'
  const here = `${counted(roster.length, 'clinician')} practice here${kinds.all ? `, ${all} of them` : ':'}`
  const text =
    organization === null
      ? `${kinds.all ? `${all} are` : 'they are'} ${kinds.words}`
      : `${here} ${kinds.words}`
  return [{ text: sentence(text), expendable: 2 }]
}

/** "Janelle Ortiz, FNP-BC, a family nurse practitioner". */
function withKind(member: RosterMember): string {
  const taxonomy = heldBy(member)
  return taxonomy === null ? member.name : `${member.name}, ${withArticle(plainThenOfficial(taxonomy))}`
}

function heldBy({ taxonomyCode, credentials }: RosterMember): Taxonomy | null {
  const taxonomy = taxonomyCode === null ? null : taxonomyOf(taxonomyCode)
  return taxonomy?.kind === 'individual' ? asHeld(taxonomy, credentials) : null
}

/**
 * "six family physicians, two pediatricians, a midwife and three others", or "cardiologists" of `all`; null when no
 * specialty is known.
 */
function kindsInWords(
  roster: readonly RosterMember[],
): { readonly words: string; readonly all: boolean } | null {
  const byName = Map.groupBy(roster, (member) => heldBy(member)?.name ?? '')
  const known = [...byName]
    .filter(([name]) => name !== '')
    .toSorted(([a, some], [b, others]) => others.length - some.length || compareText(a, b))
  const named = known.slice(0, kindsMost)
  const rest = roster.length - named.reduce((sum, [, members]) => sum + members.length, 0)
  const kinds = named.map(([name, members]) => {
    const plural = heldBy(members[0]!)?.plural ?? name
    return members.length === 1 ? withArticle(name) : `${countInWords(members.length)} ${plural}`
  })
  if (kinds.length === 0) return null
  const all = kinds.length === 1 && rest === 0
  if (all) return { words: heldBy(roster[0]!)?.plural ?? '', all }
  return { words: joinList(rest === 0 ? kinds : [...kinds, counted(rest, 'other')]), all }
}

function hoursSentence({ hours }: PlaceFacts): readonly Sentence[] {
  if (hours === null) return []
  return [{ text: sentence(`it ${isOpenInWords(hours.value, hours.asOf)}`), expendable: 3 }]
}

/** As the source says it, which is not that there is a department of its own. */
function emergencySentence({ emergency }: PlaceFacts): readonly Sentence[] {
  if (emergency === null) return []
  const { value, source, asOf } = emergency
  const said = attributed({ source, as_of: asOf })
  return [{ text: sentence(`it has ${value ? '' : 'no '}emergency services${said}`), expendable: 2 }]
}

function languageSentence({ languages, roster }: PlaceFacts): readonly Sentence[] {
  const { others } = languageNames(languages)
  if (others.length === 0) return []
  const by = roster.length > 1 ? ' by some of its clinicians' : ' here'
  return [
    {
      text: sentence(`${joinList(others)} ${others.length === 1 ? 'is' : 'are'} spoken${by}`),
      expendable: 3,
    },
  ]
}

/** What places of this kind do, or what the one profession at this address does. */
function careSentence({ organization, roster }: PlaceFacts, own: readonly Taxonomy[]): readonly Sentence[] {
  const telling = organization === null ? roster.map(heldBy) : own
  const [first] = telling.filter(
    (taxonomy) => taxonomy !== null && !isGroup(taxonomy.code) && !isStudent(taxonomy),
  )
  if (!first?.care || (organization === null && telling.some((taxonomy) => taxonomy?.name !== first.name)))
    return []
  return [{ text: sentence(`${capitalized(first.plural)} ${first.care}`), expendable: 1 }]
}
