/** Whether a person who registered is a clinician: some register their company as if it were themselves. */
import { taxonomyOf } from '@careatlas/directory/taxonomy'
import { isOfHealthProfession } from '../facts/known-credential.ts'
import { isGroup } from '../compose/specialties.ts'
import type { ClinicianAtAddress } from './address-record.ts'

/**
 * False if every code is that of an organization and no credential that of a health profession: a supplier, a home care
 * agency, a taxi company. Their own cards give their registrations; rosters do not call them clinicians.
 */
export function isIndividualClinician({ taxonomyCodes, credentials }: ClinicianAtAddress): boolean {
  return (
    taxonomyCodes.length === 0 ||
    !taxonomyCodes.every(isCompanyCode) ||
    credentials.some(isOfHealthProfession)
  )
}

function isCompanyCode(code: string): boolean {
  return taxonomyOf(code)?.kind === 'organization' && !isGroup(code)
}
