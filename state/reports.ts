/**
 * Reports of users that a card is wrong. A report changes no card: the operator accepts or rejects it, and only facts that several
 * independent accepted reports dispute are exported (see `confirmed-facts.ts`).
 */
import { randomBytes } from 'node:crypto'
import { ApiError } from '@careatlas/contract/errors'
import type { Selectable, Transaction } from 'kysely'
import { deleteOldSalts, hashReporter, lockSalt, saltDays } from './reporter-hash.ts'
import type { State } from './state.ts'
import type { ReportRow, Tables } from './tables.ts'

/** What can be wrong; `not_here` and `not_taking_patients` are about a clinician, `closed` is about a place. */
export const mistakes = ['wrong_number', 'not_here', 'not_taking_patients', 'moved', 'closed'] as const
export type Mistake = (typeof mistakes)[number]

export const reportStatuses = ['open', 'accepted', 'rejected'] as const
export type ReportStatus = (typeof reportStatuses)[number]

/** A value on a card that a report disputes, as the card showed it. */
export interface DisputedFact {
  /** The NPI or the `location_uuid` of the card. */
  readonly record: string
  /** The place that the report is about; for the card of a place, the same as `record`. */
  readonly locationUuid: string
  readonly mistake: Mistake
  /** The number, the address, or whether new patients are accepted; empty if the card showed none. */
  readonly shown: string
  /** The source of the value and its date, if the card named them. */
  readonly shownSource: string | null
  readonly shownAsOf: string | null
  /** The street line and ZIP code of the place. */
  readonly line1: string | null
  readonly postalCode: string | null
  /** The snapshot that had the value. */
  readonly generation: string
}

/** What a reporter states: only choices and a telephone number, never a text. */
export interface NewReport extends DisputedFact {
  /** E.164. */
  readonly correctPhone: string | null
  readonly isFromOffice: boolean
  /** The IP address or /64 of the reporter (see `callerAddress` of the server); only the salted hash of its network is stored. */
  readonly address: string
}

export interface StoredReport extends DisputedFact {
  readonly id: string
  readonly correctPhone: string | null
  readonly isFromOffice: boolean
  /** The salted hash of the network, as hexadecimal digits. */
  readonly reporter: string
  readonly createdAt: string
  readonly status: ReportStatus
  readonly decidedAt: string | null
}

export interface ReportFilter {
  readonly status?: ReportStatus
  readonly record?: string
}

export const reportLimits = {
  /** Reports of one network about one fact count once until the salt changes. */
  saltDays,
  /** A report is deleted after this time, whatever its status. */
  retentionDays: 180,
  openPerRecordMax: 20,
  openMax: 10_000,
} as const

const dayMs = 24 * 3_600_000
const idBytes = 8

/** The reports in the state. */
export class Reports {
  readonly #state: State
  readonly #now: () => number

  /** `now` returns milliseconds since 1970. */
  constructor(state: State, now: () => number = Date.now) {
    this.#state = state
    this.#now = now
  }

  /**
   * Stores a report; false if the same network has already reported the same fact. Rejects with `too_many_reports` if too many
   * reports are open, for this card or in total.
   */
  async add(report: NewReport): Promise<boolean> {
    const now = this.#now()
    return this.#state.write(async (transaction) => {
      const salt = await lockSalt(transaction, now)
      await deleteExpired(transaction, now)
      const row = toRow(report, hashReporter(salt, report.address), now)
      if (await isRepeated(transaction, row)) return false
      await checkOpenReports(transaction, row.record)
      await transaction.insertInto('report').values(row).execute()
      return true
    })
  }

  /** Deletes the salts and reports whose time is over; also done with each new report. */
  async deleteExpired(): Promise<void> {
    await this.#state.write((transaction) => deleteExpired(transaction, this.#now()))
  }

  /** Lists the reports, the oldest first. */
  async list({ status, record }: ReportFilter = {}): Promise<readonly StoredReport[]> {
    const rows = await this.#state.database
      .selectFrom('report')
      .selectAll()
      .$if(status !== undefined, (query) => query.where('status', '=', status!))
      .$if(record !== undefined, (query) => query.where('record', '=', record!))
      .orderBy('created_at')
      .orderBy('id')
      .execute()
    return rows.map(toReport)
  }

  /** Accepts or rejects reports, all or none. Rejects with `not_found` for the first unknown ID. */
  async decide(ids: readonly string[], status: Exclude<ReportStatus, 'open'>): Promise<void> {
    const decided = { status, decided_at: this.#now() }
    await this.#state.write(async (transaction) => {
      for (const id of ids) {
        const { numUpdatedRows } = isReportId(id)
          ? await transaction.updateTable('report').set(decided).where('id', '=', id).executeTakeFirst()
          : { numUpdatedRows: 0n }
        if (numUpdatedRows === 0n) throw unknownReportError(id)
      }
    })
  }
}

async function deleteExpired(transaction: Transaction<Tables>, now: number): Promise<void> {
  await deleteOldSalts(transaction, now)
  const oldest = now - reportLimits.retentionDays * dayMs
  await transaction.deleteFrom('report').where('created_at', '<', oldest).execute()
}

type NewRow = ReturnType<typeof toRow>

async function isRepeated(transaction: Transaction<Tables>, row: NewRow): Promise<boolean> {
  const repeated = await transaction
    .selectFrom('report')
    .select('id')
    .where('record', '=', row.record)
    .where('location_uuid', '=', row.location_uuid)
    .where('mistake', '=', row.mistake)
    .where('shown', '=', row.shown)
    .where('reporter', '=', row.reporter)
    .executeTakeFirst()
  return repeated !== undefined
}

async function checkOpenReports(transaction: Transaction<Tables>, record: string): Promise<void> {
  const open = transaction
    .selectFrom('report')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('status', '=', 'open')
  const { count: ofRecord } = await open.where('record', '=', record).executeTakeFirstOrThrow()
  if (Number(ofRecord) >= reportLimits.openPerRecordMax)
    throw new ApiError(
      'too_many_reports',
      `${reportLimits.openPerRecordMax} reports about this record wait for the operator; no further one is needed now.`,
    )
  const { count: all } = await open.executeTakeFirstOrThrow()
  if (Number(all) >= reportLimits.openMax)
    throw new ApiError(
      'too_many_reports',
      'Too many reports wait for the operator of this service; send yours another day.',
    )
}

function toRow(report: NewReport, reporter: Uint8Array, now: number) {
  return {
    id: `report_${randomBytes(idBytes).toString('hex')}`,
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
    from_office: report.isFromOffice ? 1 : 0,
    reporter,
    created_at: now,
    status: 'open',
  }
}

function toReport(row: Selectable<ReportRow>): StoredReport {
  return {
    id: row.id,
    record: row.record,
    locationUuid: row.location_uuid,
    mistake: row.mistake as Mistake,
    shown: row.shown,
    shownSource: row.shown_source,
    shownAsOf: row.shown_as_of,
    line1: row.line_1,
    postalCode: row.postal_code,
    generation: row.generation,
    correctPhone: row.correct_phone,
    isFromOffice: row.from_office === 1,
    reporter: Buffer.from(row.reporter).toString('hex'),
    createdAt: toInstant(row.created_at),
    status: row.status as ReportStatus,
    decidedAt: row.decided_at === null ? null : toInstant(row.decided_at),
  }
}

function toInstant(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}

/** PostgreSQL rejects queries with some other texts, such as those with NUL. */
function isReportId(text: string): boolean {
  return /^report_[0-9a-f]{16}$/.test(text)
}

function unknownReportError(id: string): ApiError {
  return new ApiError('not_found', `No report has the ID ${JSON.stringify(id)}. See: careatlas reports list`)
}
