/**
 * Generates `us-places.csv` from the postal codes of GeoNames.
 *
 *     node directory/us-places.build.ts US.txt.gz > directory/us-places.csv
 *
 * Input: gzipped text of GeoNames (CC BY 4.0), tab-separated: country, ZIP code, place, state, postal abbreviation, county,
 * code, two empty columns, latitude, longitude, accuracy. Output: a line per state, and below it a line per place of the state:
 * name in lower case, number of ZIP codes, mean latitude and longitude with 3 decimals.
 */
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

const [, , path] = process.argv
if (path === undefined) throw new Error('give the path of the GeoNames file')

const rows = gunzipSync(readFileSync(path))
  .toString()
  .trim()
  .split('\n')
  .map((line) => line.split('\t'))
  .filter(([, , name, , state]) => name && state && /^[A-Z]{2}$/.test(state) && !/^[AF]PO|^DPO/.test(name))
console.log('# US places by state. Source: GeoNames postal codes (https://www.geonames.org), CC BY 4.0.')
const byState = Map.groupBy(rows, ([, , , , state]) => state!)
for (const state of [...byState.keys()].toSorted()) {
  console.log(state)
  const byName = Map.groupBy(byState.get(state)!, ([, , name]) =>
    name!
      .toLowerCase()
      .replaceAll('.', '')
      .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
      .trim(),
  )
  for (const name of [...byName.keys()].toSorted()) {
    const places = byName.get(name)!
    const mean = (column: number) =>
      Number((places.reduce((sum, row) => sum + Number(row[column]), 0) / places.length).toFixed(3))
    console.log([name, places.length, mean(9), mean(10)].join(','))
  }
}
