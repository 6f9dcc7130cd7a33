/** Real address lines that were judged before any rule saw them; `JUDGED_LINES=path` measures another table of the same columns. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Address } from '@careatlas/contract/cards'
import { institutionName, streetInWords } from './address-in-words.ts'

const committed = join(import.meta.dirname, '../../../directory/judged-address-lines.tsv')
const path = process.env['JUDGED_LINES'] ?? committed

interface Judged {
  readonly address: Address
  /** Empty where no street may be told. */
  readonly street: string
  /** Empty where the line names none; `?` where it may be told or left out. */
  readonly name: string
  readonly kind: string
}

function judged(): readonly Judged[] {
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

/** Commas, dots and case are style; so is `St.` for Saint. */
function compared(text: string | null): string {
  return (text ?? '')
    .toLowerCase()
    .replaceAll(/[.,]/g, '')
    .replaceAll(/\bsaint\b/g, 'st')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** What is told though it may not be is worse than what is told otherwise. */
const floors = { street: 0.9, untold: 1, institution: 0.9 } as const

test('the street of judged address lines is told as people write it', (t) => {
  const rows = judged()
  const wrong = rows.filter(({ address, street }) => compared(streetInWords(address)) !== compared(street))
  for (const { address, street, kind } of wrong)
    t.diagnostic(
      `${kind}: ${address.line_1} ${address.line_2 ?? ''} → ${streetInWords(address)}, judged ${street || 'none'}`,
    )
  const silent = rows.filter(({ street }) => street === '')
  const told = silent.filter(({ address }) => streetInWords(address) !== null)
  t.diagnostic(
    `${rows.length - wrong.length} of ${rows.length} streets as judged; ${told.length} of ${silent.length} told that may not be`,
  )
  if (path !== committed) return
  assert.ok(rows.length - wrong.length >= floors.street * rows.length)
  assert.deepEqual(
    told.map(({ address }) => address.line_1),
    [],
  )
})

test('no institution is named that the judged address lines do not name', (t) => {
  const rows = judged().filter(({ name }) => name !== '?')
  const wrong = rows.filter(({ address, name }) => {
    const told = compared(institutionName(address))
    return told !== '' && !compared(name).includes(told)
  })
  for (const { address, name } of wrong)
    t.diagnostic(`${address.line_1} → ${institutionName(address)}, judged ${name || 'none'}`)
  const named = rows.filter(({ name }) => name !== '')
  const found = named.filter(({ address }) => institutionName(address) !== null).length
  t.diagnostic(`${wrong.length} named wrongly, ${found} of ${named.length} names found`)
  if (path === committed) assert.deepEqual(wrong, [])
})
