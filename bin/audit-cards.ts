/** `careatlas audit-cards`: checks that the source files support every statement on the cards. */
import { type AuditReport, auditCards, FilesMissingError } from '@careatlas/audit/audit-cards'
import { snapshotFolder } from '@careatlas/directory/snapshot/current'
import { InputError } from '@careatlas/ingest/input-error'
import { readConfig } from '@careatlas/server/config'
import { type Command, InvalidArgumentError } from 'commander'
import { exitCodes } from './exit-codes.ts'
import { servableGenerations } from './servable-generations.ts'

interface Options {
  readonly sample?: number
  readonly seed: number
  readonly json?: true
}

/** Findings in the text output; `--json` prints all. */
const printedFindingsMax = 20

export function addAuditCardsCommand(program: Command): void {
  program
    .command('audit-cards [file...]')
    .description(
      'Checks every statement on the cards against the raw source files. Give the paths of files that have moved since the ingest; for a network, write CODE=FILE.',
    )
    .option('--sample <cards>', 'check a random sample of this size', parseWholeNumber)
    .option(
      '--seed <number>',
      'seed of the sample; the same seed selects the same cards',
      parseWholeNumber,
      1,
    )
    .option('--json', 'print one JSON object with every finding')
    .addHelpText(
      'after',
      `
Example:
  careatlas audit-cards --sample 2000 --seed 7

Exit status: 0 all statements are supported, 1 some are not, 2 wrong usage, 3 a source file is missing.`,
    )
    .action(async (files: readonly string[], { sample, seed, json }: Options) => {
      const { dataDir } = readConfig()
      const [generation] = servableGenerations(dataDir)
      const request = { folder: snapshotFolder(dataDir, generation), files, sample: sample ?? null, seed }
      const report = await auditCards(request, (sentence) => process.stderr.write(`${sentence}\n`)).catch(
        throwAsInputError,
      )
      process.stdout.write(json ? `${JSON.stringify(report)}\n` : formatReport(report))
      if (countFindings(report) > 0) process.exitCode = exitCodes.failed
    })
}

/** The audit does not know the errors of the ingest. */
function throwAsInputError(error: unknown): never {
  throw error instanceof FilesMissingError ? new InputError(error.message, { cause: error }) : error
}

function parseWholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('Expected a whole number.')
  return Number(text)
}

function countFindings({ findingsByKind }: AuditReport): number {
  return Object.values(findingsByKind).reduce((sum, count) => sum + count, 0)
}

function formatReport(report: AuditReport): string {
  const { cards, statements, rows, seconds, findings, findingsByKind, generation } = report
  const perSecond = Math.round(statements / seconds.checking).toLocaleString('en-US')
  return [
    `${generation}: ${cards.providers} clinicians and ${cards.locations} places, ${rows} rows read in ${seconds.reading.toFixed(1)} s.`,
    `${statements} statements checked in ${seconds.checking.toFixed(1)} s, ${perSecond} per second; ${countFindings(report)} unsupported.`,
    ...Object.entries(findingsByKind).map(([kind, count]) => `  ${String(count).padStart(8)}  ${kind}`),
    ...findings
      .slice(0, printedFindingsMax)
      .map(({ id, field, kind, token, nearest }) => `${id} ${field}: ${kind}: ${token}\n    ${nearest}`),
    '',
  ].join('\n')
}
