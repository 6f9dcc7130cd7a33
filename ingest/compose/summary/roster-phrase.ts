/** The clinicians of a place in its summary: "six family physicians, two pediatricians and three others". */
import { type Taxonomy, taxonomyOf } from '@careatlas/directory/taxonomy'
import { compareText } from '../../ordering.ts'
import type { Sentence } from '../phrasing/fit-sentences.ts'
import { isMailAddress } from '../phrasing/address-phrase.ts'
import { isFlat } from '../../facts/flat-address.ts'
import { countInWords, counted, joinList, sentence, withArticle } from '../phrasing/grammar.ts'
import { isOnlyRegisteredAs, taxonomyForCredentials } from '../credential-check.ts'
import { withAge } from '../registration-age.ts'
import type { PlaceFacts, RosterMember } from '../place-facts.ts'
import { isOnlyRegistered, plainThenOfficial } from '../specialties.ts'
import { isDescribedAsHospital } from './kind-of-place.ts'

/** The most kinds of clinicians that the summary names. The card lists the others. */
const kindsMax = 6

/** `age` follows the clinicians. The only clinician at an address without an organization is named beside the address. */
export function rosterSentence(
  { organization, roster, cliniciansThere, address, onlyRegistered = false }: PlaceFacts,
  own: readonly Taxonomy[],
  age: string,
): readonly Sentence[] {
  const [first, ...others] = roster
  if (first === undefined) return cliniciansThere ? [] : noneLinked
  const inHospital = isDescribedAsHospital(own, organization?.listedAs)
  const isRegistered =
    onlyRegistered || roster.some(isRegisteredMember) || isFlat(address) || isMailAddress(address)
  const isShared = roster.some(({ onlyAtAddress }) => onlyAtAddress)
  const here = inHospital ? 'linked' : isShared ? 'shared' : isRegistered ? 'registered' : 'practicing'
  if (others.length > 0) return kindsSentence(roster, here, organization === null ? null : age)
  if (organization === null) return []
  const text = `${withAge(`one clinician ${presence[here].one}`, age)}: ${memberInWords(first)}`
  return [{ text: sentence(text), expendable: 2 }]
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

/** Omitted if clinicians are registered in the unit, or in the house with its telephone number, because they may practice there. */
const noneLinked: readonly Sentence[] = [
  { text: sentence(`no individual clinicians are ${linked}`), expendable: 2 },
]

/** "Janelle Ortiz, FNP-BC, a family nurse practitioner". */
export function memberInWords(member: RosterMember): string {
  const profession = professionOf(member)
  const name = member.name.replace(/^This (?=clinician\b)/, 'this ')
  return profession === null ? name : `${name}, ${withArticle(plainThenOfficial(profession))}`
}

/** Texts do not say that a trainee or a driver practices at the registered address. */
export function isRegisteredMember(member: RosterMember): boolean {
  const profession = professionOf(member)
  return profession !== null && isOnlyRegistered(profession)
}

/** A cache, because several sentences need the profession. */
const professionOfMember = new WeakMap<RosterMember, Taxonomy | null>()

/** The profession that credentials and licenses support; null if no specialty is known. */
export function professionOf(member: RosterMember): Taxonomy | null {
  const known = professionOfMember.get(member)
  if (known !== undefined) return known
  const profession = heldBy(member)
  professionOfMember.set(member, profession)
  return profession
}

function heldBy({ taxonomyCode, credentials, registered = [], remark }: RosterMember): Taxonomy | null {
  const taxonomy = taxonomyCode === null ? null : taxonomyOf(taxonomyCode)
  return taxonomy?.kind === 'individual'
    ? taxonomyForCredentials(taxonomy, { credentials, registered, remark: remark ?? null })
    : null
}

/** `age` is null for an address without an organization, because the sentence before gives the count and the age. */
function kindsSentence(
  roster: readonly RosterMember[],
  here: keyof typeof presence,
  age: string | null,
): readonly Sentence[] {
  const kinds = kindsOn(roster)
  if (kinds === null) return []
  const { words, shared } = kinds
  const all = roster.length === 2 ? 'both' : 'all'
  const present = `${counted(roster.length, 'clinician')} ${presence[here].many}`
  const text =
    age === null
      ? `${shared ? `${all} are` : 'the clinicians are'} ${words}`
      : shared
        ? withAge(`${present}, ${all} of them ${words}`, age)
        : `${withAge(present, age)}: ${words}`
  return [{ text: sentence(text), expendable: 2 }]
}

interface Kinds {
  readonly words: string
  /** Whether all members are of one kind. */
  readonly shared: boolean
}

/**
 * "six family physicians, two pediatricians, a midwife and three others", or "cardiologists" if all are; null if no specialty is
 * known.
 */
function kindsOn(roster: readonly RosterMember[]): Kinds | null {
  const kinds = commonestKinds(roster)
  const [first] = kinds
  if (first === undefined) return null
  if (first.count === roster.length) return { words: first.profession.plural, shared: true }
  const named = kinds.slice(0, kindsMax)
  const rest = roster.length - named.reduce((sum, { count }) => sum + count, 0)
  const words = named.map(({ profession: { name, plural }, count }) =>
    count === 1 ? withArticle(name) : `${countInWords(count)} ${plural}`,
  )
  return { words: joinList(rest === 0 ? words : [...words, counted(rest, 'other')]), shared: false }
}

interface Kind {
  readonly profession: Taxonomy
  readonly count: number
}

/** Professions of one name are one kind; of equally common kinds, those that credentials contradict come last. */
function commonestKinds(roster: readonly RosterMember[]): readonly Kind[] {
  const professions = roster.map(professionOf).filter((profession) => profession !== null)
  return [...Map.groupBy(professions, ({ name }) => name)]
    .toSorted(
      ([a, some], [b, others]) =>
        others.length - some.length ||
        Number(isOnlyRegisteredAs(a)) - Number(isOnlyRegisteredAs(b)) ||
        compareText(a, b),
    )
    .map(([, all]) => ({ profession: all[0]!, count: all.length }))
}
