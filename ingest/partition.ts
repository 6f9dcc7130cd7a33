/** Assigns values to partitions; a step has only one partition of the data in memory. */
import { crc32 } from 'node:zlib'
import { blockingKey } from './places/blocking-key.ts'

/** A country of 10 million rows of about 700 bytes makes partitions of about 27 MB. */
export const partitionCount = 256

/** NPIs that the registry has issued start with 1 and are spread evenly; those with 2 share the last partition. */
const npiFirst = 1_000_000_000
const npiSpan = 1_000_000_000

/** Partitions of ascending NPIs, so that taking them in order and sorting each gives all NPIs in order. */
export function partitionOfNpi(npi: string): number {
  const position = (Number(npi) - npiFirst) / npiSpan
  return Math.min(partitionCount - 1, Math.floor(position * (partitionCount - 1)))
}

/** The lowest NPI that may be in the partition, and the lowest that may be in the next. */
export function npiRange(partition: number): readonly [from: string, to: string] {
  const computeLowestNpi = (index: number): string =>
    String(npiFirst + Math.ceil((index * npiSpan) / (partitionCount - 1))).padStart(10, '0')
  return [
    partition === 0 ? '' : computeLowestNpi(partition),
    partition === partitionCount - 1 ? ':' : computeLowestNpi(partition + 1),
  ]
}

/** The partition of a building. All spellings of its address have the same partition; `key` is the address key of one of them. */
export function partitionOfAddress(key: string): number {
  return crc32(blockingKey(key)) % partitionCount
}

/** Partitions of ascending UUIDs. */
export function partitionOfUuid(uuid: string): number {
  return Math.floor((Number.parseInt(uuid.slice(0, 4), 16) * partitionCount) / 0x10000)
}
