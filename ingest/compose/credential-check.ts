/** Limits a taxonomy to what the holder's credentials support: a nurse registered as a psychiatrist is not a psychiatrist. */
import { givesCare, type Taxonomy, taxonomyOf } from '@careatlas/directory/taxonomy'
import { concernsProfession, isLicense, type Remark } from './credential-remark.ts'
import { withArticle, withCapital } from './phrasing/grammar.ts'
import { getCredentialKind } from '../facts/known-credential.ts'
import { type Licensed, traineeCode } from './license-numbers.ts'
import { hasLicenseOfProfession, isContradicted } from './profession-evidence.ts'
import {
  isFullyLicensed,
  isMedicalTrainee,
  mayBeSupervised,
  type Supervision,
  supervisionOf,
} from './supervised-practice.ts'

/** The evidence for a code: the credentials on the card, all codes with their licenses, and the remark in the credential cell. */
export interface CredentialEvidence {
  readonly credentials: readonly string[]
  readonly registered: readonly Licensed[]
  readonly remark?: Remark | null
}

/**
 * The taxonomy that a card may name:
 * - the given one if the evidence supports it;
 * - "a clinician registered as …", without `care`, if the evidence contradicts it;
 * - "… in training" for a physician or dentist with the trainee code first, or with the trainee code and only training licenses (a
 *   training license without the trainee code may be years old);
 * - "… who works under supervision" if the holder may practice the profession only under supervision.
 */
export function taxonomyForCredentials(taxonomy: Taxonomy, evidence: CredentialEvidence): Taxonomy {
  const { code } = taxonomy
  const { credentials, registered } = evidence
  if (code === traineeCode) return traineeForCredentials(credentials) ?? taxonomy
  if (isTraineeByLicense(code, evidence)) return medicalTrainee
  if (isTraineeWithoutEvidence(evidence) || isStudentByCredential(evidence))
    return taxonomyOf(traineeCode) ?? taxonomy
  if (isContradicted(code, credentials, registered)) return toRegisteredOnly(taxonomy)
  const supervision = supervisionOf(code, credentials, registered)
  return supervision === null ? taxonomyForRemark(taxonomy, evidence) : toSupervised(taxonomy, supervision)
}

/**
 * Applies the remark in the credential cell, unless a license or another credential shows a full member of the profession. A
 * fellow with a license is a full member.
 */
function taxonomyForRemark(taxonomy: Taxonomy, evidence: CredentialEvidence): Taxonomy {
  const { credentials, registered, remark } = evidence
  const { code } = taxonomy
  if (!remark || !givesCare(code) || !concernsProfession(remark, code, credentials)) return taxonomy
  const { standing } = remark
  if (standing === 'former') return toRegisteredOnly(taxonomy)
  if (hasLicenseOfProfession(code, registered)) return taxonomy
  if (isFullyLicensed(code, credentials, registered)) return taxonomy
  const isLicensed = hasLicenseNumber(registered)
  if (isLicensed && (standing === 'fellow' || (standing === 'student' && credentials.some(isLicense))))
    return taxonomy
  const traineeTaxonomy = standing === 'student' ? taxonomyOf(traineeCode) : traineeTaxonomyFor(code)
  if (!isLicensed && traineeTaxonomy !== null) return traineeTaxonomy
  if (!mayBeSupervised(code)) return toRegisteredOnly(taxonomy)
  return toSupervised(taxonomy, standing === 'trainee' || standing === 'student' ? 'trainee' : 'supervised')
}

/** Whether the first taxonomy shows that the holder is in training. The other codes are then the specialties of the training. */
export function isTraineeFirst(first: Taxonomy, evidence: CredentialEvidence): boolean {
  return (
    traineeTaxonomies.includes(first) || (first.code === traineeCode && isTraineeWithoutEvidence(evidence))
  )
}

function traineeForCredentials(credentials: readonly string[]): Taxonomy | undefined {
  return traineeKinds.find(({ matches }) => credentials.some(matches))?.taxonomy
}

function isTraineeByLicense(code: string, { credentials, registered }: CredentialEvidence): boolean {
  return (
    registered.some((taxonomy) => taxonomy.code === traineeCode) &&
    isMedicalTrainee(code, registered) &&
    (credentials.length === 0 || traineeForCredentials(credentials) === medicalTrainee)
  )
}

/** Whether the holder has the trainee code, possibly among others, but neither a credential nor a license number. */
function isTraineeWithoutEvidence({ credentials, registered }: CredentialEvidence): boolean {
  return (
    credentials.length === 0 &&
    registered.some(({ code }) => code === traineeCode) &&
    registered.every(({ licenses }) => licenses.every(({ number }) => number === null))
  )
}

/** Whether a credential is that of a student, such as `PA-S`, and there is no license number. `LCSW-S` is a supervisor's. */
function isStudentByCredential({ credentials, registered }: CredentialEvidence): boolean {
  return credentials.some((credential) => studentLetters.test(credential)) && !hasLicenseNumber(registered)
}

const studentLetters = /^(?:(?:PA|[A-Z]?NP|OTA?|PTA?|DPT|AT|RN|SLP)-S|SRNA|RRNA)$/

/** "a clinician registered as a psychiatrist" */
export function toRegisteredOnly(taxonomy: Taxonomy): Taxonomy {
  return {
    ...taxonomy,
    name: `${registeredOnlyPrefix}${withArticle(taxonomy.name)}`,
    plural: `clinicians registered as ${taxonomy.plural}`,
    plain: null,
    care: '',
  }
}

const registeredOnlyPrefix = 'clinician registered as '

/** Whether `toRegisteredOnly` made the name. */
export function isRegisteredOnlyName(name: string): boolean {
  return name.startsWith(registeredOnlyPrefix)
}

/**
 * "a mental health counselor who works under supervision" covers associates, candidates and interns, and limited or provisional
 * licenses; "a counselor in training" covers trainees.
 */
function toSupervised(taxonomy: Taxonomy, supervision: Supervision): Taxonomy {
  const { name, plural } = taxonomy
  return supervision === 'trainee'
    ? { ...taxonomy, name: `${name} in training`, plural: `${plural} in training` }
    : { ...taxonomy, name: `${name} who works under supervision`, plural: `${plural}${supervisedSuffix}` }
}

const supervisedSuffix = ' who work under supervision'

/** "Addiction counselors help people …": the care that the whole profession gives; null if the taxonomy has none. */
export function careInWords({ plural, care }: Taxonomy): string | null {
  if (care === '') return null
  return withCapital(
    `${plural.endsWith(supervisedSuffix) ? plural.slice(0, -supervisedSuffix.length) : plural} ${care}`,
  )
}

/** The taxonomies by which a card may name a holder of the code instead. */
export function alternativeTaxonomies(taxonomy: Taxonomy): readonly Taxonomy[] {
  if (!mayBeSupervised(taxonomy.code)) return [toRegisteredOnly(taxonomy)]
  return [toRegisteredOnly(taxonomy), toSupervised(taxonomy, 'supervised'), toSupervised(taxonomy, 'trainee')]
}

/** Whether a license number is registered; the number of a trainee code does not count. */
export function hasLicenseNumber(registered: readonly Licensed[]): boolean {
  return registered.some(
    ({ code, licenses }) => code !== traineeCode && licenses.some(({ number }) => number !== null),
  )
}

/** The taxonomy of a resident or candidate with the code of a physician or a dentist; null for other codes. */
export function traineeTaxonomyFor(code: string): Taxonomy | null {
  return code.startsWith('20') ? medicalTrainee : code.startsWith('1223') ? dentalTrainee : null
}

interface TraineeKind {
  readonly matches: (credential: string) => boolean
  readonly taxonomy: Taxonomy
}

const medicalTrainee = createTraineeTaxonomy('physician', 'medicine')
const dentalTrainee = createTraineeTaxonomy('dentist', 'dentistry')

const traineeKinds: readonly TraineeKind[] = [
  { matches: (credential) => getCredentialKind(credential) === 'physician', taxonomy: medicalTrainee },
  { matches: (credential) => /^(?:DDS|DMD)$/.test(credential), taxonomy: dentalTrainee },
]

/** The taxonomies of trainees whose credentials show the profession. */
export const traineeTaxonomies: readonly Taxonomy[] = traineeKinds.map(({ taxonomy }) => taxonomy)

function createTraineeTaxonomy(profession: string, field: string): Taxonomy {
  return {
    code: traineeCode,
    kind: 'individual',
    name: `${profession} in training`,
    plural: `${profession}s in training`,
    plain: null,
    field: 'health care training',
    care: `learn a specialty of ${field} under supervision in a training program`,
  }
}
