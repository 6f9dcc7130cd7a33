/** Limits a taxonomy to what the holder's credentials support: a nurse registered as a psychiatrist is not a psychiatrist. */
import { givesCare, type Taxonomy, taxonomyOf } from '@careatlas/directory/taxonomy'
import { concernsProfession, isLicense, type Remark } from './credential-remark.ts'
import { withArticle, withCapital } from './phrasing/grammar.ts'
import { kindOfCredential } from '../facts/known-credential.ts'
import { type Licensed, trainee } from './license-numbers.ts'
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
 * The taxonomy itself if the evidence supports it. If the evidence contradicts it, "a clinician registered as" it, without
 * `care`. A physician or dentist with the trainee code first, or with it and only training licenses, is "in training"; a profession
 * that the holder may practice only under supervision is named with that level. A training license alone may be years old.
 */
export function taxonomyForCredentials(taxonomy: Taxonomy, holding: CredentialEvidence): Taxonomy {
  const { code } = taxonomy
  const { credentials, registered } = holding
  if (code === trainee) return traineeBy(credentials) ?? taxonomy
  if (isLicensedToTrain(code, holding)) return medicalTrainee
  if (isTraineeOfNothing(holding) || isStudent(holding)) return taxonomyOf(trainee) ?? taxonomy
  if (isContradicted(code, credentials, registered)) return registeredAs(taxonomy)
  const supervision = supervisionOf(code, credentials, registered)
  return supervision === null ? taxonomyForRemark(taxonomy, holding) : underSupervision(taxonomy, supervision)
}

/**
 * As the remark in the credential cell says, unless a license or another credential is that of a full member. A fellow with a
 * license is one.
 */
function taxonomyForRemark(taxonomy: Taxonomy, holding: CredentialEvidence): Taxonomy {
  const { credentials, registered, remark } = holding
  const { code } = taxonomy
  if (!remark || !givesCare(code) || !concernsProfession(remark, code, credentials)) return taxonomy
  const { standing } = remark
  if (standing === 'former') return registeredAs(taxonomy)
  if (hasLicenseOfProfession(code, registered)) return taxonomy
  if (isFullyLicensed(code, credentials, registered)) return taxonomy
  const isLicensed = hasNumber(registered)
  if (isLicensed && (standing === 'fellow' || (standing === 'student' && credentials.some(isLicense))))
    return taxonomy
  const asTrainee = standing === 'student' ? taxonomyOf(trainee) : graduateTrainee(code)
  if (!isLicensed && asTrainee !== null) return asTrainee
  if (!mayBeSupervised(code)) return registeredAs(taxonomy)
  return underSupervision(
    taxonomy,
    standing === 'trainee' || standing === 'student' ? 'trainee' : 'supervised',
  )
}

/** Whether the first taxonomy means that the holder is in training; the other codes are then the specialties of the training. */
export function isTraineeFirst(first: Taxonomy, holding: CredentialEvidence): boolean {
  return namedTrainees.includes(first) || (first.code === trainee && isTraineeOfNothing(holding))
}

function traineeBy(credentials: readonly string[]): Taxonomy | undefined {
  return trainees.find(({ holds }) => credentials.some(holds))?.as
}

function isLicensedToTrain(code: string, { credentials, registered }: CredentialEvidence): boolean {
  return (
    registered.some((one) => one.code === trainee) &&
    isMedicalTrainee(code, registered) &&
    (credentials.length === 0 || traineeBy(credentials) === medicalTrainee)
  )
}

/** Has the trainee code, possibly among others, but no credential and no license number. */
function isTraineeOfNothing({ credentials, registered }: CredentialEvidence): boolean {
  return (
    credentials.length === 0 &&
    registered.some(({ code }) => code === trainee) &&
    registered.every(({ licenses }) => licenses.every(({ number }) => number === null))
  )
}

/** Has the letters of a student, such as `PA-S`, and no license number. `LCSW-S` is the credential of a supervisor. */
function isStudent({ credentials, registered }: CredentialEvidence): boolean {
  return credentials.some((one) => studentLetters.test(one)) && !hasNumber(registered)
}

const studentLetters = /^(?:(?:PA|[A-Z]?NP|OTA?|PTA?|DPT|AT|RN|SLP)-S|SRNA|RRNA)$/

/** "a clinician registered as a psychiatrist" */
export function registeredAs(taxonomy: Taxonomy): Taxonomy {
  return {
    ...taxonomy,
    name: `${onlyRegistered}${withArticle(taxonomy.name)}`,
    plural: `clinicians registered as ${taxonomy.plural}`,
    plain: null,
    care: '',
  }
}

const onlyRegistered = 'clinician registered as '

/** Whether a name is that of `registeredAs`. */
export function isOnlyRegisteredAs(name: string): boolean {
  return name.startsWith(onlyRegistered)
}

/**
 * "a mental health counselor who works under supervision" covers licenses, registrations and permits of associates,
 * candidates and interns, and limited or provisional ones; "a counselor in training" covers trainees.
 */
function underSupervision(taxonomy: Taxonomy, supervision: Supervision): Taxonomy {
  const { name, plural } = taxonomy
  return supervision === 'trainee'
    ? { ...taxonomy, name: `${name} in training`, plural: `${plural} in training` }
    : { ...taxonomy, name: `${name} who works under supervision`, plural: `${plural}${supervised}` }
}

const supervised = ' who work under supervision'

/** "Addiction counselors help people …", whether or not they work under supervision; null if nothing is known. */
export function careInWords({ plural, care }: Taxonomy): string | null {
  if (care === '') return null
  return withCapital(`${plural.endsWith(supervised) ? plural.slice(0, -supervised.length) : plural} ${care}`)
}

/** The other names for a holder of the code. */
export function heldOtherwise(taxonomy: Taxonomy): readonly Taxonomy[] {
  if (!mayBeSupervised(taxonomy.code)) return [registeredAs(taxonomy)]
  return [
    registeredAs(taxonomy),
    underSupervision(taxonomy, 'supervised'),
    underSupervision(taxonomy, 'trainee'),
  ]
}

/** Whether a license number is registered, not counting that of a trainee. */
export function hasNumber(registered: readonly Licensed[]): boolean {
  return registered.some(
    ({ code, licenses }) => code !== trainee && licenses.some(({ number }) => number !== null),
  )
}

/** The trainee that a resident or candidate with a code of a physician or a dentist is; null for other codes. */
export function graduateTrainee(code: string): Taxonomy | null {
  return code.startsWith('20') ? medicalTrainee : code.startsWith('1223') ? dentalTrainee : null
}

interface Trainees {
  readonly holds: (credential: string) => boolean
  readonly as: Taxonomy
}

const medicalTrainee = inTraining('physician', 'medicine')
const dentalTrainee = inTraining('dentist', 'dentistry')

const trainees: readonly Trainees[] = [
  { holds: (one) => kindOfCredential(one) === 'physician', as: medicalTrainee },
  { holds: (one) => /^(?:DDS|DMD)$/.test(one), as: dentalTrainee },
]

/** The names of trainees whose credentials show the profession. */
export const namedTrainees: readonly Taxonomy[] = trainees.map(({ as }) => as)

function inTraining(profession: string, field: string): Taxonomy {
  return {
    code: trainee,
    kind: 'individual',
    name: `${profession} in training`,
    plural: `${profession}s in training`,
    plain: null,
    field: 'health care training',
    care: `learn a specialty of ${field} under supervision in a training program`,
  }
}
