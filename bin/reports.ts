/** `careatlas reports`: lists the reports of users that a card is wrong, accepts or rejects them, and exports what they confirm. */
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { parseNpi } from '@careatlas/directory/npi'
import { isStorageFailure, StorageError } from '@careatlas/ingest/storage-error'
import { readConfig } from '@careatlas/server/config'
import { findConfirmedFacts, independentReportsMin } from '@careatlas/state/confirmed-facts'
import {
  reportLimits,
  Reports,
  type ReportStatus,
  reportStatuses,
  type StoredReport,
} from '@careatlas/state/reports'
import { type Command, Option } from 'commander'
import { openState } from './open-state.ts'
import { exportObservations, type ObservationExport } from './report-observations.ts'
import { formatTable } from './text-table.ts'

export function addReportsCommand(program: Command): void {
  const command = program
    .command('reports')
    .description(
      `Lists, accepts and rejects the reports of users that a card is wrong. Reports are deleted after ${reportLimits.retentionDays} days.`,
    )
  addListCommand(command)
  addDecisionCommand(command, 'accept', 'accepted')
  addDecisionCommand(command, 'reject', 'rejected')
  addExportCommand(command)
}

interface ListOptions {
  readonly status?: ReportStatus
  readonly npi?: string
  readonly json?: true
}

function addListCommand(command: Command): void {
  command
    .command('list')
    .description('Lists the reports, the oldest first: what is wrong, and what the card showed at that time.')
    .addOption(new Option('--status <status>', 'only reports with this status').choices(reportStatuses))
    .option('--npi <npi>', 'only reports about this clinician')
    .option('--json', 'print an array of JSON objects')
    .addHelpText(
      'after',
      `
Examples:
  careatlas reports list --status open
  careatlas reports list --npi 2000000002 --json

Exit status: 0 listed, 1 the state cannot be used, 2 wrong usage.`,
    )
    .action(({ status, npi, json }: ListOptions) => {
      const filter = { ...(status && { status }), ...(npi !== undefined && { record: parseNpi(npi) }) }
      return withReports(async (reports) => {
        const listed = await reports.list(filter)
        return json ? `${JSON.stringify(listed.map(toJson), null, 2)}\n` : formatReports(listed)
      })
    })
}

function addDecisionCommand(command: Command, name: string, status: 'accepted' | 'rejected'): void {
  const effect =
    status === 'accepted'
      ? `Accepts reports that you have checked. Cards do not change; see \`reports export\`.`
      : 'Rejects reports, also accepted ones.'
  command
    .command(name)
    .description(`${effect} With an unknown ID, no report changes.`)
    .argument('<id...>', 'the IDs that `reports list` shows')
    .addHelpText(
      'after',
      `
Example:
  careatlas reports ${name} report_0123456789abcdef report_123456789abcdef0

Exit status: 0 done, 1 the state cannot be used, 2 wrong usage or an unknown ID.`,
    )
    .action((ids: readonly string[]) =>
      withReports(async (reports) => {
        await reports.decide(ids, status)
        return `${formatCount(new Set(ids).size, 'report')} ${status}.\n`
      }),
    )
}

function addExportCommand(command: Command): void {
  command
    .command('export')
    .description(
      `Writes an observations file with each fact that ${independentReportsMin} accepted reports of different networks and days confirm. An observation can state that a clinician takes no new patients at an address; other confirmed facts are listed on standard error.`,
    )
    .argument('<file>', 'the file, which is replaced; - for standard output')
    .addHelpText(
      'after',
      `
Example:
  careatlas reports export user-reports.ndjson
  careatlas ingest --update --observations user-reports.ndjson

Without such a fact, the file is empty, and ingest refuses it.
Exit status: 0 exported, 1 the state cannot be used, 2 wrong usage, 4 could not write.`,
    )
    .action((file: string) =>
      withReports(async (reports) => {
        const exported = exportObservations(findConfirmedFacts(await reports.list({ status: 'accepted' })))
        process.stderr.write(describeExport(exported))
        if (file === '-') return exported.text
        replaceFile(file, exported.text)
        return ''
      }),
    )
}

/** Deletes the reports whose time is over, then prints the result of `work`. */
async function withReports(work: (reports: Reports) => Promise<string>): Promise<void> {
  await using state = await openState(readConfig())
  const reports = new Reports(state)
  await reports.deleteExpired()
  process.stdout.write(await work(reports))
}

const heading = ['id', 'status', 'record', 'mistake', 'shown', 'correct number', 'place', 'from', 'reported']

function formatReports(reports: readonly StoredReport[]): string {
  return reports.length === 0 ? 'No reports.\n' : formatTable([heading, ...reports.map(toCells)])
}

function toCells(report: StoredReport): string[] {
  const { id, status, record, mistake, shown, correctPhone, line1, postalCode, createdAt } = report
  const source = [report.shownSource, report.shownAsOf].filter(Boolean).join(' ')
  const shownWithSource = `${shown || 'nothing'}${source === '' ? '' : ` (${source})`}`
  const from = report.isFromOffice ? 'office' : ''
  return [
    id,
    status,
    record,
    mistake,
    shownWithSource,
    correctPhone ?? '',
    formatPlace(line1, postalCode),
    from,
    createdAt,
  ]
}

/** Without the hash of the address. */
function toJson(report: StoredReport) {
  return {
    id: report.id,
    status: report.status,
    record: report.record,
    location_uuid: report.locationUuid,
    mistake: report.mistake,
    shown: report.shown,
    shown_source: report.shownSource,
    shown_as_of: report.shownAsOf,
    line_1: report.line1,
    postal_code: report.postalCode,
    generation: report.generation,
    correct_phone: report.correctPhone,
    from_office: report.isFromOffice,
    created_at: report.createdAt,
    decided_at: report.decidedAt,
  }
}

/** The operator corrects what an observation cannot state, so each such fact is listed. */
function describeExport({ count, leftOut }: ObservationExport): string {
  const exported = `${formatCount(count, 'observation')} exported.\n`
  if (leftOut.length === 0) return exported
  const rows = leftOut.map(({ report, asOf }) => {
    const { record, mistake, shown, correctPhone, line1, postalCode } = report
    return [record, mistake, shown || 'nothing', correctPhone ?? '', formatPlace(line1, postalCode), asOf]
  })
  const facts = formatCount(leftOut.length, 'confirmed fact')
  return `${exported}An observation cannot state ${facts}. Correct at the source:\n${formatTable([correctionHeading, ...rows])}`
}

const correctionHeading = ['record', 'mistake', 'shown', 'reported number', 'place', 'confirmed']

function formatPlace(line1: string | null, postalCode: string | null): string {
  return [line1, postalCode].filter(Boolean).join(', ')
}

function formatCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/** Replaces the file in one step, so that a failure leaves the previous one. */
function replaceFile(file: string, text: string): void {
  const partial = `${file}.partial-${process.pid}`
  try {
    writeFileSync(partial, text, { flush: true })
    renameSync(partial, file)
  } catch (error) {
    rmSync(partial, { force: true })
    if (!isStorageFailure(error)) throw error
    throw new StorageError(`${file} was not written: ${error.message}.`, { cause: error })
  }
}
