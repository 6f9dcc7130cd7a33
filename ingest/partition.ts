/** Which of the spill's partitions a value belongs to. */
import { crc32 } from 'node:zlib'
import { partitionCount } from './spill.ts'

/** NPIs that the registry has issued start with 1 and are spread evenly; those with 2 share the last partition. */
const npiFirst = 1_000_000_000
const npiSpan = 1_000_000_000

/** Partitions of ascending NPIs, so that reading them in order and sorting each gives all NPIs in order. */
export function partitionOfNpi(npi: string): number {
  const position = (Number(npi) - npiFirst) / npiSpan
  return Math.min(partitionCount - 1, Math.floor(position * (partitionCount - 1)))
}

/** All mentions of one address fall into one partition. */
export function partitionOfAddress(key: string): number {
  return crc32(key) % partitionCount
}
