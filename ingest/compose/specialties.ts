/** The specialties on a card, and the taxonomies that texts may name. */
import type { Specialty } from '@careatlas/contract/cards'
import { givesCare, type Taxonomy, taxonomyOf } from '@careatlas/directory/taxonomy'
import type { RegisteredTaxonomy } from '../facts/facts.ts'
import type { ComposeContext } from './context.ts'
import type { Remark } from './credential-remark.ts'
import { withCapital } from './phrasing/grammar.ts'
import {
  isOnlyRegisteredAs,
  isTraineeFirst,
  registeredAs,
  taxonomyForCredentials,
} from './credential-check.ts'
import { type Licensed, trainee, withoutPlaceholders } from './license-numbers.ts'

/** One specialty per code with all its licenses. Only the registry's primary code, which comes first, is marked as primary. */
export function composeSpecialties(
  registered: readonly RegisteredTaxonomy[],
  context: ComposeContext,
): Specialty[] {
  const primary = registered.find((taxonomy) => taxonomy.primary)?.code
  const byCode = new Map<string, Specialty>()
  const ordered = registered.toSorted((a, b) => Number(b.code === primary) - Number(a.code === primary))
  for (const { code, licenses } of ordered) {
    const specialty = byCode.get(code) ?? newSpecialty(code, code === primary, context)
    byCode.set(code, specialty)
    for (const license of withoutPlaceholders(licenses))
      if (!holds(specialty, license)) specialty.licenses.push({ ...license })
  }
  return [...byCode.values()]
}

function newSpecialty(code: string, primary: boolean, context: ComposeContext): Specialty {
  return { code, name: specialtyName(code, context), primary, licenses: [] }
}

function holds({ licenses }: Specialty, { state, number }: Specialty['licenses'][number]): boolean {
  return licenses.some((license) => license.state === state && license.number === number)
}

/** The official name if the operator loaded the NUCC file, else the name in our tables; an unknown code is called "unknown". */
export function specialtyName(code: string, { officialNames }: ComposeContext): string {
  const official = officialNames?.get(code)
  if (official !== undefined) return official
  const taxonomy = taxonomyOf(code)
  return taxonomy === null ? `Unknown taxonomy code ${code}` : withCapital(taxonomy.name)
}

/**
 * Known taxonomies of individuals in the order of `registered`, limited to what licenses, `credentials` and the `remark`
 * support, each name once. Group codes are omitted, because they do not describe a person. A resident is not an internist yet,
 * but is registered as one. The code "Specialist", which has no field, comes last.
 */
export function personalTaxonomies(
  registered: readonly Licensed[],
  credentials: readonly string[],
  remark: Remark | null = null,
): readonly Taxonomy[] {
  const holding = { credentials, registered, remark }
  const known = professionsFirst(registered.map(({ code }) => code))
  const [first] = known
  if (first === undefined) return []
  const held = taxonomyForCredentials(first, holding)
  const others = isTraineeFirst(held, holding)
    ? known.filter((taxonomy) => !isStudent(taxonomy)).map(registeredAs)
    : known.slice(1).map((taxonomy) => {
        const other = taxonomyForCredentials(taxonomy, holding)
        return other === taxonomy && isUnlicensed(taxonomy, first, registered)
          ? registeredAs(taxonomy)
          : other
      })
  const byName = new Map<string, Taxonomy>()
  for (const taxonomy of [held, ...others])
    if (!byName.has(taxonomy.name)) byName.set(taxonomy.name, taxonomy)
  return [...byName.values()]
}

/**
 * Whether the first code has a license number and this one has none: a licensed clinical social worker need not be a licensed
 * counselor. A license covers the codes of its classification in its states, and that of a physician or a dentist all specialties.
 */
function isUnlicensed({ code }: Taxonomy, first: Taxonomy, registered: readonly Licensed[]): boolean {
  if (code === trainee || /^(?:20|12)/.test(code)) return false
  const [licenses, others] = [licensesOf(first.code, registered), licensesOf(code, registered)]
  if (!licenses.some(isNumbered)) return false
  if (first.code.slice(0, 4) !== code.slice(0, 4)) return !others.some(isNumbered)
  const covered = new Set(licenses.map(({ state }) => state))
  return others.length > 0 && !others.some((license) => isNumbered(license) && covered.has(license.state))
}

function licensesOf(code: string, registered: readonly Licensed[]): Licensed['licenses'] {
  return registered.filter((other) => other.code === code).flatMap(({ licenses }) => licenses)
}

function isNumbered({ number }: Licensed['licenses'][number]): boolean {
  return number !== null
}

function professionsFirst(codes: readonly string[]): readonly Taxonomy[] {
  const known = codes
    .map(taxonomyOf)
    .filter((taxonomy) => taxonomy !== null)
    .filter(({ kind }) => kind === 'individual')
  if (known.every(({ code }) => code === specialist) && known.length > 0 && isOrganization(codes[0]!))
    return []
  const isLed = known[0]?.code === specialist && known.some(isProfession)
  return isLed ? known.toSorted((a, b) => Number(isProfession(b)) - Number(isProfession(a))) : known
}

function isOrganization(code: string): boolean {
  return taxonomyOf(code)?.kind === 'organization' && !isGroup(code)
}

function isProfession(taxonomy: Taxonomy): boolean {
  return taxonomy.kind === 'individual' && taxonomy.code !== specialist && !isStudent(taxonomy)
}

/** The code to call a person by: a profession before a specialist, a trainee or an organization; null without codes. */
export function mainCode(codes: readonly string[]): string | null {
  const [first = null] = professionsFirst(codes)
  return first?.code ?? codes[0] ?? null
}

/** The taxonomies of organizations that a person registered: a medical ride service, a home care agency. */
export function organizationTaxonomies(codes: readonly string[]): readonly Taxonomy[] {
  const known = [...new Set(codes)].map(taxonomyOf).filter((taxonomy) => taxonomy !== null)
  const organizations = known.filter(({ kind }) => kind === 'organization')
  return organizations.length === known.length
    ? organizations
    : organizations.filter(({ code }) => !isGroup(code))
}

/** Single- and multi-specialty group. These codes state how a practice is organized, not its field. */
export function isGroup(code: string): boolean {
  return code === '193200000X' || code === '193400000X'
}

/**
 * The plain name with the official name in parentheses: "heart doctor (cardiologist)". Only one of them if the other adds no
 * word: "registered nurse", "dental lab technician".
 */
export function plainThenOfficial(taxonomy: Taxonomy): string {
  const known = inWords.get(taxonomy)
  if (known !== undefined) return known
  const words = wordsFor(taxonomy)
  inWords.set(taxonomy, words)
  return words
}

/** A cache, because the directory has 900 taxonomies and each card names one or more. */
const inWords = new WeakMap<Taxonomy, string>()

function wordsFor({ plain, name }: Taxonomy): string {
  if (plain === null || holdsEveryWord(name, plain)) return name
  if (holdsEveryWord(plain, name) || stemsOf(plain) === stemsOf(name)) return plain
  return holdsEveryWord(inFull(name), inFull(plain)) ? name : `${plain} (${name})`
}

/** Spells out short forms, so that "medical lab" equals "medical laboratory". */
function inFull(name: string): string {
  return name
    .replace(/\blab\b/, 'laboratory')
    .replace(/\brehab\b/, 'rehabilitation')
    .replace(/\bmanager\b/, 'management')
}

/** Word stems, so that "therapist" equals "therapy". */
function stemsOf(name: string): string {
  return name.replaceAll(/(?:ist|y|s)\b/g, '')
}

function holdsEveryWord(name: string, plain: string): boolean {
  const words = ` ${name} `
  return plain.split(' ').every((word) => words.includes(` ${word} `))
}

/**
 * The taxonomies that a text names. Drops those that the first one implies (a family nurse practitioner is a nurse
 * practitioner and a specialist), trainee codes beside a profession, and a general taxonomy beside its specialization
 * ("physician assistant" beside "physician assistant in surgery").
 */
export function spokenTaxonomies(registered: readonly Taxonomy[]): readonly Taxonomy[] {
  const taxonomies = [...new Set(registered.map((taxonomy, at) => narrower(taxonomy, registered, at === 0)))]
  const [primary, ...others] = taxonomies
  if (primary === undefined || others.length === 0) return taxonomies
  const distinct = others.filter(
    (other) =>
      !isStudent(other) &&
      other.code !== specialist &&
      !impliesName(primary.name, taxonomyOf(other.code)?.name ?? other.name) &&
      !(usualAssistants.has(other.code) && usualAssistants.has(primary.code)),
  )
  return [primary, ...distinct]
}

/** "family nurse practitioner" and "nurse practitioner", "physician assistant in surgery" and "physician assistant". */
function impliesName(name: string, general: string): boolean {
  return name.endsWith(general) || (name.startsWith(general) && addsField.test(name.slice(general.length)))
}

/**
 * The specialization that replaces a general taxonomy: "physician assistant in surgery" for "physician assistant". The
 * primary taxonomy stays if several others share its classification, because these do not show which one is the main one.
 */
function narrower(taxonomy: Taxonomy, all: readonly Taxonomy[], isPrimary: boolean): Taxonomy {
  const { name, code } = taxonomy
  const narrows = (other: Taxonomy) =>
    !isStudent(other) &&
    !isOnlyRegisteredAs(other.name) &&
    !usualAssistants.has(other.code) &&
    ((other.name.startsWith(name) && addsField.test(other.name.slice(name.length))) ||
      (isUnspecialized(code) &&
        other.name.endsWith(` ${name}`) &&
        other.code.slice(0, 4) === code.slice(0, 4)))
  const related = all.filter((other) => narrows(other) || other.code.slice(0, 4) === code.slice(0, 4))
  return isPrimary && related.length > 2 ? taxonomy : (all.find(narrows) ?? taxonomy)
}

/** Physician assistants and "medical" ones, which is the usual kind: beside each other, neither adds anything. */
const usualAssistants = new Set(['363A00000X', '363AM0700X'])

/** NUCC: the code of a classification without a specialization, such as nurse practitioner. */
function isUnspecialized(code: string): boolean {
  return code.endsWith('00000X')
}

/** Words after a profession that narrow it; a "physical therapist assistant" is not a physical therapist. */
const addsField = /^ (?:at|for|in|practicing|specializing|trained|with) /

/** "Specialist", a code without a field. */
const specialist = '174400000X'

/** Whether the taxonomy is of trainees, who are registered at an address but do not yet practice a profession there. */
export function isStudent({ code }: Taxonomy): boolean {
  return code === trainee
}

/** Texts say that trainees, drivers and others who give no care are "registered", not that they practice. */
export function isOnlyRegistered(taxonomy: Taxonomy): boolean {
  return isStudent(taxonomy) || !givesCare(taxonomy.code)
}
