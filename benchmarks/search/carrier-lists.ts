/** Generates carriers for clinicians without any: a payers file, and a list of NPIs for each carrier. */
import { closeSync, createReadStream, openSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type Random, randomFrom } from '@careatlas/fixtures/random'

const carriers = 400

/** Draws per clinician; without duplicates, 4 draws give 3.7 carriers on average. */
const drawsMax = 8

/** `registryFile` is a main file in which all cells are quoted. The result is deterministic. */
export async function writeCarrierLists(
  folder: string,
  registryFile: string,
): Promise<{ readonly payers: string; readonly network: string; readonly code: string }> {
  const files = {
    payers: join(folder, 'payers.csv'),
    network: join(folder, 'network.csv'),
    code: carrierCode(0),
  }
  const names = Array.from(
    { length: carriers },
    (_, rank) => `${carrierCode(rank)},Plan ${rank} (fictional)\n`,
  )
  writeFileSync(files.payers, `code,name\n${names.join('')}`)
  const random = randomFrom(1)
  const output = openSync(files.network, 'w')
  let pending = 'npi,code\n'
  for await (const line of createInterface({ input: createReadStream(registryFile) })) {
    const npi = /^"(\d{10})","1"/.exec(line)?.[1]
    if (npi !== undefined)
      pending += drawCarriers(random)
        .map((code) => `${npi},${code}\n`)
        .join('')
    if (pending.length < 1 << 20) continue
    writeSync(output, pending)
    pending = ''
  }
  writeSync(output, pending)
  closeSync(output)
  return files
}

function carrierCode(rank: number): string {
  return `PLAN${rank}`
}

/** Codes are distributed by Zipf's law: the second has half as many clinicians as the first. */
const weightedCodes = Array.from({ length: carriers }, (_, rank) =>
  Array.from({ length: Math.round((10 * carriers) / (rank + 1)) }, () => carrierCode(rank)),
).flat()

function drawCarriers(random: Random): readonly string[] {
  return [...new Set(Array.from({ length: random.index(drawsMax + 1) }, () => random.pick(weightedCodes)))]
}
