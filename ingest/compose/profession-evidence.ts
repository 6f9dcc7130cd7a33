/** Credentials and license numbers that support or contradict the code of a profession. */
import { kindOfCredential } from '../facts/known-credential.ts'
import type { Licensed } from './license-numbers.ts'

/**
 * Whether all credentials that tell a profession are those of another one, and no license number supports the code; or whether a
 * license of the code is one of another profession, and no credential supports the code.
 */
export function isContradicted(
  code: string,
  credentials: readonly string[],
  registered: readonly Licensed[],
): boolean {
  const profession = professionOf(code)
  if (profession === undefined) return false
  const { codes, own, others, otherLicense } = profession
  if (credentials.some((one) => own.test(one) || kindOfCredential(one) === 'physician')) return false
  const licenses = otherLicense === undefined ? [] : numbersOf(registered, (each) => each.startsWith(codes))
  if (licenses.some(({ number }) => otherLicense!.test(number))) return true
  if (!credentials.some((one) => (others === undefined ? isOfAnother(one) : others.test(one)))) return false
  return !isLicensedFor(profession, registered)
}

/** Whether a license number is certainly one of the profession of the code. */
export function hasLicenseOfProfession(code: string, registered: readonly Licensed[]): boolean {
  const profession = professionOf(code)
  return profession !== undefined && isLicensedFor(profession, registered)
}

function professionOf(code: string): Profession | undefined {
  return professions.find(({ codes }) => code.startsWith(codes))
}

interface Profession {
  /** Prefix of its codes. */
  readonly codes: string
  /** Credentials of its members. */
  readonly own: RegExp
  /** Credentials of other professions that contradict its codes; if omitted, those of any other health profession. */
  readonly others?: RegExp
  /** License numbers that only members of other professions have. */
  readonly otherLicense?: RegExp
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
  { codes: '20', own: /^(?:DDS|DMD)$/, otherLicense: /^(?:A-?RNP|APRN|CRN[AP]|CNM|RN|LPN|LVN)\W?\d/ },
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
  // A counselor in general may be one for addiction only.
  {
    codes: '101Y0',
    own: /^(?:LPC|LCP|LCM|LMH|LMF|LI?CSW|NCC)/,
    others: /^(?:CLC|IBCLC|RAC|RADT.*|[CL]?A?C?ADC.*|C?DCA|CAC.*)$/,
  },
  // A certified lactation counselor is no mental health counselor.
  { codes: '101Y', own: /^(?:L|NCC)/, others: /^(?:CLC|IBCLC)$/ },
  // No credential is that of a contractor.
  { codes: '171W', own: /^$/ },
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
  return (
    kind === 'nurse' || kind === 'profession' || /^(?:DC|OD|DPM|ND|NMD|AuD|DDS|DMD|PsyD)$/.test(credential)
  )
}
