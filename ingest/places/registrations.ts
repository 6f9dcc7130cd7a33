/** The fields on the card of a place that are copied from the registrations of its organization. */
import type { PlaceName } from '@careatlas/contract/cards'
import { foldName } from '@careatlas/directory/person-name'
import type { ComposeContext } from '../compose/context.ts'
import type { PlaceFacts } from '../compose/place-facts.ts'
import type { RegisteredTaxonomy } from '../facts/facts.ts'
import { composeIdentifiers, type RegistrationFields } from '../compose/registration-fields.ts'
import { composeSpecialties } from '../compose/specialties.ts'
import { formatOrganizationName } from './primary-organization.ts'
import { selectPhone } from './place-practice.ts'
import type { AddressRecord, OrganizationAtAddress, RegistrationDetails } from './address-record.ts'

/** Codes and names come from all registrations of the place; all other fields come from the leading one. */
export function copyRegistrationFields(
  lead: AddressRecord<OrganizationAtAddress>,
  organizations: readonly AddressRecord<OrganizationAtAddress>[],
  { name, phone }: Pick<PlaceFacts, 'name' | 'phone'>,
  context: ComposeContext,
): RegistrationFields {
  const { registered, who } = lead
  const { details } = who
  const leadPhone = selectPhone(lead, null)
  const others = organizations
    .filter((organization) => organization.who.npi !== who.npi)
    .map((organization) => organization.who)
  return {
    organization_npis: [who.npi, ...others.map(({ npi }) => npi).toSorted()],
    legal_name: details.legalName === who.name ? name : formatLegalName(details),
    other_names: listOtherNames(who, others),
    parent_organization: details.parent === undefined ? null : formatOrganizationName(details.parent),
    authorized_official_title: details.officialTitle ?? null,
    specialties: composeSpecialties(
      [...details.taxonomies, ...others.flatMap(listSecondaryTaxonomies)],
      context,
    ),
    mailing_address: details.mailing ?? null,
    identifiers: composeIdentifiers(details.identifiers),
    fax: registered.fax ?? null,
    phone_extension: leadPhone.phone === phone ? leadPhone.phone_extension : null,
    enumerated_on: who.enumeratedOn,
    updated_on: details.updatedOn,
  }
}

function formatLegalName({ legalName }: RegistrationDetails): string | null {
  return legalName === null ? null : formatOrganizationName(legalName)
}

/** A place has one primary code. */
function listSecondaryTaxonomies({ details }: OrganizationAtAddress): readonly RegisteredTaxonomy[] {
  return details.taxonomies.map((taxonomy) => ({ ...taxonomy, primary: false }))
}

/** Names other than the name on the card and the legal name; each once, with its first kind. */
function listOtherNames(lead: OrganizationAtAddress, others: readonly OrganizationAtAddress[]): PlaceName[] {
  if (lead.details.otherNames.length === 0 && others.length === 0) return []
  const known = new Set([lead.name, lead.details.legalName ?? ''].map(foldName))
  const names: PlaceName[] = []
  for (const { kind, name } of [lead, ...others].flatMap(listRegisteredNames)) {
    const folded = foldName(name)
    if (folded === '' || known.has(folded)) continue
    known.add(folded)
    names.push({ kind, name: formatOrganizationName(name) })
  }
  return names
}

function listRegisteredNames({
  details: { legalName, otherNames: names },
}: OrganizationAtAddress): readonly PlaceName[] {
  return legalName === null ? names : [{ kind: 'legal', name: legalName }, ...names]
}
