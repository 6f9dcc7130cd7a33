/** Decides whether a clinician belongs to an organization. The same address alone is not evidence. */
import { foldName } from '@careatlas/directory/person-name'
import { classificationOf, taxonomyOf } from '@careatlas/directory/taxonomy'
import { isGroup } from '../compose/specialties.ts'
import { isSupplier } from '../compose/summary/kind-of-place.ts'
import { isHealthCredential } from '../facts/known-credential.ts'
import type { ClinicianAtAddress, AddressRecord, OrganizationAtAddress } from './address-record.ts'

type Clinician = AddressRecord<ClinicianAtAddress>
type Registration = AddressRecord<OrganizationAtAddress>
type Registrations = readonly Registration[]

/**
 * Evidence is a common telephone number or name, a facility of many professions, or a common field. The field is not evidence
 * if `hasOtherPracticePhone`: the clinician has a number that several clinicians at the unit share and the organization does not
 * have.
 */
export function belongsToRoster(
  clinician: Clinician,
  organization: Registrations,
  hasOtherPracticePhone: boolean,
): boolean {
  if (sharePhone(clinician, organization)) return true
  const codes = organization.flatMap(({ who }) => who.taxonomyCodes)
  if (areAllSuppliers(codes) && clinician.who.taxonomyCodes.some(isPhysician)) return false
  return (
    isNamedIn(clinician, organization) ||
    organization.some(hasManyProfessions) ||
    (!hasOtherPracticePhone &&
      !organization.some(isSoloPractice) &&
      haveCommonField(clinician.who.taxonomyCodes, codes))
  )
}

/**
 * Whether texts may name the organization as the place where the clinician practices: a common field at one address joins their
 * place, but two practices of one field may share a suite.
 */
export function mayBeNamedWith(clinician: Clinician, organizations: Registrations): boolean {
  return organizations.length === 0 || belongsToRoster(clinician, organizations, true)
}

/**
 * Whether the practice is that of the person in its name, `JANE ROE MD PC`: a clinician of the same field may be in the next
 * unit.
 */
function isSoloPractice({ who: { name } }: Registration): boolean {
  return /^\p{L}+ (?:\p{L}+ )?\p{L}+ (?:M ?D|D ?O|D ?D ?S|D ?M ?D|O ?D|D ?P ?M|D ?C|PH ?D)(?: |$)/u.test(
    foldName(name),
  )
}

/** Whether the clinician has a registered or listed telephone number of the organization. */
export function sharePhone(
  { registered: { phone } }: Clinician,
  organization: readonly AddressRecord[],
): boolean {
  return phone !== null && organization.some(({ registered }) => registered.phone === phone)
}

/**
 * Whether the name of the organization contains that of the clinician: `GARCIA HEART CLINIC`. A surname of two letters may be a
 * credential (`DO`), so it counts only with the first name.
 */
export function isNamedIn({ who: { first, last } }: Clinician, organization: Registrations): boolean {
  if (last === null) return false
  return organization
    .flatMap(({ who }) => who.names)
    .some((name) => {
      const words = ` ${foldName(name)} `
      const contains = (part: string): boolean => words.includes(` ${foldName(part)} `)
      return contains(last) && (foldName(last).length > 2 || (first !== null && contains(first)))
    })
}

/** Uses only the primary code, because many organizations add further codes for services that they do not provide. */
function hasManyProfessions({ who: { taxonomyCodes } }: Registration): boolean {
  return isMultiProfessionCode(taxonomyCodes[0] ?? '')
}

/** NUCC: hospitals, hospital units, agencies, nursing and residential homes, and clinics that are not of one field. */
const isMultiProfessionCode = createPrefixTest(
  '28 27 251 252 253 31 320 322 323 324 261Q0 261QC0050 261QC1500 261QF0400 261QH0100 261QM1000 261QM1100 261QM1300 ' +
    '261QP0904 261QP0905 261QP2400 261QR1300 261QS1000 261QV0200',
)

/** A physician at the address of a pharmacy or a supplier usually works in another unit. */
function areAllSuppliers(codes: readonly string[]): boolean {
  return codes.length > 0 && codes.every(isSupplier)
}

function isPhysician(code: string): boolean {
  return code.startsWith('20')
}

/** Fields that the code set divides into several classifications; only combinations that are certain. */
const fields = [
  '101Y 102 103 104 106 2084P 363LP08 364SP08 261QM08 261QR0405', // mental health
  '2251 2252 224 225X 235Z 261QP2000 261QR0400 261QR0401', // rehabilitation
  '122 124 126 261QD 261QS0112', // teeth
  '152W 156F 207W 261QS0132', // eyes
  '207Q 207R00 208D 363A0 363AM 363LA22 363LF 363LP23 261QP2300 261QU', // primary care
  '207V 363LW 363LX0001 367A 176B', // women's health
  '231H 235Z 237 261QH0700', // hearing and speech
  '207L 3675', // anesthesia
  '2080 363LP02', // children
  '183 333 336', // medicines
].map(createPrefixTest)

/** Whether two codes share a classification or one of the fields. */
function haveCommonField(codes: readonly string[], otherCodes: readonly string[]): boolean {
  return codes.some((code) =>
    otherCodes.some(
      (other) =>
        classificationOf(code) === classificationOf(other) ||
        fields.some((isOfField) => isOfField(code) && isOfField(other)),
    ),
  )
}

function createPrefixTest(prefixes: string): (code: string) => boolean {
  const all = prefixes.split(' ')
  return (code) => all.some((prefix) => code.startsWith(prefix))
}

/**
 * Whether an NPI of a person is that of a clinician: some people register their company as a person. False if every code is that
 * of an organization (a supplier, a home care agency, a taxi company) and no credential is that of a health profession. Such
 * NPIs have cards, but rosters do not list them as clinicians.
 */
export function isIndividualClinician({ taxonomyCodes, credentials }: ClinicianAtAddress): boolean {
  return (
    taxonomyCodes.length === 0 || !taxonomyCodes.every(isCompanyCode) || credentials.some(isHealthCredential)
  )
}

function isCompanyCode(code: string): boolean {
  return taxonomyOf(code)?.kind === 'organization' && !isGroup(code)
}
