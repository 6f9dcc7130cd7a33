/** `careatlas fetch`: registry files from where they are published into a folder, whole and in order. */
import { join } from 'node:path'
import { type FetchedFile, fetchNppes } from '@careatlas/ingest/fetch/fetch-nppes'
import { createFetchProgress } from '@careatlas/ingest/fetch/fetch-progress'
import { nppesKinds } from '@careatlas/ingest/fetch/nppes-file'
import { readConfig } from '@careatlas/server/config'
import { type Command, InvalidArgumentError } from 'commander'
import { UsageError } from './exit-codes.ts'

const cms = 'https://download.cms.gov/nppes/'

interface Options {
  readonly monthly?: true
  readonly weekly?: true
  readonly deactivated?: true
  readonly to?: string
  readonly from: URL
  readonly json?: true
}

export function addFetchCommand(program: Command): void {
  const command = program.command('fetch').description('Downloads registry files; see: fetch nppes --help')
  command
    .command('nppes')
    .description('Finds and downloads the newest NPPES files of CMS, by the dates in their names.')
    .option('--monthly', 'the newest full file (about 1.1 GB)')
    .option('--weekly', 'every weekly file that the page lists, since each builds on the one before')
    .option('--deactivated', 'the newest report of deactivated NPIs')
    .option('--to <folder>', 'where to (default: DATA_DIR/downloads)')
    .option('--from <address>', 'where NPI_Files.html and the files are', baseAddress, new URL(cms))
    .option('--json', 'print one object on stdout')
    .addHelpText(
      'after',
      `
A file that the folder already holds is not fetched again; remove it to fetch it anew. What a run
could not finish stays beside it as .part, and the next run goes on from there.

Stdout has one path a line, in the order in which to ingest: the monthly file, the weekly files from
the oldest to the newest, the report. It names every wanted file, whether it came now or lay there
already, so a run after a broken one leaves none out; --json tells which came now ("fetched": true).
CMS lists about four weeks. If the last one that you ingested is older, begin with --monthly.

Redirects and links are followed on the same host only. Behind a proxy, set NODE_USE_ENV_PROXY=1
and HTTPS_PROXY.

Example:
  careatlas fetch nppes --monthly --weekly --deactivated --to nppes

Exit status: 0 all there, 2 wrong usage, 3 not to be had or refused, 4 the folder could not be written.`,
    )
    .action(async (options: Options) => {
      const kinds = nppesKinds.filter((kind) => options[kind])
      if (kinds.length === 0) throw new UsageError('Say what to fetch: --monthly, --weekly or --deactivated.')
      const folder = options.to ?? join(readConfig().dataDir, 'downloads')
      const files = await fetchNppes(
        { kinds, base: options.from, folder },
        createFetchProgress(process.stderr),
      )
      process.stdout.write(options.json ? `${JSON.stringify({ files })}\n` : paths(files))
    })
}

function paths(files: readonly FetchedFile[]): string {
  return files.map(({ path }) => `${path}\n`).join('')
}

/** With or without the slash at its end, or the address of the page itself. */
function baseAddress(text: string): URL {
  const address = URL.parse(text.replace(/\/?(?:NPI_Files\.html)?$/, '/'))
  if (address === null || !/^https?:$/.test(address.protocol) || address.username || address.password)
    throw new InvalidArgumentError(`Write it as ${cms}, without a name or password.`)
  return address
}
