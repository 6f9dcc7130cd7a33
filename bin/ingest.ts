/** `careatlas ingest`: registry files in, a published snapshot out. */
import { carrierCodeShape } from '@careatlas/contract/carrier-code'
import { parseCarrierCode } from '@careatlas/directory/carrier'
import { regions } from '@careatlas/directory/region'
import type { Manifest } from '@careatlas/directory/snapshot/format'
import { noticeLengthMax } from '@careatlas/ingest/compose/context'
import { emptyRequest, ingest, type IngestRequest } from '@careatlas/ingest/ingest'
import { progressTo } from '@careatlas/ingest/progress'
import { dateFromIso, pastDate } from '@careatlas/ingest/read/calendar-date'
import { weekGaps } from '@careatlas/ingest/week-gaps'
import { type SourcePath, undated } from '@careatlas/ingest/source-files'
import { readConfig } from '@careatlas/server/config'
import { embedderNames, readEmbedderChoice } from '@careatlas/vocabulary/embedder-choice'
import { OptionsError, readEndpoint } from '@careatlas/models/endpoint-options'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { UsageError } from './exit-codes.ts'
import { summaryTable } from './summary-table.ts'

interface Options {
  readonly nppes?: readonly SourcePath[]
  readonly secondaryLocations?: readonly SourcePath[]
  readonly otherNames?: readonly SourcePath[]
  readonly endpoints?: readonly SourcePath[]
  readonly deactivated?: readonly SourcePath[]
  readonly network?: readonly { readonly code: string; readonly file: SourcePath }[]
  readonly clinicians?: readonly SourcePath[]
  readonly facilities?: readonly SourcePath[]
  readonly observations?: readonly SourcePath[]
  readonly payers?: string
  readonly nucc?: string
  readonly regions?: readonly string[] | 'all'
  readonly notice?: string
  readonly update?: true
  readonly acceptShrink?: true
  readonly composer: 'template' | 'openai-compatible'
  readonly composerUrl?: string
  readonly composerModel?: string
  readonly composerKeyFile?: string
  readonly embedder?: (typeof embedderNames)[number]
  readonly embedderUrl?: string
  readonly embedderModel?: string
  readonly embedderKeyFile?: string
  readonly json?: true
}

export function addIngestCommand(program: Command): void {
  program
    .command('ingest')
    .description(
      'Reads registry files and publishes a snapshot. Files may be plain, .gz or .zip; DATE=FILE (2026-10-31=FILE) states the day of a file whose name has none.',
    )
    .option('--nppes <file...>', 'main NPPES files (npidata_pfile)', files)
    .option('--secondary-locations <file...>', 'more practice locations (pl_pfile)', files)
    .option('--other-names <file...>', 'other organization names (othername_pfile)', files)
    .option('--endpoints <file...>', 'electronic addresses (endpoint_pfile)', files)
    .option('--deactivated <file...>', 'the NPPES Deactivated NPI Report (.zip or .xlsx)', files)
    .option(
      '--network <code=file>',
      'whom a payer lists in its network: CSV, Transparency in Coverage, Plan-Net or QHP; may be repeated',
      network,
    )
    .option('--clinicians <file...>', 'CMS Doctors & Clinicians', files)
    .option('--facilities <file...>', 'CMS hospitals and other places of care, with coordinates', files)
    .option('--payers <file>', 'names of the payers: code,name,kind,aliases')
    .option('--observations <file...>', 'hours, languages, education as observed (NDJSON)', files)
    .option('--nucc <file>', 'the NUCC code set, for official specialty names')
    .option('--regions <codes>', 'what to serve: all, or ISO codes such as US-RI,US-CT', regionCodes)
    .option(
      '--notice <sentence>',
      'a sentence that ends every text, such as that the data is for a test',
      notice,
    )
    .option(
      '--update',
      'add these files to what the served snapshot was made of, such as a weekly NPPES file',
    )
    .option('--accept-shrink', 'publish although far fewer providers are left than are served now')
    .addOption(
      new Option('--composer <name>', 'who words the biographies')
        .choices(['template', 'openai-compatible'])
        .default('template'),
    )
    .option('--composer-url <base>', 'of an OpenAI-compatible endpoint, such as http://localhost:11434/v1')
    .option('--composer-model <name>', 'which model to ask')
    .option('--composer-key-file <file>', 'holds the key of the endpoint')
    .addOption(
      new Option(
        '--embedder <name>',
        'what compares meanings; the server needs the same one (default: as EMBEDDER says, else static)',
      ).choices(embedderNames),
    )
    .option('--embedder-url <base>', 'of an OpenAI-compatible endpoint, such as http://localhost:11434/v1')
    .option('--embedder-model <name>', 'which model to ask, or the folder of a transformer')
    .option('--embedder-key-file <file>', 'holds the key of the endpoint')
    .option('--json', 'print one summary object on stdout')
    .addHelpText(
      'after',
      `
Example:
  careatlas ingest --nppes npidata_pfile_20050523-20261109.csv --network 62308=in-network.csv --regions US-RI,US-CT
  careatlas ingest --update --nppes npidata_pfile_20261102-20261108.csv

Exit status: 0 published, 1 failed, such as for want of an embedder, 2 wrong usage, 3 input refused, 4 could not publish. Unless it is 0, the old snapshot serves on.`,
    )
    .action(async (options: Options) => {
      const { dataDir, embedder } = readConfig()
      const manifest = await ingest(requestOf(options, embedder), dataDir, progressTo(process.stderr))
      process.stdout.write(options.json ? `${JSON.stringify(manifest)}\n` : summaryOf(manifest))
    })
}

/** `usual` embeds unless the options choose. */
function requestOf(
  { network: networks = [], ...given }: Options,
  usual: IngestRequest['embedder'],
): IngestRequest {
  if (given.nppes === undefined && !given.update)
    throw new UsageError('Name the main registry file: careatlas ingest --nppes FILE. See --help.')
  const embedder = embedderIn(given) ?? usual
  return { ...emptyRequest, ...given, networks, composer: composerIn(given), embedder }
}

/** Null for the templates. */
function composerIn(given: Options): IngestRequest['composer'] {
  if (given.composer === 'template') return null
  const words = { url: given.composerUrl, model: given.composerModel, keyFile: given.composerKeyFile }
  return orWrongUsage(() => readEndpoint(words, calledAfter('--composer')))
}

/** Null where the configuration decides. */
function embedderIn(given: Options): IngestRequest['embedder'] | null {
  const { embedder: name, embedderUrl: url, embedderModel: model, embedderKeyFile: keyFile } = given
  return orWrongUsage(() => readEmbedderChoice({ name, url, model, keyFile }, calledAfter('--embedder')))
}

function calledAfter(choice: string) {
  return { choice, url: `${choice}-url`, model: `${choice}-model`, keyFile: `${choice}-key-file` } as const
}

function orWrongUsage<Read>(read: () => Read): Read {
  try {
    return read()
  } catch (error) {
    if (error instanceof OptionsError) throw new UsageError(error.message, { cause: error })
    throw error
  }
}

function files(text: string, previous: readonly SourcePath[] = []): readonly SourcePath[] {
  return [...previous, sourcePath(text)]
}

/** `2026-10-31=FILE`; what only looks like a day is not taken for the beginning of a path. */
function sourcePath(text: string): SourcePath {
  const [, day, path] = /^([\d./-]{6,10})=(.+)$/.exec(text) ?? []
  if (!day || !path) return undated(text)
  if (pastDate(dateFromIso(day)) === null)
    throw new InvalidArgumentError(`${day} is no day up to today written YYYY-MM-DD.`)
  return { path, asOf: day }
}

function network(text: string, previous: Options['network'] = []): Options['network'] {
  const [, code, file] = /^([^=]+)=(.+)$/.exec(text) ?? []
  if (!code || !file) throw new InvalidArgumentError('Write it as CODE=FILE, such as 62308=in-network.csv.')
  const carrier = parseCarrierCode(code)
  if (carrier === null) throw new InvalidArgumentError(`A carrier code is ${carrierCodeShape}.`)
  return [...previous, { code: carrier, file: sourcePath(file) }]
}

function notice(text: string): string {
  if (text.length > noticeLengthMax) throw new InvalidArgumentError(`At most ${noticeLengthMax} characters.`)
  return text
}

function regionCodes(text: string): readonly string[] | 'all' {
  if (text === 'all') return text
  const codes = text.split(',').map((code) => code.trim().toUpperCase())
  const unknown = codes.filter((code) => !regions.some((region) => region.code === code))
  if (unknown.length > 0) throw new InvalidArgumentError(`No such region: ${unknown.join(', ')}.`)
  return codes
}

function summaryOf({ sources, counts, composer, generation }: Manifest): string {
  const { providers, locations_presented, organizations, deactivated, outside_coverage } = counts
  const undatedLists = sources.filter(({ kind, as_of }) => kind === 'clinicians' && as_of === null)
  return [
    summaryTable(sources),
    ...undatedLists.map(
      ({ file }) =>
        `The day of ${file} is unknown, so its practice places do not count: give YYYY-MM-DD=FILE.\n`,
    ),
    ...weekGaps(sources).map(
      ({ from, to }) =>
        `No registry file covers ${from} to ${to}: what changed then is missing until the next full file.\n`,
    ),
    composer === null ? '' : composerLine(composer),
    `Published ${generation}: ${providers} providers, ${locations_presented} places of care, ${organizations} organizations, ${deactivated} deactivated NPIs, ${outside_coverage} outside the served regions.\n`,
  ]
    .filter((part) => part !== '')
    .join('\n')
}

function composerLine({ model, kept, unanswered, unsupported }: NonNullable<Manifest['composer']>): string {
  return `Biographies by ${model}: ${kept} kept, ${unsupported} said more than the facts and ${unanswered} did not come, so the rules' stand there.\n`
}
