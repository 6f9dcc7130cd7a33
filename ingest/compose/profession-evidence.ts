/** Credentials and license numbers that support or contradict the code of a profession. */
import { getCredentialKind } from '../facts/known-credential.ts'
import type { Licensed } from './license-numbers.ts'

/**
 * Whether a code is contradicted: all credentials that show a profession belong to another one and no license number supports the
 * code; or a license of the code belongs to another profession and no credential supports the code.
 */
export function isContradicted(
  code: string,
  credentials: readonly string[],
  registered: readonly Licensed[],
): boolean {
  const profession = findProfession(code)
  if (profession === undefined) return false
  const { codePrefix, ownCredentials, otherCredentials, otherLicense } = profession
  if (
    credentials.some(
      (credential) => ownCredentials.test(credential) || getCredentialKind(credential) === 'physician',
    )
  )
    return false
  const licenses =
    otherLicense === undefined ? [] : numbersOf(registered, (other) => other.startsWith(codePrefix))
  if (licenses.some(({ number }) => otherLicense!.test(number))) return true
  if (
    !credentials.some((credential) =>
      otherCredentials === undefined ? isOfAnotherProfession(credential) : otherCredentials.test(credential),
    )
  )
    return false
  return !isLicensedFor(profession, registered)
}

/** Whether a license number certainly belongs to the profession of the code. */
export function hasLicenseOfProfession(code: string, registered: readonly Licensed[]): boolean {
  const profession = findProfession(code)
  return profession !== undefined && isLicensedFor(profession, registered)
}

function findProfession(code: string): Profession | undefined {
  return professions.find(({ codePrefix }) => code.startsWith(codePrefix))
}

interface Profession {
  /** Prefix of its codes. */
  readonly codePrefix: string
  /** Credentials of its members. */
  readonly ownCredentials: RegExp
  /** Credentials of other professions that contradict its codes; if omitted, those of any other health profession. */
  readonly otherCredentials?: RegExp
  /** License numbers that only members of other professions have. */
  readonly otherLicense?: RegExp
  /** License numbers that only its members have. */
  readonly ownLicense?: RegExp
  /**
   * Codes of professions that its members had before. A different number in the same state is then a license of this profession.
   */
  readonly earlierCodes?: RegExp
}

const advancedNurse = /NP|APRN|ARNP|APN|CNS|CNM|CRNA|NAP|MSN|MNA|^MN$/

/** Numbers of advanced nurses: letters of the profession, Pennsylvania SP, Iowa A, Utah -4405 and -8900, AANP certificates F. */
const advancedNumber =
  /^(?:A-?RNP|APRN|APN|AP\d|C?NP|CRN[AP]|CNM|CNS|SP\d{6}|A\d{6}$|F\d{8}$)|\d(?:-?C?NP|-4405|-8900)/

const nurse = /^16/

/** Professions with distinctive credentials. */
const professions: readonly Profession[] = [
  {
    codePrefix: '20',
    ownCredentials: /^(?:DDS|DMD)$/,
    otherLicense: /^(?:A-?RNP|APRN|CRN[AP]|CNM|RN|LPN|LVN)\W?\d|^F\d{8}$/,
  },
  { codePrefix: '363L', ownCredentials: advancedNurse, ownLicense: advancedNumber, earlierCodes: nurse },
  { codePrefix: '3675', ownCredentials: advancedNurse, ownLicense: advancedNumber, earlierCodes: nurse },
  { codePrefix: '367A', ownCredentials: advancedNurse, ownLicense: advancedNumber, earlierCodes: nurse },
  {
    codePrefix: '363A',
    ownCredentials: /^(?:R?PA|PAC|MPAS|MSPAS|MPAP|MMSc|DMSc)(?!-S)\b/,
    ownLicense: /^PA[-. C]*(?:PA\W?)?\d/,
    earlierCodes: /^(?!363)/,
  },
  {
    codePrefix: '163W',
    ownCredentials: /^(?:RN|BSN|MSN)/,
    otherCredentials: /^(?:LPN|LVN|CNA|STNA|LNA|HHA|CHHA|NAC)$/,
    ownLicense: /^RN\W?\d/,
    earlierCodes: /^164/,
  },
  {
    codePrefix: '103K',
    ownCredentials: /^(?:BCBA|LBA|LABA|LBS)/,
    otherCredentials: /^(?:RBT|BT|ABAT|BCAT)$/,
    ownLicense: /^(?:1-\d\d-\d{4,6}$|BCBA|LBA|BEH-)/,
    earlierCodes: /^106/,
  },
  {
    codePrefix: '103T',
    ownCredentials:
      /^(?:PhD|PsyD|EdD|EdS|LE?P|LCP|LPA|LPP|TLLP|LLP|LMLP|LPsyc|LICPSY|CP|MP|LSS?P|NCSP|SSP|PLP)\b/,
    ownLicense: /^P(?:SY?|Y)\W?\d/,
  },
  // A counselor in general may be one for addiction only.
  {
    codePrefix: '101Y0',
    ownCredentials: /^(?:LPC|LCP|LCM|LMH|LMF|LI?CSW|NCC)/,
    otherCredentials: /^(?:CLC|IBCLC|RAC|RADT.*|[CL]?A?C?ADC.*|C?DCA|CAC.*)$/,
  },
  // A certified lactation counselor is not a mental health counselor.
  { codePrefix: '101Y', ownCredentials: /^(?:L|NCC)/, otherCredentials: /^(?:CLC|IBCLC)$/ },
  // No credential is that of a contractor.
  { codePrefix: '171W', ownCredentials: /^$/ },
  { codePrefix: '111N', ownCredentials: /^DC$/, ownLicense: /^DC\W?\d/ },
  { codePrefix: '1223', ownCredentials: /^(?:DDS|DMD|BDS)$/ },
  { codePrefix: '152W', ownCredentials: /^OD$/ },
  {
    codePrefix: '1835',
    ownCredentials: /Pharm|^(?:RPh|DPH|PD|PhC|CPP|CACP|CPH|BC.*P.*|BCACP|BCOP)$/,
    ownLicense: /^(?:PH|PS|RPH)\W?\d/,
  },
  { codePrefix: '213E', ownCredentials: /^DPM$/ },
  {
    codePrefix: '2251',
    ownCredentials: /^(?:[RL]?PT|[DM]PT|MSPT|BSPT|BPT|tDPT|OCS|NCS|PCS|GCS|SCS|ECS|WCS|OMPT|COMT)$/,
    ownLicense: /^PT\W?\d/,
    earlierCodes: /^2252/,
  },
  {
    codePrefix: '225X',
    ownCredentials: /^(?:L?OT(?!A)|M?S?OT|CHT)/,
    ownLicense: /^OT\W?\d/,
    earlierCodes: /^224Z/,
  },
  { codePrefix: '235Z', ownCredentials: /SLP(?!A|-A)|^(?:CCC|TS|BCS|CFY|MSP|MCD)/ },
]

/** Whether there is a distinctive number, or one that differs from all numbers of an earlier profession in the same state. */
function isLicensedFor(
  { codePrefix, ownLicense, earlierCodes }: Profession,
  registered: readonly Licensed[],
): boolean {
  const own = numbersOf(registered, (code) => code.startsWith(codePrefix))
  if (ownLicense !== undefined && own.some(({ number }) => ownLicense.test(number))) return true
  if (earlierCodes === undefined) return false
  const earlier = numbersOf(registered, (code) => earlierCodes.test(code))
  return own.some(({ state, number }) => {
    const inState = earlier.filter((other) => state !== null && other.state === state)
    return inState.length > 0 && !inState.some((other) => sharesDigits(other.number, number))
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
function isOfAnotherProfession(credential: string): boolean {
  const kind = getCredentialKind(credential)
  return (
    kind === 'nurse' || kind === 'profession' || /^(?:DC|OD|DPM|ND|NMD|AuD|DDS|DMD|PsyD)$/.test(credential)
  )
}
