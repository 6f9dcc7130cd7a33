import assert from 'node:assert/strict'
import test from 'node:test'
import { parseOfficialTitle } from './organization-name.ts'
import { sampleCells } from './sample-row.fixture.ts'

const cases: readonly (readonly [title: string, shown: string | null])[] = [
  ['CEO', 'CEO'],
  ['Owner/ Pharmacist', 'OWNER/ PHARMACIST'],
  ['VP, REVENUE CYCLE', 'VP, REVENUE CYCLE'],
  ['PAT ROE, OWNER', null],
  ['DR ROE', null],
  ['OWNER OF ROE LLC', null],
  ['OWNER 401-555-0100', null],
  ['OWNER@CLINIC', null],
  ['<UNAVAIL>', null],
  ['N/A', null],
  ['1', null],
  ['', null],
]
for (const [title, expected] of cases) {
  test(`the title ${JSON.stringify(title)} of Pat Roe is ${expected === null ? 'not shown' : 'shown'}`, () => {
    const cells = sampleCells({ officialTitle: title, officialLast: 'ROE', officialFirst: 'PAT' })
    assert.equal(parseOfficialTitle(cells), expected)
  })
}
