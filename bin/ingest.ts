/** `careatlas ingest`: reads registry files and publishes a snapshot. */
import { carrierCodeShape } from '@careatlas/contract/carrier-code'
import { parseCarrierCode } from '@careatlas/directory/carrier'
import { regions } from '@careatlas/directory/region'
import { noticeLengthMax } from '@careatlas/ingest/compose/context'
import { dryRun } from '@careatlas/ingest/dry-run'
import { emptyRequest, ingest, type IngestRequest } from '@careatlas/ingest/ingest'
import { createProgress } from '@careatlas/ingest/progress'
import { parseIsoDate, dropFutureDate } from '@careatlas/ingest/read/calendar-date'
import { type SourcePath, toSourcePath } from '@careatlas/ingest/source-files'
import { readConfig } from '@careatlas/server/config'
import {
  embedderNames,
  explainRemovedEmbedder,
  readEmbedderChoice,
} from '@careatlas/vocabulary/embedder-choice'
import { OptionsError, readEndpoint } from '@careatlas/models/endpoint-options'
import { readSecretFile, SecretFileError } from '@careatlas/server/read-secret-file'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { UsageError } from './exit-codes.ts'
import { formatDryRun, formatSummary, formatUnchanged } from './ingest-summary.ts'

interface Options extends Partial<Omit<IngestRequest, 'networks' | 'composer' | 'embedder'>> {
  readonly network?: IngestRequest['networks']
  readonly composer: 'template' | 'openai-compatible'
  readonly composerUrl?: string
  readonly composerModel?: string
  readonly composerKeyFile?: string
  readonly embedder?: (typeof embedderNames)[number]
  readonly embedderUrl?: string
  readonly embedderModel?: string
  readonly embedderKeyFile?: string
  readonly dropSource?: readonly string[]
  readonly dryRun?: true
  readonly json?: true
}

export function addIngestCommand(program: Command): void {
  program
    .command('ingest')
    .description(
      'Reads registry files and publishes a snapshot. Files may be plain, .gz or .zip. If the name of a file has no date, write DATE=FILE (2026-10-31=FILE).',
    )
    .option('--nppes <file...>', 'main NPPES files (npidata_pfile)', addFile)
    .option('--secondary-locations <file...>', 'secondary practice locations (pl_pfile)', addFile)
    .option('--other-names <file...>', 'other organization names (othername_pfile)', addFile)
    .option('--endpoints <file...>', 'NPPES electronic endpoints (endpoint_pfile)', addFile)
    .option('--deactivated <file...>', 'the NPPES Deactivated NPI Report (.zip or .xlsx)', addFile)
    .option(
      '--network <code=file>',
      'providers in the network of a payer: CSV, Transparency in Coverage, Plan-Net or QHP; repeatable',
      addNetwork,
    )
    .option('--clinicians <file...>', 'CMS Doctors & Clinicians', addFile)
    .option('--facilities <file...>', 'CMS hospitals and other facilities, with coordinates', addFile)
    .option('--payers <file>', 'payer names: code,name,kind,aliases')
    .option('--observations <file...>', 'observed hours, languages and education (NDJSON)', addFile)
    .option('--nucc <file>', 'the NUCC code set, for official specialty names')
    .option('--regions <codes>', 'regions to serve: all, or ISO codes such as US-RI,US-CT', parseRegions)
    .option(
      '--notice <sentence>',
      'a sentence to append to every text, such as "This is test data."',
      parseNotice,
    )
    .option('--update', 'add these files to the data of the current snapshot, such as a weekly NPPES file')
    .option(
      '--drop-source <id...>',
      'with --update: remove the facts of a source, named by its file, its source id or its carrier code; give the file again to change its date',
    )
    .option('--accept-shrink', 'publish even if there are far fewer providers than in the current snapshot')
    .addOption(
      new Option('--composer <name>', 'how biographies are written')
        .choices(['template', 'openai-compatible'])
        .default('template'),
    )
    .option('--composer-url <url>', 'base URL of an OpenAI-compatible API, such as http://localhost:11434/v1')
    .option('--composer-model <name>', 'name of the model')
    .option('--composer-key-file <file>', 'file with the API key')
    .addOption(
      new Option(
        '--embedder <name>',
        `embedding model: ${embedderNames.join(', ')}; the server must use the same one (default: EMBEDDER, or static)`,
      ).argParser(parseEmbedderName),
    )
    .option('--embedder-url <url>', 'base URL of an OpenAI-compatible API, such as http://localhost:11434/v1')
    .option('--embedder-model <name>', 'name of the model')
    .option('--embedder-key-file <file>', 'file with the API key')
    .option('--dry-run', 'only read and check the files, print the table of their rows, and publish nothing')
    .option('--json', 'print the summary as one JSON object')
    .addHelpText(
      'after',
      `
Example:
  careatlas ingest --nppes npidata_pfile_20050523-20261109.csv --network 62308=in-network.csv --regions US-RI,US-CT
  careatlas ingest --update --nppes npidata_pfile_20261102-20261108.csv
  careatlas ingest --update --drop-source 62308
  careatlas ingest --update --drop-source in-network.csv --network 62308=2026-10-31=in-network.csv
  careatlas ingest --dry-run --nppes npidata_pfile_20050523-20261109.csv

Exit status: 0 published, or an update changes nothing (with --dry-run: no file is rejected), 1 failed (for example, the embedding model is unavailable), 2 wrong usage, 3 input rejected, 4 could not write. If a run fails, the previous snapshot stays live.`,
    )
    .action(async (options: Options) => {
      const { dataDir, embedder } = readConfig()
      const request = toIngestRequest(options, embedder)
      const progress = createProgress(process.stderr)
      const print = (value: unknown, text: () => string): void => {
        process.stdout.write(options.json ? `${JSON.stringify(value)}\n` : text())
      }
      if (options.dryRun) {
        const sources = await dryRun(request, dataDir, progress)
        return print({ dry_run: true, sources }, () => formatDryRun(sources))
      }
      const result = await ingest(request, dataDir, progress)
      print(result, () => (result.published ? formatSummary(result, dataDir) : formatUnchanged(result)))
    })
}

/** `defaultEmbedder` applies unless an option names another. */
function toIngestRequest(
  { network: networks = [], ...options }: Options,
  defaultEmbedder: IngestRequest['embedder'],
): IngestRequest {
  const { dropSource: dropSources = [] } = options
  if (dropSources.length > 0 && !options.update)
    throw new UsageError('--drop-source removes a source of the current snapshot; give it with --update.')
  if (options.nppes === undefined && !options.update)
    throw new UsageError('The main registry file is missing: careatlas ingest --nppes FILE. See --help.')
  const embedder = parseEmbedder(options) ?? defaultEmbedder
  return { ...emptyRequest, ...options, networks, dropSources, composer: parseComposer(options), embedder }
}

/** Null for the template composer. */
function parseComposer(options: Options): IngestRequest['composer'] {
  if (options.composer === 'template') return null
  const { composerUrl: url, composerModel: model, composerKeyFile: keyFile } = options
  const names = optionNames('--composer')
  return asUsageError(() => readEndpoint({ url, model, key: readKey(keyFile, names.key) }, names))
}

/** Null if no option names an embedder. */
function parseEmbedder(options: Options): IngestRequest['embedder'] | null {
  const { embedder: name, embedderUrl: url, embedderModel: model, embedderKeyFile: keyFile } = options
  const names = optionNames('--embedder')
  return asUsageError(() => readEmbedderChoice({ name, url, model, key: readKey(keyFile, names.key) }, names))
}

function optionNames(choice: string) {
  return { choice, url: `${choice}-url`, model: `${choice}-model`, key: `${choice}-key-file` } as const
}

/** An API key comes from a file, so that no process list shows it. */
function readKey(file: string | undefined, option: string): string | undefined {
  try {
    return file === undefined ? undefined : readSecretFile(file)
  } catch (error) {
    if (!(error instanceof SecretFileError)) throw error
    throw new UsageError(`${option} ${error.message}`, { cause: error })
  }
}

function asUsageError<Read>(read: () => Read): Read {
  try {
    return read()
  } catch (error) {
    if (error instanceof OptionsError) throw new UsageError(error.message, { cause: error })
    throw error
  }
}

function parseEmbedderName(text: string): (typeof embedderNames)[number] {
  const name = embedderNames.find((candidate) => candidate === text)
  if (name !== undefined) return name
  const removed = explainRemovedEmbedder(text)
  throw new InvalidArgumentError(`${removed ?? `Allowed choices are ${embedderNames.join(', ')}`}.`)
}

function addFile(text: string, previous: readonly SourcePath[] = []): readonly SourcePath[] {
  return [...previous, parseSourcePath(text)]
}

/** `FILE` or `2026-10-31=FILE`. A malformed date is an error, not part of the path. */
function parseSourcePath(text: string): SourcePath {
  const [, day, path] = /^([\d./-]{6,10})=(.+)$/.exec(text) ?? []
  if (!day || !path) return toSourcePath(text)
  if (dropFutureDate(parseIsoDate(day)) === null)
    throw new InvalidArgumentError(`${day} is not a date up to today, written YYYY-MM-DD.`)
  return { path, asOf: day }
}

function addNetwork(text: string, previous: Options['network'] = []): Options['network'] {
  const [, code, file] = /^([^=]+)=(.+)$/.exec(text) ?? []
  if (!code || !file) throw new InvalidArgumentError('Expected CODE=FILE, such as 62308=in-network.csv.')
  const carrier = parseCarrierCode(code)
  if (carrier === null) throw new InvalidArgumentError(`A carrier code has ${carrierCodeShape}.`)
  return [...previous, { code: carrier, file: parseSourcePath(file) }]
}

function parseNotice(text: string): string {
  if (text.length > noticeLengthMax)
    throw new InvalidArgumentError(`The maximum is ${noticeLengthMax} characters.`)
  return text
}

function parseRegions(text: string): readonly string[] | 'all' {
  if (text === 'all') return text
  const codes = text.split(',').map((code) => code.trim().toUpperCase())
  const unknown = codes.filter((code) => !regions.some((region) => region.code === code))
  if (unknown.length > 0) throw new InvalidArgumentError(`Unknown region: ${unknown.join(', ')}.`)
  return codes
}
