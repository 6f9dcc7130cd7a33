/** Whether a person who registered is a clinician: some register their company as if it were themselves. */
import { taxonomyOf } from '@careatlas/directory/taxonomy'
import { isGroup } from '../compose/summary/kind-of-place.ts'
import type { ClinicianMention } from './mention.ts'

/**
 * Not so where every code is of an organization and no credential says otherwise: a supplier, a home care agency, a taxi
 * company. Their own card says what they are; no roster calls them clinicians.
 */
export function isOfAProfession({ taxonomyCodes, credentials }: ClinicianMention): boolean {
  return credentials.length > 0 || taxonomyCodes.length === 0 || !taxonomyCodes.every(isOfACompany)
}

function isOfACompany(code: string): boolean {
  return taxonomyOf(code)?.kind === 'organization' && !isGroup(code)
}
