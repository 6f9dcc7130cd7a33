/** Everything known of a clinician becomes a finished card. */
import type { CarrierListing, ProviderCard } from '@careatlas/contract/cards'
import { compareText } from '../compare-text.ts'
import type { Clinician, ClinicianRow, NetworkListing } from '../facts/facts.ts'
import type { Practice } from '../practice.ts'
import { composeAffiliations, composeStatements } from './affiliations.ts'
import { composeBiography, type Told } from './biography.ts'
import { clinicianFocus } from './clinical-focus.ts'
import type { ComposeContext } from './context.ts'
import { composeEducation } from './education.ts'
import { freshestFirst } from './freshest.ts'
import { observedAssignment, observedLanguages, observedTelehealth } from './observed.ts'
import { composePersonName, credentialsOf } from './person-display.ts'
import { composeShortBiography } from './short-biography.ts'
import { composeSpecialties, personalTaxonomies } from './specialties.ts'
import { spokenPlaces } from './spoken-place.ts'

/** `practices` with the primary place first, as the card lists them. */
export function composeProviderCard(
  clinician: Clinician,
  practices: readonly Practice[],
  context: ComposeContext,
): ProviderCard {
  const { registration } = clinician
  const observations = freshestFirst(clinician.observations)
  const specialties = composeSpecialties(registration.taxonomies, context)
  const name = composePersonName(registration.name)
  const taxonomies = personalTaxonomies(
    specialties.map(({ code }) => code),
    credentialsOf(name),
  )
  const told: Told = {
    npi: registration.npi,
    name,
    gender: registration.gender,
    taxonomies,
    places: spokenPlaces(practices),
    registeredOn: longAgo(registration, context),
    languages: observedLanguages(observations),
    education: composeEducation(observations),
    telehealth: observedTelehealth(clinician.observations),
    assignment: observedAssignment(clinician.observations),
    affiliations: composeAffiliations(clinician.observations),
    statements: composeStatements(clinician.observations),
    focus: clinicianFocus(
      taxonomies,
      observations.flatMap(({ focus }) => focus),
    ),
    observations,
  }
  return {
    npi: told.npi,
    name: told.name,
    other_names: registration.otherNames.map((other) => ({ ...other })),
    biography: composeBiography(told, context.notice),
    short_biography: composeShortBiography(told, context.notice),
    clinical_focus: told.focus,
    education_training: [...told.education],
    specialties,
    languages: [...told.languages],
    gender: told.gender,
    telehealth: told.telehealth,
    medicare_assignment: told.assignment,
    affiliations: [...told.affiliations],
    statements: [...told.statements],
    carriers: composeCarriers(clinician.listings, context),
    practice_locations: practices.map(({ location }) => location),
    status: 'active',
    enumerated_on: registration.enumeratedOn,
    updated_on: registration.updatedOn,
    sources: [...clinician.sources],
  }
}

/** A registration that nobody touched for so long is said with its date. */
const recentYears = 3

/** The day of a registration that is old beside the newest registry file; null for a recent one. */
function longAgo({ updatedOn, asOf }: ClinicianRow, { registryAsOf }: ComposeContext): string | null {
  const registeredOn = updatedOn ?? asOf
  if (registeredOn === null || registryAsOf === null) return registeredOn
  const years = Number(registryAsOf.slice(0, 4)) - recentYears
  return registeredOn < `${years}${registryAsOf.slice(4)}` ? registeredOn : null
}

/** One listing per carrier, the freshest, in the order of codes. */
function composeCarriers(
  listings: readonly NetworkListing[],
  { carrierNames }: ComposeContext,
): CarrierListing[] {
  const byCode = new Map<string, NetworkListing>()
  for (const listing of freshestFirst(listings))
    if (!byCode.has(listing.carrier)) byCode.set(listing.carrier, listing)
  return [...byCode.values()]
    .toSorted((a, b) => compareText(a.carrier, b.carrier))
    .map(({ carrier, source, asOf }) => {
      const name = carrierNames.get(carrier) ?? carrier
      return { code: carrier, name, status: 'listed', source, as_of: asOf }
    })
}
