/**
 * Generates `zip-points.csv` from the Census Bureau's gazetteer of ZIP Code Tabulation Areas.
 *
 *     node directory/zip-points.build.ts GAZETTEER.csv.gz > directory/zip-points.csv
 *
 * Input: gzipped CSV with the columns zip, lat, lng. Output: a line per three-digit prefix, and below it a line per ZIP
 * of that prefix: last two digits, latitude, longitude; 3 decimals are within 56 m each way.
 */
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

const [, , gazetteer] = process.argv
if (gazetteer === undefined) throw new Error('give the path of the gazetteer file')

const rows = gunzipSync(readFileSync(gazetteer)).toString().trim().split(/\r?\n/).slice(1).toSorted()
let prefix = ''
console.log(
  '# ZIP code points. Source: U.S. Census Bureau, 2021 Gazetteer Files, ZIP Code Tabulation Areas (public domain).',
)
for (const row of rows) {
  const [zip = '', lat, lng] = row.split(',')
  if (zip.slice(0, 3) !== prefix) {
    prefix = zip.slice(0, 3)
    console.log(prefix)
  }
  console.log(`${zip.slice(3)},${shortDecimal(lat)},${shortDecimal(lng)}`)
}

function shortDecimal(text: string | undefined): string {
  const value = Number(Number(text).toFixed(3))
  if (text === undefined || Number.isNaN(value)) throw new Error(`${text} is not a number`)
  return String(value)
}
