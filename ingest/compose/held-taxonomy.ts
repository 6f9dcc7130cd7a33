/** Limits a taxonomy to what the holder's credentials support: a nurse registered as a psychiatrist is not a psychiatrist. */
import { givesCare, type Taxonomy, taxonomyOf } from '@careatlas/directory/taxonomy'
import { concernsProfession, isLicense, type Remark } from './credential-remark.ts'
import { withArticle } from './english/grammar.ts'
import { kindOfCredential } from './known-credential.ts'
import { type Licensed, trainee } from './license-numbers.ts'
import {
  isFullyLicensed,
  isMedicalTrainee,
  mayBeSupervised,
  type Supervision,
  supervisionOf,
} from './supervised-practice.ts'

/** The evidence for a code: the credentials on the card, all codes with their licenses, and the remark in the credential cell. */
export interface Holding {
  readonly credentials: readonly string[]
  readonly registered: readonly Licensed[]
  readonly remark?: Remark | null
}

/**
 * The taxonomy itself if the evidence supports it. If the evidence contradicts it, "a clinician registered as" it, without
 * `care`. A physician or dentist with the trainee code, or only with a training license, is "in training"; a profession that
 * the holder may practice only under supervision is named with that level.
 */
export function asHeld(taxonomy: Taxonomy, holding: Holding): Taxonomy {
  const { code } = taxonomy
  const { credentials, registered } = holding
  if (code === trainee) return traineeBy(credentials) ?? taxonomy
  if (isLicensedToTrain(code, holding)) return medicalTrainee
  if (isTraineeOfNothing(holding) || isStudent(holding)) return taxonomyOf(trainee) ?? taxonomy
  if (speakAgainst(code, holding)) return registeredAs(taxonomy)
  const supervision = supervisionOf(code, credentials, registered)
  return supervision === null ? asRemarked(taxonomy, holding) : underSupervision(taxonomy, supervision)
}

/**
 * As the remark in the credential cell says, unless a license or another credential is that of a full member. A fellow with a
 * license is one.
 */
function asRemarked(taxonomy: Taxonomy, holding: Holding): Taxonomy {
  const { credentials, registered, remark } = holding
  const { code } = taxonomy
  if (!remark || !givesCare(code) || !concernsProfession(remark, code, credentials)) return taxonomy
  const { standing } = remark
  if (standing === 'former') return registeredAs(taxonomy)
  const profession = professions.find(({ codes }) => code.startsWith(codes))
  if (profession !== undefined && isLicensedFor(profession, registered)) return taxonomy
  if (isFullyLicensed(code, credentials, registered)) return taxonomy
  const isLicensed = hasNumber(registered)
  if (isLicensed && (standing === 'fellow' || (standing === 'student' && credentials.some(isLicense))))
    return taxonomy
  const unlicensed = standing === 'student' ? taxonomyOf(trainee) : graduateTrainee(code)
  if (!isLicensed && unlicensed !== null) return unlicensed
  if (!mayBeSupervised(code)) return registeredAs(taxonomy)
  return underSupervision(
    taxonomy,
    standing === 'trainee' || standing === 'student' ? 'trainee' : 'supervised',
  )
}

/** Whether the first taxonomy means that the holder is in training; the other codes are then the specialties of the training. */
export function isTraineeFirst(first: Taxonomy, holding: Holding): boolean {
  return namedTrainees.includes(first) || (first.code === trainee && isTraineeOfNothing(holding))
}

function traineeBy(credentials: readonly string[]): Taxonomy | undefined {
  return trainees.find(({ holds }) => credentials.some(holds))?.as
}

function isLicensedToTrain(code: string, { credentials, registered }: Holding): boolean {
  return (
    isMedicalTrainee(code, registered) &&
    (credentials.length === 0 || traineeBy(credentials) === medicalTrainee)
  )
}

/** Has the trainee code, possibly among others, but no credential and no license number. */
function isTraineeOfNothing({ credentials, registered }: Holding): boolean {
  return (
    credentials.length === 0 &&
    registered.some(({ code }) => code === trainee) &&
    registered.every(({ licenses }) => licenses.every(({ number }) => number === null))
  )
}

/** Has the letters of a student, such as `PA-S`, and no license number. `LCSW-S` is the credential of a supervisor. */
function isStudent({ credentials, registered }: Holding): boolean {
  return credentials.some((one) => studentLetters.test(one)) && !hasNumber(registered)
}

const studentLetters = /^(?:(?:PA|[A-Z]?NP|OTA?|PTA?|DPT|AT|RN|SLP)-S|SRNA|RRNA)$/

/** "a clinician registered as a psychiatrist" */
export function registeredAs(taxonomy: Taxonomy): Taxonomy {
  return {
    ...taxonomy,
    name: `clinician registered as ${withArticle(taxonomy.name)}`,
    plural: `clinicians registered as ${taxonomy.plural}`,
    plain: null,
    care: '',
  }
}

/**
 * "a mental health counselor credentialed for supervised practice" covers licenses, registrations and permits of associates,
 * candidates and interns, and limited or provisional ones; "a counselor in training" covers trainees.
 */
function underSupervision(taxonomy: Taxonomy, supervision: Supervision): Taxonomy {
  const level = supervision === 'trainee' ? 'in training' : 'credentialed for supervised practice'
  return { ...taxonomy, name: `${taxonomy.name} ${level}`, plural: `${taxonomy.plural} ${level}` }
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

/** The names of trainees whose credentials tell the profession. */
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

interface Profession {
  /** Prefix of its codes. */
  readonly codes: string
  /** Credentials of its members. */
  readonly own: RegExp
  /** Credentials of other professions that contradict its codes; if omitted, those of any other health profession. */
  readonly others?: RegExp
  /** License numbers that only its members have. */
  readonly license?: RegExp
  /** Codes of earlier professions of its members. A different number in the same state is then a license of this profession. */
  readonly after?: RegExp
}

const advancedNurse = /NP|APRN|ARNP|APN|CNS|CNM|CRNA|NAP|MSN|MNA|^MN$/

/** Numbers of advanced nurses: letters of the profession, Pennsylvania SP, Iowa A, Utah -4405 and -8900, AANP certificates F. */
const advancedNumber =
  /^(?:A-?RNP|APRN|APN|AP\d|C?NP|CRN[AP]|CNM|CNS|SP\d{6}|A\d{6}$|F\d{8}$)|\d(?:-?C?NP|-4405|-8900)/

const nurse = /^16/

/** Professions with distinctive credentials. A code with only the credentials of another profession is not trusted. */
const professions: readonly Profession[] = [
  { codes: '20', own: /^(?:DDS|DMD)$/ },
  { codes: '363L', own: advancedNurse, license: advancedNumber, after: nurse },
  { codes: '3675', own: advancedNurse, license: advancedNumber, after: nurse },
  { codes: '367A', own: advancedNurse, license: advancedNumber, after: nurse },
  {
    codes: '363A',
    own: /^(?:R?PA|PAC|MPAS|MSPAS|MPAP|MMSc|DMSc)(?!-S)\b/,
    license: /^PA[-. C]*(?:PA\W?)?\d/,
    after: /^(?!363)/,
  },
  {
    codes: '163W',
    own: /^(?:RN|BSN|MSN)/,
    others: /^(?:LPN|LVN|CNA|STNA|LNA|HHA|CHHA|NAC)$/,
    license: /^RN\W?\d/,
    after: /^164/,
  },
  {
    codes: '103K',
    own: /^(?:BCBA|LBA|LABA|LBS)/,
    others: /^(?:RBT|BT|ABAT|BCAT)$/,
    license: /^(?:1-\d\d-\d{4,6}$|BCBA|LBA|BEH-)/,
    after: /^106/,
  },
  {
    codes: '103T',
    own: /^(?:PhD|PsyD|EdD|EdS|LE?P|LCP|LPA|LPP|TLLP|LLP|LMLP|LPsyc|LICPSY|CP|MP|LSS?P|NCSP|SSP|PLP)\b/,
    license: /^P(?:SY?|Y)\W?\d/,
  },
  { codes: '111N', own: /^DC$/, license: /^DC\W?\d/ },
  { codes: '1223', own: /^(?:DDS|DMD|BDS)$/ },
  { codes: '152W', own: /^OD$/ },
  {
    codes: '1835',
    own: /Pharm|^(?:RPh|DPH|PD|PhC|CPP|CACP|CPH|BC.*P.*|BCACP|BCOP)$/,
    license: /^(?:PH|PS|RPH)\W?\d/,
  },
  { codes: '213E', own: /^DPM$/ },
  {
    codes: '2251',
    own: /^(?:[RL]?PT|[DM]PT|MSPT|BSPT|BPT|tDPT|OCS|NCS|PCS|GCS|SCS|ECS|WCS|OMPT|COMT)$/,
    license: /^PT\W?\d/,
    after: /^2252/,
  },
  { codes: '225X', own: /^(?:L?OT(?!A)|M?S?OT|CHT)/, license: /^OT\W?\d/, after: /^224Z/ },
  { codes: '235Z', own: /SLP(?!A|-A)|^(?:CCC|TS|BCS|CFY|MSP|MCD)/ },
]

function speakAgainst(code: string, { credentials, registered }: Holding): boolean {
  const profession = professions.find(({ codes }) => code.startsWith(codes))
  if (profession === undefined || credentials.length === 0) return false
  const { own, others } = profession
  if (credentials.some((one) => own.test(one) || kindOfCredential(one) === 'physician')) return false
  if (!credentials.some((one) => (others === undefined ? isOfAnother(one) : others.test(one)))) return false
  return !isLicensedFor(profession, registered)
}

/** By a distinctive number, or by a number that differs from that of an earlier profession in the same state. */
function isLicensedFor({ codes, license, after }: Profession, registered: readonly Licensed[]): boolean {
  const own = numbersOf(registered, (code) => code.startsWith(codes))
  if (license !== undefined && own.some(({ number }) => license.test(number))) return true
  if (after === undefined) return false
  const earlier = numbersOf(registered, (code) => after.test(code))
  return own.some(({ state, number }) => {
    const there = earlier.filter((other) => state !== null && other.state === state)
    return there.length > 0 && !there.some((other) => sharesDigits(other.number, number))
  })
}

interface LicenseNumber {
  readonly state: string | null
  readonly number: string
}

function numbersOf(
  registered: readonly Licensed[],
  isWanted: (code: string) => boolean,
): readonly LicenseNumber[] {
  return registered
    .filter(({ code }) => isWanted(code))
    .flatMap(({ licenses }) => licenses)
    .flatMap(({ state, number }) => (number === null ? [] : [{ state, number: number.toUpperCase() }]))
}

/** `RN-188610` and `RN188610` are the same number, and so are `7238081` and `7238081-8900`. */
function sharesDigits(a: string, b: string): boolean {
  const [one, other] = [a, b].map((number) => number.replaceAll(/\D/g, '').replace(/^0+/, ''))
  return one!.startsWith(other!) || other!.startsWith(one!)
}

/** Whether the credential is that of a health profession or a doctorate of one profession; a PhD may be a physician. */
function isOfAnother(credential: string): boolean {
  const kind = kindOfCredential(credential)
  return kind === 'nurse' || kind === 'profession' || /^(?:DC|OD|DPM|ND|NMD|AuD|DDS|DMD)$/.test(credential)
}
