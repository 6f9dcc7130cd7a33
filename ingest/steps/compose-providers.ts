/** Fourth step: composes the card of each clinician with its places, by NPI. */
import { type Block, packBlocks } from '@careatlas/directory/snapshot/blocks'
import type { RegistryStatus } from '@careatlas/directory/snapshot/format'
import type { ProviderCard } from '@careatlas/contract/cards'
import { foldName } from '@careatlas/directory/person-name'
import type { PersonEntry } from '@careatlas/directory/snapshot/suggestions-writer'
import type { PartialSegment } from '@careatlas/search/embedded/partial-segment'
import { providerDocument } from '@careatlas/search/search-document'
import { toPersonEntry } from '@careatlas/search/suggestion-entry'
import { type CarrierCounts, CarrierTally } from '../snapshot-builder/carrier-tally.ts'
import { compareText } from '../ordering.ts'
import type { Template } from '../compose/model/card-facts.ts'
import type { OpenAiComposer, RewriteCounts } from '../compose/model/openai-composer.ts'
import { composeProviderCard } from '../compose/provider-card.ts'
import { staleRegistrationDate } from '../compose/registration-age.ts'
import type { ResolvedClinician } from '../facts/facts.ts'
import type { Practice } from '../practice.ts'
import { type RegionCounts, RegionTally } from '../snapshot-builder/region-tally.ts'
import { type TownCounts, TownTally } from '../snapshot-builder/town-tally.ts'
import type { StepContext } from './step-context.ts'

interface ComposedProviders {
  readonly cards: readonly Block[]
  readonly providers: number
  /** The folded names of each clinician, by which search finds the clinician. */
  readonly names: readonly (readonly [last: string, first: string, middle: string, npi: string])[]
  readonly suggestions: readonly PersonEntry[]
  /** The places of every organization. */
  readonly organizations: readonly (readonly [npi: string, status: RegistryStatus])[]
  readonly regions: RegionCounts
  readonly towns: TownCounts
  readonly carriers: CarrierCounts
  /** The results of the language model; null without one. */
  readonly rewrites: RewriteCounts | null
}

export async function composeProviders(context: StepContext, partition: number): Promise<ComposedProviders> {
  const { templates, organizations } = composeTemplates(context, partition)
  for (const name of ['merged', 'practices'] as const) context.drop(name, partition)
  const { cards, rewrites } = await rewriteCards(templates, context.composer)
  return { ...packCards(cards, context.segmentPart('providers')), organizations, rewrites }
}

interface ComposedTemplates {
  readonly templates: readonly Template[]
  readonly organizations: ComposedProviders['organizations']
}

function composeTemplates(context: StepContext, partition: number): ComposedTemplates {
  const { compose } = context.job
  const practicesByNpi = Map.groupBy(context.read('practices', partition), ({ npi }) => npi)
  const templates: Template[] = []
  const organizations: [string, RegistryStatus][] = []
  for (const { npi, clinician: mergedClinician } of context.read('merged', partition)) {
    const practices = sortPrimaryFirst(practicesByNpi.get(npi) ?? [])
    if (mergedClinician !== null) {
      const clinician = addHospitalNames(mergedClinician, context)
      const card = composeProviderCard(clinician, practices, compose)
      templates.push({
        card,
        registeredOn: staleRegistrationDate(clinician, compose),
        onlyRegistered: new Set(
          practices.flatMap(({ onlyRegistered, location }) => (onlyRegistered ? location.location_uuid : [])),
        ),
      })
    } else {
      const locationUuids = practices.map(({ location }) => location.location_uuid)
      organizations.push([npi, { status: 'organization', locationUuids }])
    }
  }
  return { templates, organizations }
}

/** Adds the names of hospitals from facility lists to affiliations by certification number, and drops those without a name. */
function addHospitalNames(clinician: ResolvedClinician, context: StepContext): ResolvedClinician {
  const { observations } = clinician
  if (!observations.some(({ affiliations }) => affiliations.some(({ name }) => name === null)))
    return clinician
  const namedObservations = observations.map((observation) => ({
    ...observation,
    affiliations: observation.affiliations.flatMap(({ kind, name, certification = '' }) => {
      const knownName = name ?? context.hospitalNames.get(certification)
      return knownName === undefined ? [] : [{ kind, name: knownName }]
    }),
  }))
  return { ...clinician, observations: namedObservations }
}

/** The cards with the biographies of the language model; without a model, the cards of the templates. */
async function rewriteCards(
  templates: readonly Template[],
  composer: OpenAiComposer | null,
): Promise<Pick<ComposedProviders, 'rewrites'> & { readonly cards: readonly ProviderCard[] }> {
  if (composer === null) return { cards: templates.map(({ card }) => card), rewrites: null }
  const { cards, counts } = await composer.rewrite(templates)
  return { cards, rewrites: counts }
}

function packCards(
  cards: readonly ProviderCard[],
  part: PartialSegment,
): Omit<ComposedProviders, 'organizations' | 'rewrites'> {
  const [regions, towns, carriers] = [new RegionTally(), new TownTally(), new CarrierTally()]
  for (const card of cards) {
    part.add(providerDocument(card))
    regions.addProvider(card)
    towns.addProvider(card)
    carriers.add(card.carriers)
  }
  return {
    cards: [...packBlocks(cards.map((card) => [card.npi, JSON.stringify(card)]))],
    providers: cards.length,
    names: cards.flatMap(foldNames),
    suggestions: cards.map(toPersonEntry),
    regions: regions.counts,
    towns: towns.counts,
    carriers: carriers.counts,
  }
}

function foldNames({ npi, name, other_names }: ProviderCard): [string, string, string, string][] {
  return [name, ...other_names]
    .filter(({ last, first }) => last !== null || first !== null)
    .map(({ last, first, middle }) => [
      foldName(last ?? ''),
      foldName(first ?? ''),
      foldName(middle ?? ''),
      npi,
    ])
}

/** Sorts the registered practice address first, then by UUID, independently of the order in which the places were resolved. */
function sortPrimaryFirst(practices: readonly Practice[]): readonly Practice[] {
  return practices.toSorted(
    ({ location: a }, { location: b }) =>
      Number(b.primary) - Number(a.primary) || compareText(a.location_uuid, b.location_uuid),
  )
}
