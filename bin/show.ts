/** `careatlas show NPI`: prints the card of an NPI, and the facts behind it with their sources and dates. */
import { join } from 'node:path'
import type { LocationCard, ProviderCard } from '@careatlas/contract/cards'
import { parseNpi } from '@careatlas/directory/npi'
import { readManifest } from '@careatlas/directory/snapshot/checksums'
import { snapshotFolder } from '@careatlas/directory/snapshot/current'
import { Snapshot } from '@careatlas/directory/snapshot/snapshot'
import { explain, type ExplainedStatement } from '@careatlas/ingest/facts/explain'
import { FactReader, factsFile } from '@careatlas/ingest/snapshot-builder/fact-store'
import { readConfig } from '@careatlas/server/config'
import type { Command } from 'commander'
import { UsageError } from './exit-codes.ts'
import { servableGenerations } from './servable-generations.ts'
import { formatTable } from './text-table.ts'

interface Options {
  readonly facts?: true
  readonly json?: true
}

export function addShowCommand(program: Command): void {
  program
    .command('show <npi>')
    .description('Shows the card of an NPI, and with --facts what each source states about it.')
    .option('--facts', 'list all facts with their sources and dates, including facts that are not used')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nExample:\n  careatlas show 1234567893 --facts\n\nExit status: 0 found, 2 no source has this NPI.',
    )
    .action(async (text: string, options: Options) => {
      const npi = parseNpi(text)
      const { dataDir } = readConfig()
      const [generation] = servableGenerations(dataDir)
      const report = await loadNpi(snapshotFolder(dataDir, generation), npi)
      if (report.facts.length === 0) throw new UsageError(`No source of ${generation} has the NPI ${npi}.`)
      process.stdout.write(
        options.json ? `${JSON.stringify(report)}\n` : formatReport(report, options.facts === true),
      )
    })
}

interface NpiReport {
  readonly npi: string
  /** `active`, or the reason why there is no card. */
  readonly status: string
  readonly card: ProviderCard | null
  /** The places of an organization; empty for a clinician. */
  readonly places: readonly LocationCard[]
  readonly facts: readonly ExplainedStatement[]
}

/** Does not verify the whole snapshot first: each block has its own checksum. */
async function loadNpi(folder: string, npi: string): Promise<NpiReport> {
  using snapshot = await Snapshot.open(folder, readManifest)
  using facts = new FactReader(join(folder, factsFile))
  const card = snapshot.providerCard(npi)
  const known = snapshot.registryStatus(npi)
  const uuids = known?.status === 'organization' ? known.locationUuids : []
  return {
    npi,
    status: card === null ? (known?.status ?? 'not in the registry') : 'active',
    card: card === null ? null : (JSON.parse(card) as ProviderCard),
    places: uuids.flatMap((uuid) => JSON.parse(snapshot.locationCard(uuid) ?? '[]') as LocationCard),
    facts: explain(facts.readFacts(npi), snapshot.manifest.sources),
  }
}

function formatReport({ npi, status, card, places, facts }: NpiReport, withFacts: boolean): string {
  const texts = [
    card === null ? `${npi}  ${status.replaceAll('_', ' ')}` : `${npi}  ${card.name.display}`,
    ...(card === null ? [] : [card.biography]),
    ...places.map(({ location_uuid, summary }) => `${location_uuid}  ${summary}`),
    ...(withFacts ? [formatFacts(facts).trimEnd()] : []),
  ]
  return `${texts.join('\n\n')}\n`
}

function formatFacts(facts: readonly ExplainedStatement[]): string {
  const rows = facts.map(({ field, value, source, as_of, file, lost_because }) => [
    field,
    value,
    source,
    as_of ?? 'unknown',
    file,
    lost_because === null ? '' : `not used: ${lost_because}`,
  ])
  return formatTable([['fact', 'value', 'source', 'as of', 'file', ''], ...rows])
}
