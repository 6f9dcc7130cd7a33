/** Real address lines, judged before the rules were written. `JUDGED_LINES=path` measures another table with these columns. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Address } from '@careatlas/contract/cards'
import { institutionName, streetInWords } from './address-phrase.ts'

const committed = join(import.meta.dirname, '../../../directory/judged-address-lines.tsv')
const path = process.env['JUDGED_LINES'] ?? committed

interface JudgedLine {
  readonly address: Address
  /** Empty if texts must not show a street. */
  readonly street: string
  /** Empty if the line names no institution; `?` if texts may name or omit it. */
  readonly name: string
  readonly kind: string
}

function readJudgedLines(): readonly JudgedLine[] {
  const lines = readFileSync(path, 'utf8').split('\n')
  return lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [line_1, line_2, city, state, zip, street = '', name = '', kind = ''] = line.split('\t')
      const postal_code = zip?.slice(0, 5) || null
      const address = {
        line_1: line_1 || null,
        line_2: line_2 || null,
        city: city || null,
        state: state || null,
        postal_code,
      }
      return { address: { ...address, country: 'US' }, street, name, kind }
    })
}

/** Ignores commas, dots, case, and `St.` for Saint. */
function normalizeText(text: string | null): string {
  return (text ?? '')
    .toLowerCase()
    .replaceAll(/[.,]/g, '')
    .replaceAll(/\bsaint\b/g, 'st')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** The minimum share of streets in the judge's words. A street that must not be shown is never accepted. */
const correctShareMin = 0.9

test('texts write the street of judged address lines as the judge wrote it', (t) => {
  const rows = readJudgedLines()
  const wrong = rows.filter(
    ({ address, street }) => normalizeText(streetInWords(address)) !== normalizeText(street),
  )
  for (const { address, street, kind } of wrong)
    t.diagnostic(
      `${kind}: ${address.line_1} ${address.line_2 ?? ''} → ${streetInWords(address)}, judged ${street || 'none'}`,
    )
  const withoutStreet = rows.filter(({ street }) => street === '')
  const shown = withoutStreet.filter(({ address }) => streetInWords(address) !== null)
  t.diagnostic(
    `${rows.length - wrong.length} of ${rows.length} streets as judged; ${shown.length} of ${withoutStreet.length} shown that must not be`,
  )
  if (path !== committed) return
  assert.ok(rows.length - wrong.length >= correctShareMin * rows.length)
  assert.deepEqual(
    shown.map(({ address }) => address.line_1),
    [],
  )
})

test('texts name only the institutions that the judged address lines name', (t) => {
  const rows = readJudgedLines().filter(({ name }) => name !== '?')
  const wrong = rows.filter(({ address, name }) => {
    const shown = normalizeText(institutionName(address))
    return shown !== '' && !normalizeText(name).includes(shown)
  })
  for (const { address, name } of wrong)
    t.diagnostic(`${address.line_1} → ${institutionName(address)}, judged ${name || 'none'}`)
  const rowsWithName = rows.filter(({ name }) => name !== '')
  const foundCount = rowsWithName.filter(({ address }) => institutionName(address) !== null).length
  t.diagnostic(`${wrong.length} named wrongly, ${foundCount} of ${rowsWithName.length} names found`)
  if (path === committed) assert.deepEqual(wrong, [])
})
