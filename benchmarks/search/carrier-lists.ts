/** Carriers for clinicians who have none: a payers file and the list of each carrier's NPIs. */
import { closeSync, createReadStream, openSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type Random, randomFrom } from '@careatlas/fixtures/random'

const carriers = 400

/** Who draws one twice has it once: of 4 draws in the mean 3.7 carriers are left. */
const drawsMax = 8

/** `registryFile` is a main file whose cells are all quoted. The same file gives the same lists. */
export async function writeCarrierLists(
  folder: string,
  registryFile: string,
): Promise<{ readonly payers: string; readonly network: string; readonly code: string }> {
  const files = { payers: join(folder, 'payers.csv'), network: join(folder, 'network.csv'), code: codeOf(0) }
  const names = Array.from({ length: carriers }, (_, at) => `${codeOf(at)},Plan ${at} (fictional)\n`)
  writeFileSync(files.payers, `code,name\n${names.join('')}`)
  const random = randomFrom(1)
  const output = openSync(files.network, 'w')
  let pending = 'npi,code\n'
  for await (const line of createInterface({ input: createReadStream(registryFile) })) {
    const npi = /^"(\d{10})","1"/.exec(line)?.[1]
    if (npi !== undefined)
      pending += drawn(random)
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

function codeOf(rank: number): string {
  return `PLAN${rank}`
}

/** Each code as often as Zipf's law says: half as many clinicians list the second as the first. */
const wheel = Array.from({ length: carriers }, (_, at) =>
  Array.from({ length: Math.round((10 * carriers) / (at + 1)) }, () => codeOf(at)),
).flat()

function drawn(random: Random): readonly string[] {
  return [...new Set(Array.from({ length: random.index(drawsMax + 1) }, () => random.pick(wheel)))]
}
