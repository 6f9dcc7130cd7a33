/** The clinicians of a place in its summary: "six family physicians, two pediatricians and three others". */
import { memoizeByObject } from '@careatlas/directory/memoize'
import { type Taxonomy, taxonomyOf } from '@careatlas/directory/taxonomy'
import { compareText } from '../../ordering.ts'
import type { Sentence } from '../phrasing/fit-sentences.ts'
import { isMailAddress } from '../phrasing/address-phrase.ts'
import { isApartment } from '../../facts/apartment-address.ts'
import { countInWords, countedNoun, joinList, toSentence, withArticle } from '../phrasing/grammar.ts'
import { isRegisteredOnlyName, taxonomyForCredentials } from '../credential-check.ts'
import { appendAge } from '../registration-age.ts'
import type { PlaceFacts, RosterMember } from '../place-facts.ts'
import { isNonPracticing } from '../specialties.ts'
import { formatTaxonomyName } from '../taxonomy-name.ts'
import { isDescribedAsHospital } from './kind-of-place.ts'

/** The maximum number of kinds of clinicians that the summary names. The card lists the others. */
const kindsMax = 6

/**
 * `age` follows the clinicians. Empty for the only clinician of an address without an organization, which an earlier sentence
 * names.
 */
export function rosterSentence(
  { organization, roster, hasClinicians, address, onlyRegistered = false }: PlaceFacts,
  ownTaxonomies: readonly Taxonomy[],
  age: string,
): readonly Sentence[] {
  const [first, ...others] = roster
  if (first === undefined) return hasClinicians ? [] : noneLinked
  const inHospital = isDescribedAsHospital(ownTaxonomies, organization?.listedAs)
  const isRegistered =
    onlyRegistered || roster.some(isRegisteredMember) || isApartment(address) || isMailAddress(address)
  const isShared = roster.some(({ onlyAtAddress }) => onlyAtAddress)
  const presenceKind = inHospital
    ? 'linked'
    : isShared
      ? 'shared'
      : isRegistered
        ? 'registered'
        : 'practicing'
  if (others.length > 0) return kindsSentence(roster, presenceKind, organization === null ? null : age)
  if (organization === null) return []
  const text = `${appendAge(`one clinician ${presence[presenceKind].one}`, age)}: ${memberInWords(first)}`
  return [{ text: toSentence(text), dropPriority: 2 }]
}

/** Limits the claim, because the place may have clinicians that this directory does not know. */
const inDirectory = 'in this directory '

/** For hospitals, whose rosters are incomplete: most hospital clinicians register the address of another office. */
const linked = 'linked to it in this directory'

/**
 * The link between the roster and the place; at an apartment or a mailbox, clinicians are only registered. If only the address
 * links a clinician to the organization, another practice may share it.
 */
const presence = {
  linked: { one: `is ${linked}`, many: `are ${linked}` },
  registered: { one: `${inDirectory}is registered here`, many: `${inDirectory}are registered here` },
  shared: {
    one: `${inDirectory}is registered at this address`,
    many: `${inDirectory}are registered at this address`,
  },
  practicing: { one: `${inDirectory}practices here`, many: `${inDirectory}practice here` },
} as const

/**
 * Omitted if clinicians are registered in the unit, or in the building with its telephone number, because they may practice
 * there.
 */
const noneLinked: readonly Sentence[] = [
  { text: toSentence(`no individual clinicians are ${linked}`), dropPriority: 2 },
]

/** "Janelle Ortiz, FNP-BC, a family nurse practitioner". */
export function memberInWords(member: RosterMember): string {
  const profession = professionOf(member)
  const name = member.name.replace(/^This (?=clinician\b)/, 'this ')
  return profession === null ? name : `${name}, ${withArticle(formatTaxonomyName(profession))}`
}

/** Whether texts must not say that the member practices at the registered address: a trainee, a driver. */
export function isRegisteredMember(member: RosterMember): boolean {
  const profession = professionOf(member)
  return profession !== null && isNonPracticing(profession)
}

/**
 * The profession that credentials and licenses support; null if no specialty is known. A cache, because several sentences use the
 * profession.
 */
export const professionOf = memoizeByObject(
  ({ taxonomyCode, credentials, registered = [], remark }: RosterMember): Taxonomy | null => {
    const taxonomy = taxonomyCode === null ? null : taxonomyOf(taxonomyCode)
    return taxonomy?.kind === 'individual'
      ? taxonomyForCredentials(taxonomy, { credentials, registered, remark: remark ?? null })
      : null
  },
)

/** `age` is null for an address without an organization, because the sentence before gives the count and the age. */
function kindsSentence(
  roster: readonly RosterMember[],
  presenceKind: keyof typeof presence,
  age: string | null,
): readonly Sentence[] {
  const kinds = describeKinds(roster)
  if (kinds === null) return []
  const { words, isShared } = kinds
  const all = roster.length === 2 ? 'both' : 'all'
  const presenceClause = `${countedNoun(roster.length, 'clinician')} ${presence[presenceKind].many}`
  const text =
    age === null
      ? `${isShared ? `${all} are` : 'the clinicians are'} ${words}`
      : isShared
        ? appendAge(`${presenceClause}, ${all} of them ${words}`, age)
        : `${appendAge(presenceClause, age)}: ${words}`
  return [{ text: toSentence(text), dropPriority: 2 }]
}

interface Kinds {
  readonly words: string
  /** Whether all members are of one kind. */
  readonly isShared: boolean
}

/**
 * "six family physicians, two pediatricians, a midwife and three others", or "cardiologists" if all are; null if no specialty is
 * known.
 */
function describeKinds(roster: readonly RosterMember[]): Kinds | null {
  const kinds = sortKinds(roster)
  const [first] = kinds
  if (first === undefined) return null
  if (first.count === roster.length) return { words: first.profession.plural, isShared: true }
  const shownKinds = kinds.slice(0, kindsMax)
  const unnamedCount = roster.length - shownKinds.reduce((sum, { count }) => sum + count, 0)
  const words = shownKinds.map(({ profession: { name, plural }, count }) =>
    count === 1 ? withArticle(name) : `${countInWords(count)} ${plural}`,
  )
  return {
    words: joinList(unnamedCount === 0 ? words : [...words, countedNoun(unnamedCount, 'other')]),
    isShared: false,
  }
}

interface Kind {
  readonly profession: Taxonomy
  readonly count: number
}

/**
 * The kinds, the most common first. Professions with one name are one kind; of equally common kinds, contradicted ones come last.
 */
function sortKinds(roster: readonly RosterMember[]): readonly Kind[] {
  const professions = roster.map(professionOf).filter((profession) => profession !== null)
  return [...Map.groupBy(professions, ({ name }) => name)]
    .toSorted(
      ([a, some], [b, others]) =>
        others.length - some.length ||
        Number(isRegisteredOnlyName(a)) - Number(isRegisteredOnlyName(b)) ||
        compareText(a, b),
    )
    .map(([, all]) => ({ profession: all[0]!, count: all.length }))
}
