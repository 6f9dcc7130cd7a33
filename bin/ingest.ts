/** `careatlas ingest`: registry files in, a published snapshot out. */
import { carrierCodeShape } from '@careatlas/contract/carrier-code'
import { parseCarrierCode } from '@careatlas/directory/carrier'
import { regions } from '@careatlas/directory/region'
import type { Manifest } from '@careatlas/directory/snapshot/format'
import { noticeLengthMax } from '@careatlas/ingest/compose/context'
import { ingest, type IngestRequest } from '@careatlas/ingest/ingest'
import { progressTo } from '@careatlas/ingest/progress'
import { readConfig } from '@careatlas/server/config'
import { type Command, InvalidArgumentError } from 'commander'
import { summaryTable } from './summary-table.ts'

interface Options {
  readonly nppes: string[]
  readonly secondaryLocations: string[]
  readonly otherNames: string[]
  readonly network: { readonly code: string; readonly file: string }[]
  readonly observations: string[]
  readonly payers?: string
  readonly nucc?: string
  readonly regions?: readonly string[]
  readonly notice?: string
  readonly json?: true
}

export function addIngestCommand(program: Command): void {
  program
    .command('ingest')
    .description('Reads registry files and publishes a snapshot; files may be plain, .gz or .zip.')
    .requiredOption('--nppes <file...>', 'main NPPES files (npidata_pfile)')
    .option('--secondary-locations <file...>', 'more practice locations (pl_pfile)', [])
    .option('--other-names <file...>', 'other organization names (othername_pfile)', [])
    .option(
      '--network <code=file>',
      'the NPIs that a payer lists in its network; may be repeated',
      network,
      [],
    )
    .option('--payers <file>', 'names of the payers: code,name,kind,aliases')
    .option('--observations <file...>', 'hours, languages, education as observed (NDJSON)', [])
    .option('--nucc <file>', 'the NUCC code set, for official specialty names')
    .option('--regions <codes>', 'what to serve: all, or ISO codes such as US-RI,US-CT', regionCodes)
    .option(
      '--notice <sentence>',
      'a sentence that ends every text, such as that the data is for a test',
      notice,
    )
    .option('--json', 'print one summary object on stdout')
    .addHelpText(
      'after',
      `
Example:
  careatlas ingest --nppes npidata_pfile_20050523-20261109.csv --network 62308=in-network.csv --regions US-RI,US-CT

Exit status: 0 published, 2 wrong usage, 3 input refused, 4 could not publish. Unless it is 0, the old snapshot serves on.`,
    )
    .action(async (options: Options) => {
      const manifest = await ingest(requestOf(options), readConfig().dataDir, progressTo(process.stderr))
      process.stdout.write(options.json ? `${JSON.stringify(manifest)}\n` : summaryOf(manifest))
    })
}

function requestOf(options: Options): IngestRequest {
  return {
    nppes: options.nppes,
    secondaryLocations: options.secondaryLocations,
    otherNames: options.otherNames,
    networks: options.network,
    observations: options.observations,
    payers: options.payers ?? null,
    nucc: options.nucc ?? null,
    regions: options.regions ?? null,
    notice: options.notice ?? null,
  }
}

function network(text: string, previous: Options['network']): Options['network'] {
  const [, code, file] = /^([^=]+)=(.+)$/.exec(text) ?? []
  if (!code || !file) throw new InvalidArgumentError('Write it as CODE=FILE, such as 62308=in-network.csv.')
  const carrier = parseCarrierCode(code)
  if (carrier === null) throw new InvalidArgumentError(`A carrier code is ${carrierCodeShape}.`)
  return [...previous, { code: carrier, file }]
}

function notice(text: string): string {
  if (text.length > noticeLengthMax) throw new InvalidArgumentError(`At most ${noticeLengthMax} characters.`)
  return text
}

/** Undefined for `all`, so that the option counts as not given. */
function regionCodes(text: string): readonly string[] | undefined {
  if (text === 'all') return undefined
  const codes = text.split(',').map((code) => code.trim().toUpperCase())
  const unknown = codes.filter((code) => !regions.some((region) => region.code === code))
  if (unknown.length > 0) throw new InvalidArgumentError(`No such region: ${unknown.join(', ')}.`)
  return codes
}

function summaryOf(manifest: Manifest): string {
  const { providers, locations_presented, organizations, deactivated, outside_coverage } = manifest.counts
  return `${summaryTable(manifest.sources)}
Published ${manifest.generation}: ${providers} providers, ${locations_presented} places of care, ${organizations} organizations, ${deactivated} deactivated NPIs, ${outside_coverage} outside the served regions.
`
}
