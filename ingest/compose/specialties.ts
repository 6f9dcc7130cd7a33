/** Composes the specialties on a card, and selects the taxonomies that texts may name. */
import type { Specialty } from '@careatlas/contract/cards'
import { classificationOf, givesCare, type Taxonomy, taxonomyOf } from '@careatlas/directory/taxonomy'
import type { RegisteredTaxonomy } from '../facts/facts.ts'
import type { ComposeContext } from './context.ts'
import type { Remark } from './credential-remark.ts'
import { withCapital } from './phrasing/grammar.ts'
import {
  isRegisteredOnlyName,
  isTraineeFirst,
  toRegisteredOnly,
  taxonomyForCredentials,
} from './credential-check.ts'
import { type Licensed, traineeCode, removePlaceholders } from './license-numbers.ts'

/** One specialty per code with all its licenses. The registry's primary code comes first, and only it is marked as primary. */
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
    for (const license of removePlaceholders(licenses))
      if (!hasLicense(specialty, license)) specialty.licenses.push({ ...license })
  }
  return [...byCode.values()]
}

function newSpecialty(code: string, primary: boolean, context: ComposeContext): Specialty {
  return { code, name: specialtyName(code, context), primary, licenses: [] }
}

function hasLicense({ licenses }: Specialty, { state, number }: Specialty['licenses'][number]): boolean {
  return licenses.some((license) => license.state === state && license.number === number)
}

/** The official name if the operator loaded the NUCC file, else the name in our tables, else "Unknown taxonomy code …". */
export function specialtyName(code: string, { officialNames }: ComposeContext): string {
  const official = officialNames?.get(code)
  if (official !== undefined) return official
  const taxonomy = taxonomyOf(code)
  return taxonomy === null ? `Unknown taxonomy code ${code}` : withCapital(taxonomy.name)
}

/**
 * The known taxonomies of individuals in the order of `registered`, as far as licenses, `credentials` and the `remark` support
 * them, each name once. Codes of groups are omitted, because they do not describe a person. A resident is only "registered as" an
 * internist. The code "Specialist" comes last, because it has no field.
 */
export function personalTaxonomies(
  registered: readonly Licensed[],
  credentials: readonly string[],
  remark: Remark | null = null,
): readonly Taxonomy[] {
  const evidence = { credentials, registered, remark }
  const known = sortProfessionsFirst(registered.map(({ code }) => code))
  const [first] = known
  if (first === undefined) return []
  const mainTaxonomy = taxonomyForCredentials(first, evidence)
  const others = isTraineeFirst(mainTaxonomy, evidence)
    ? known.filter((taxonomy) => !isTrainee(taxonomy)).map(toRegisteredOnly)
    : known.slice(1).map((taxonomy) => {
        const other = taxonomyForCredentials(taxonomy, evidence)
        return other === taxonomy && isUnlicensed(taxonomy, first, registered)
          ? toRegisteredOnly(taxonomy)
          : other
      })
  const byName = new Map<string, Taxonomy>()
  for (const taxonomy of [mainTaxonomy, ...others])
    if (!byName.has(taxonomy.name)) byName.set(taxonomy.name, taxonomy)
  return [...byName.values()]
}

/**
 * Whether the first code has a license number and this one has none: a licensed clinical social worker need not be a licensed
 * counselor. A license covers the codes of its classification in its states, and that of a physician or a dentist all specialties.
 */
function isUnlicensed({ code }: Taxonomy, first: Taxonomy, registered: readonly Licensed[]): boolean {
  if (code === traineeCode || /^(?:20|12)/.test(code)) return false
  const [licenses, others] = [first.code, code].map((wanted) =>
    registered.filter((other) => other.code === wanted).flatMap((taxonomy) => taxonomy.licenses),
  )
  if (!licenses!.some(isNumbered)) return false
  if (others!.length === 0) return classificationOf(first.code) !== classificationOf(code)
  const covered = new Set(licenses!.map(({ state }) => state))
  return !others!.some((license) => isNumbered(license) && covered.has(license.state))
}

function isNumbered({ number }: Licensed['licenses'][number]): boolean {
  return number !== null
}

function sortProfessionsFirst(codes: readonly string[]): readonly Taxonomy[] {
  const known = codes
    .map(taxonomyOf)
    .filter((taxonomy) => taxonomy !== null)
    .filter(({ kind }) => kind === 'individual')
  if (known.every(({ code }) => code === specialistCode) && known.length > 0 && isOrganization(codes[0]!))
    return []
  const startsWithSpecialist = known[0]?.code === specialistCode && known.some(isProfession)
  return startsWithSpecialist
    ? known.toSorted((a, b) => Number(isProfession(b)) - Number(isProfession(a)))
    : known
}

function isOrganization(code: string): boolean {
  return taxonomyOf(code)?.kind === 'organization' && !isGroup(code)
}

function isProfession(taxonomy: Taxonomy): boolean {
  return taxonomy.kind === 'individual' && taxonomy.code !== specialistCode && !isTrainee(taxonomy)
}

/** The code that names a person: a profession before a specialist, a trainee or an organization; null without codes. */
export function mainCode(codes: readonly string[]): string | null {
  const [first = null] = sortProfessionsFirst(codes)
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

/** Whether the code is a single- or multi-specialty group, which states how a practice is organized and not its field. */
export function isGroup(code: string): boolean {
  return code === '193200000X' || code === '193400000X'
}

/**
 * The taxonomies that a text names. Drops those that the first one implies (a family nurse practitioner is a nurse
 * practitioner and a specialist), trainee codes if there is a profession, and a general taxonomy if its specialization is there
 * ("physician assistant" with "physician assistant in surgery").
 */
export function selectNamedTaxonomies(registered: readonly Taxonomy[]): readonly Taxonomy[] {
  const taxonomies = [
    ...new Set(registered.map((taxonomy, index) => findSpecialization(taxonomy, registered, index === 0))),
  ]
  const [primary, ...others] = taxonomies
  if (primary === undefined || others.length === 0) return taxonomies
  const distinct = others.filter(
    (other) =>
      !isTrainee(other) &&
      other.code !== specialistCode &&
      !impliesName(primary.name, taxonomyOf(other.code)?.name ?? other.name) &&
      !(generalAssistants.has(other.code) && generalAssistants.has(primary.code)),
  )
  return [primary, ...distinct]
}

/** "family nurse practitioner" and "nurse practitioner", "physician assistant in surgery" and "physician assistant". */
function impliesName(name: string, general: string): boolean {
  return name.endsWith(general) || (name.startsWith(general) && fieldWords.test(name.slice(general.length)))
}

/**
 * The specialization that replaces a general taxonomy: "physician assistant in surgery" for "physician assistant". The
 * primary taxonomy stays if several others share its classification, because nothing shows which of them is the main one.
 */
function findSpecialization(taxonomy: Taxonomy, all: readonly Taxonomy[], isPrimary: boolean): Taxonomy {
  const { name, code } = taxonomy
  const isSpecialization = (other: Taxonomy) =>
    !isTrainee(other) &&
    !isRegisteredOnlyName(other.name) &&
    !generalAssistants.has(other.code) &&
    ((other.name.startsWith(name) && fieldWords.test(other.name.slice(name.length))) ||
      (isUnspecialized(code) &&
        other.name.endsWith(` ${name}`) &&
        classificationOf(other.code) === classificationOf(code)))
  const related = all.filter(
    (other) => isSpecialization(other) || classificationOf(other.code) === classificationOf(code),
  )
  return isPrimary && related.length > 2 ? taxonomy : (all.find(isSpecialization) ?? taxonomy)
}

/** Physician assistants, and physician assistants in medicine. Most are the latter, so neither code adds anything to the other. */
const generalAssistants = new Set(['363A00000X', '363AM0700X'])

/** NUCC: the code of a classification without a specialization, such as nurse practitioner. */
function isUnspecialized(code: string): boolean {
  return code.endsWith('00000X')
}

/** Words after a profession that narrow it; a "physical therapist assistant" is not a physical therapist. */
const fieldWords = /^ (?:at|for|in|practicing|specializing|trained|with) /

/** NUCC: "Specialist", a code without a field. */
const specialistCode = '174400000X'

/** Whether the taxonomy is that of trainees, who are registered at an address but do not practice a profession there yet. */
export function isTrainee({ code }: Taxonomy): boolean {
  return code === traineeCode
}

/** Whether texts must say "is registered" instead of "practices": for trainees, drivers and others who give no care. */
export function isNonPracticing(taxonomy: Taxonomy): boolean {
  return isTrainee(taxonomy) || !givesCare(taxonomy.code)
}
