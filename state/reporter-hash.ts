/**
 * The salted hash that tells whether two reports come from one network. The salt is random, is kept in the state, and is replaced in
 * each period, so that an older hash can no longer be compared with a network.
 */
import { createHmac, randomBytes } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { Tables } from './tables.ts'

export const saltDays = 90

const periodMs = saltDays * 24 * 3_600_000
const saltBytes = 32
const namePrefix = 'report_salt:'

/** Digits of the period in a name, so that names are in the order of their periods. */
const nameDigits = 6

/** The period of an instant: hashes of different periods cannot be compared. */
export function saltPeriod(instant: number): number {
  return Math.floor(instant / periodMs)
}

/**
 * Returns the salt of the current period, created on first use. Locks it until the end of the transaction, so that reports are stored
 * one after the other.
 */
export async function lockSalt(transaction: Transaction<Tables>, now: number): Promise<Uint8Array> {
  const name = saltName(now)
  await transaction
    .insertInto('server_secret')
    .values({ name, secret: randomBytes(saltBytes) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await transaction
    .updateTable('server_secret')
    .set((secret) => ({ name: secret.ref('name') }))
    .where('name', '=', name)
    .returning('secret')
    .executeTakeFirstOrThrow()
  return row.secret
}

/** Deletes the salts of earlier periods. A server whose clock is behind does not delete the salt of the others. */
export async function deleteOldSalts(transaction: Transaction<Tables>, now: number): Promise<void> {
  await transaction
    .deleteFrom('server_secret')
    .where('name', 'like', `${namePrefix}%`)
    .where('name', '<', saltName(now))
    .execute()
}

/** The hash of the network of an address; neither of them is stored. */
export function hashReporter(salt: Uint8Array, address: string): Uint8Array {
  return createHmac('sha256', salt).update(reporterNetwork(address)).digest()
}

/**
 * The /24 of an IPv4 address, or the /48 of an IPv6 address. An office, a home or a telephone gets several addresses of one network,
 * so that its reports would look independent by address.
 */
function reporterNetwork(address: string): string {
  const [, ipv4, ipv6] = /^(\d+\.\d+\.\d+)\.\d+$|^((?:[\da-f]+:){2}[\da-f]+):/.exec(address) ?? []
  if (ipv4 !== undefined) return `${ipv4}.0/24`
  return ipv6 === undefined ? address : `${ipv6}::/48`
}

function saltName(now: number): string {
  return namePrefix + String(saltPeriod(now)).padStart(nameDigits, '0')
}
