/** The text at the end of an ingest: the table of its files, what is missing from them, and the published counts. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { snapshotFolder } from '@careatlas/directory/snapshot/current'
import { Carriers, type Manifest, type SourceFile } from '@careatlas/directory/snapshot/format'
import { findWeekGaps } from '@careatlas/ingest/week-gaps'
import { formatSources } from './summary-table.ts'
import { wrapLine } from './text-table.ts'

/** Returns the table of the files of a dry run. */
export function formatDryRun(sources: readonly SourceFile[]): string {
  const sentence =
    'Dry run: every row was read and checked, and nothing was published. Only an ingest composes cards and compares the files with each other, for example to count NPIs that are not in the registry, facts about another person, or a shrunken directory.'
  return [formatSources(sources), wrap(sentence)].join('\n')
}

/** Returns the sentence for an update that changes nothing. */
export function formatUnchanged({ generation }: Manifest): string {
  return wrap(
    `Nothing was published: the update changes nothing in ${generation}, which stays current. The kept snapshots stay as they are.`,
  )
}

/** Returns the text for a published snapshot. */
export function formatSummary({ sources, counts, composer, generation }: Manifest, dataDir: string): string {
  const { providers, locations_presented, organizations, deactivated, outside_coverage } = counts
  const undatedLists = sources.filter(({ kind, as_of }) => kind === 'clinicians' && as_of === null)
  return [
    formatSources(sources),
    ...undatedLists.map(({ file }) =>
      wrap(`The date of ${file} is unknown, so its practice locations are ignored. Write YYYY-MM-DD=FILE.`),
    ),
    ...findWeekGaps(sources).map(({ from, to }) =>
      wrap(
        `No registry file covers ${from} to ${to}. Changes in that time are missing until the next full file.`,
      ),
    ),
    formatCarriersWithoutListings(dataDir, generation),
    composer === null ? '' : formatComposer(composer),
    wrap(
      `Published ${generation}: ${providers} providers, ${locations_presented} places of care, ${organizations} organizations, ${deactivated} deactivated NPIs, ${outside_coverage} outside the served regions.`,
    ),
  ]
    .filter((text) => text !== '')
    .join('\n')
}

/** The summary only counts further carriers, because the list of a clearinghouse has thousands of payers. */
const carriersListedMax = 10

function formatCarriersWithoutListings(dataDir: string, generation: string): string {
  const path = join(snapshotFolder(dataDir, generation), 'carriers.json')
  const carriers = Carriers.parse(JSON.parse(readFileSync(path, 'utf8')))
  const codes = carriers.filter((carrier) => carrier.provider_count === 0).map(({ code }) => code)
  if (codes.length === 0) return ''
  const more = codes.length > carriersListedMax ? ` and ${codes.length - carriersListedMax} more` : ''
  const sentence = `Carriers without listings: ${codes.slice(0, carriersListedMax).join(', ')}${more}. GET /v1/carriers shows them with provider_count 0.`
  return wrap(sentence)
}

function formatComposer({ model, kept, unanswered, unsupported }: NonNullable<Manifest['composer']>): string {
  return wrap(
    `Biographies by ${model}: ${kept} accepted; ${unsupported} rejected (unsupported claims) and ${unanswered} failed: template text used.`,
  )
}

function wrap(sentence: string): string {
  return `${wrapLine(sentence).join('\n')}\n`
}
