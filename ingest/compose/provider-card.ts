/** Composes the card of a clinician from all facts. */
import { taxonomyOf } from '@careatlas/directory/taxonomy'
import type { CarrierListing, ProviderCard } from '@careatlas/contract/cards'
import { compareText, recentSinceDay } from '../ordering.ts'
import type { ClinicianRow, NetworkListing, ResolvedClinician } from '../facts/facts.ts'
import { mergeSources, sortByPrecedence } from '../facts/source-precedence.ts'
import type { Practice } from '../practice.ts'
import { composeAffiliations, composeStatements } from './affiliations.ts'
import type { BiographyFacts } from './biography/biography-facts.ts'
import { composeBiography } from './biography/biography.ts'
import { composeShortBiography } from './biography/short-biography.ts'
import { placePhrases } from './biography/place-phrase.ts'
import { clinicianFocus } from './clinical-focus.ts'
import type { ComposeContext } from './context.ts'
import { evidentCredentials, remarkIn } from './credential-remark.ts'
import { composeIdentifiers } from './registration-fields.ts'
import { composeEducation } from './education.ts'
import {
  observedAssignment,
  observedFocus,
  observedLanguages,
  observedTelehealth,
} from './observed-values.ts'
import { traineeCode, withCredentialCell } from './license-numbers.ts'
import { composePersonName } from './person-display.ts'
import { staleRegistrationDate, corroborationOf } from './registration-age.ts'
import { composeSpecialties, organizationTaxonomies, personalTaxonomies } from './specialties.ts'

/** Composes the finished card; `practices` has the primary place first, as the card lists them. */
export function composeProviderCard(
  clinician: ResolvedClinician,
  practices: readonly Practice[],
  context: ComposeContext,
): ProviderCard {
  const { registration, observations, listings } = clinician
  const specialties = composeSpecialties(registration.taxonomies, context)
  const codes = specialties.map(({ code }) => code)
  const name = composePersonName(registration.name, codes)
  const licensed = withCredentialCell(
    specialties,
    registration.name.credential,
    registration.practice?.address.state ?? null,
  )
  const taxonomies = personalTaxonomies(
    licensed,
    evidentCredentials(name, registration.name.credential),
    remarkIn(registration.name.credential),
  )
  const organizationKinds = organizationTaxonomies(codes)
  const facts: BiographyFacts = {
    npi: registration.npi,
    name,
    gender: registration.gender,
    taxonomies,
    organizationKinds,
    hasIndividualCode: codes.some((code) => taxonomyOf(code)?.kind === 'individual'),
    hasTraineeCode: codes.includes(traineeCode),
    places: placePhrases(practices),
    registeredOn: staleRegistrationDate(clinician, context),
    corroboration: corroborationOf(clinician, context),
    recentSince: recentSinceDay(context.registryAsOf),
    languages: observedLanguages(observations),
    education: composeEducation(observations),
    telehealth: observedTelehealth(observations),
    assignment: observedAssignment(observations),
    affiliations: composeAffiliations(observations),
    statements: composeStatements(observations),
    focus: clinicianFocus(
      taxonomies.length > 0 ? taxonomies : organizationKinds,
      sortByPrecedence(observations).flatMap(({ focus }) => focus),
    ),
    reportedFocus: observedFocus(observations),
  }
  return {
    npi: facts.npi,
    name: facts.name,
    other_names: [...registration.otherNames, ...(clinician.formerNames ?? [])],
    biography: composeBiography(facts, context.notice),
    short_biography: composeShortBiography(facts, context.notice),
    clinical_focus: facts.focus,
    education_training: [...facts.education],
    specialties,
    languages: [...facts.languages],
    gender: facts.gender,
    telehealth: facts.telehealth,
    medicare_assignment: facts.assignment,
    affiliations: [...facts.affiliations],
    statements: [...facts.statements],
    carriers: composeCarriers(listings, context),
    practice_locations: practices.map(({ location }) => location),
    mailing_address: mailingAddress(registration),
    identifiers: composeIdentifiers(registration.identifiers),
    status: 'active',
    enumerated_on: registration.enumeratedOn,
    updated_on: registration.updatedOn,
    sources: mergeSources([...clinician.sources, ...practices.flatMap(({ lists = [] }) => lists)]),
  }
}

function mailingAddress({ mailing }: ClinicianRow): ProviderCard['mailing_address'] {
  return mailing === undefined || mailing === 'practice' ? null : mailing.address
}

/** The newest listing of each carrier, ordered by code. */
function composeCarriers(
  listings: readonly NetworkListing[],
  { carrierNames }: ComposeContext,
): CarrierListing[] {
  const byCode = new Map<string, NetworkListing>()
  for (const listing of sortByPrecedence(listings))
    if (!byCode.has(listing.carrier)) byCode.set(listing.carrier, listing)
  return [...byCode.values()]
    .toSorted((a, b) => compareText(a.carrier, b.carrier))
    .map(({ carrier, source, asOf }) => {
      const name = carrierNames.get(carrier) ?? carrier
      return { code: carrier, name, status: 'listed', source, as_of: asOf }
    })
}
