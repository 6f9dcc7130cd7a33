/** The table of identifiers that earlier snapshots served, in `former-locations.sqlite`. */
import { join } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import {
  type FormerLocation,
  formerLocationsFile,
  formerLocationsSchema,
  type RemovalReason,
} from './format.ts'
import { openImmutable } from './open-immutable.ts'
import { uuidBytes, uuidText } from './uuid-bytes.ts'

/** The table in `folder`, opened by a subclass. */
class FormerTable implements Disposable {
  protected readonly database: DatabaseSync
  readonly #find: StatementSync

  protected constructor(database: DatabaseSync) {
    this.database = database
    this.#find = database.prepare('SELECT * FROM former WHERE uuid = ?')
  }

  /** The entry for `uuid`. */
  find(uuid: string): FormerLocation | null {
    const row = this.#find.get(uuidBytes(uuid)) as FormerRow | undefined
    return row === undefined ? null : toFormerLocation(row)
  }

  [Symbol.dispose](): void {
    this.database.close()
  }
}

/** Reads the table of the snapshot in `folder`. */
export class FormerLocations extends FormerTable {
  constructor(folder: string) {
    super(openImmutable(join(folder, formerLocationsFile)))
  }

  /** Every entry by ascending identifier. */
  *entries(): Generator<readonly [uuid: string, former: FormerLocation]> {
    for (const row of this.database.prepare('SELECT * FROM former ORDER BY uuid').iterate())
      yield [uuidText(row['uuid'] as Uint8Array), toFormerLocation(row as unknown as FormerRow)]
  }
}

/** Writes the table of the new snapshot in `folder`; existing entries are not replaced. */
export class FormerLocationsWriter extends FormerTable {
  readonly #insert: StatementSync

  constructor(folder: string) {
    const database = new DatabaseSync(join(folder, formerLocationsFile))
    database.exec('PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF')
    database.exec(`BEGIN; ${formerLocationsSchema}`)
    super(database)
    this.#insert = database.prepare('INSERT OR IGNORE INTO former VALUES (?, ?, ?, ?, ?, ?)')
  }

  add(uuid: string, former: FormerLocation): void {
    const { heir, day } = former
    const [reason, npi, elsewhere] =
      heir === null ? [former.reason, former.npi, former.elsewhere] : [null, null, null]
    this.#insert.run(
      uuidBytes(uuid),
      heir === null ? null : uuidBytes(heir),
      reason,
      npi === null ? null : Number(npi),
      elsewhere === null ? null : uuidBytes(elsewhere),
      day,
    )
  }

  /** Keeps the newest `entriesMax`. */
  finish(entriesMax: number): void {
    this.database
      .prepare(
        'DELETE FROM former WHERE uuid IN (SELECT uuid FROM former ORDER BY day DESC, uuid LIMIT -1 OFFSET ?)',
      )
      .run(entriesMax)
    this.database.exec('COMMIT')
  }
}

interface FormerRow {
  readonly heir: Uint8Array | null
  readonly reason: RemovalReason | null
  readonly npi: number | null
  readonly elsewhere: Uint8Array | null
  readonly day: string
}

function toFormerLocation({ heir, reason, npi, elsewhere, day }: FormerRow): FormerLocation {
  if (heir !== null) return { heir: uuidText(heir), day }
  return {
    heir: null,
    reason: reason!,
    npi: npi === null ? null : String(npi),
    elsewhere: elsewhere && uuidText(elsewhere),
    day,
  }
}
