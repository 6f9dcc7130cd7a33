/** `careatlas fetch`: downloads registry files and prints their paths in the order for the ingest. */
import { join } from 'node:path'
import { type FetchedFile, fetchNppes } from '@careatlas/ingest/fetch/fetch-nppes'
import { createFetchProgress } from '@careatlas/ingest/fetch/fetch-progress'
import { nppesKinds } from '@careatlas/ingest/fetch/nppes-file'
import { readConfig } from '@careatlas/server/config'
import { type Command, InvalidArgumentError } from 'commander'
import { UsageError } from './exit-codes.ts'

const cmsUrl = 'https://download.cms.gov/nppes/'

interface Options {
  readonly monthly?: true
  readonly weekly?: true
  readonly deactivated?: true
  readonly to?: string
  readonly from: URL
  readonly json?: true
}

export function addFetchCommand(program: Command): void {
  const command = program.command('fetch').description('Downloads registry files. See: fetch nppes --help')
  command
    .command('nppes')
    .description('Downloads the newest NPPES files from CMS, by the dates in their names.')
    .option('--monthly', 'the newest full file (about 1.1 GB)')
    .option('--weekly', 'all weekly files on the page, because each has only the changes of one week')
    .option('--deactivated', 'the newest report of deactivated NPIs')
    .option('--to <folder>', 'destination folder (default: DATA_DIR/downloads)')
    .option('--from <url>', 'base URL of NPI_Files.html and the files', parseBaseUrl, new URL(cmsUrl))
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      `
A file that is already in the folder is not downloaded again; to replace it, delete it first. An
incomplete download stays there as .part, and the next run resumes it.

The output is one path per line, in the order for the ingest: the monthly file, the weekly files from
oldest to newest, the report. It includes files that were already in the folder; with --json,
"fetched": true marks the new ones. CMS lists about four weeks. If your last ingest is older, start
again with --monthly.

Links and redirects to other hosts are not followed. Behind a proxy, set NODE_USE_ENV_PROXY=1 and
HTTPS_PROXY.

Example:
  careatlas fetch nppes --monthly --weekly --deactivated --to nppes

Exit status: 0 all files are in the folder, 2 wrong usage, 3 unavailable or rejected, 4 could not write.`,
    )
    .action(async (options: Options) => {
      const kinds = nppesKinds.filter((kind) => options[kind])
      if (kinds.length === 0)
        throw new UsageError('Choose what to download: --monthly, --weekly or --deactivated.')
      const folder = options.to ?? join(readConfig().dataDir, 'downloads')
      const files = await fetchNppes(
        { kinds, base: options.from, folder },
        createFetchProgress(process.stderr),
      )
      process.stdout.write(options.json ? `${JSON.stringify({ files })}\n` : formatPaths(files))
    })
}

function formatPaths(files: readonly FetchedFile[]): string {
  return files.map(({ path }) => `${path}\n`).join('')
}

/** The base URL, with or without a trailing slash or the name of the page. */
function parseBaseUrl(text: string): URL {
  const address = URL.parse(text.replace(/\/?(?:NPI_Files\.html)?$/, '/'))
  if (address === null || !/^https?:$/.test(address.protocol) || address.username || address.password)
    throw new InvalidArgumentError(`Expected a URL such as ${cmsUrl}, without a user name or password.`)
  return address
}
