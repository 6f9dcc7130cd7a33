/** Creates a registry file of any size for benchmarks, resampled from a real week if it exists. */
import { closeSync, existsSync, mkdtempDisposableSync, openSync, readFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { resample } from '@careatlas/fixtures/resample'
import { writeRegion } from '@careatlas/fixtures/region/write-region'

const realWeek = join(import.meta.dirname, '../../shared/data/nppes/npidata_pfile_20240101-20240107.csv.gz')

/** The path of the new file and its source. */
export function writeRegistryFile(
  folder: string,
  rows: number,
): { readonly path: string; readonly origin: string } {
  const [text, origin] = readSource()
  const [header, ...lines] = text.trimEnd().split('\n') as [string, ...string[]]
  const path = join(folder, 'npidata_pfile_20240101-20240107.csv')
  const file = openSync(path, 'w')
  let pending = `${header}\n`
  for (const line of resample(lines, rows)) {
    pending += `${line}\n`
    if (pending.length > 1 << 22) {
      writeSync(file, pending)
      pending = ''
    }
  }
  writeSync(file, pending)
  closeSync(file)
  return { path, origin }
}

/** Reads the real week, or the registry file of the fictional region. */
export function readSource(): [text: string, origin: string] {
  if (existsSync(realWeek))
    return [gunzipSync(readFileSync(realWeek)).toString('latin1'), 'a real NPPES week (January 2024)']
  using folder = mkdtempDisposableSync(join(tmpdir(), 'region-'))
  const region = writeRegion(folder.path)
  return [readFileSync(region.nppes[0] as string, 'latin1'), 'the fictional region']
}
