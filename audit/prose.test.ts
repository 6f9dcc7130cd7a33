/** Which texts the rows of one card support. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAddressWords, createNameWords } from './cell-runs.ts'
import { CardReport } from './findings.ts'
import { PhraseTree } from './phrase-tree.ts'
import { checkProse, type ExactPhrase } from './prose.ts'
import { addCode } from './allowed-wordings.ts'

const exactPhrases = new PhraseTree<ExactPhrase>()
addCode(exactPhrases, '207RC0000X')
const evidence = {
  exactPhrases,
  rows: [
    ...createNameWords(['MARTA', 'L', 'OLIVEIRA']),
    ...createAddressWords(['110 S.W. LOCKWOOD ST STE 4', null], ['PROVIDENCE', 'rhode island']),
    ...createAddressWords(['39 EAST AVE BLDG 7', null], ['PAWTUCKET', 'rhode island']),
  ],
  isSupported: (needs: string) => ['practice', 'street', 'female'].includes(needs),
}

const cases: readonly (readonly [text: string, kinds: readonly string[]])[] = [
  ['Marta L. Oliveira is a heart doctor (cardiologist) in Providence, Rhode Island.', []],
  ['She practices at 110 Southwest Lockwood Street, Suite 4, in Providence, Rhode Island.', []],
  ['She practices in Providence and Pawtucket, Rhode Island.', []],
  ['She practices at 110 Southwest Lockwood Avenue.', ['mixed_addresses']],
  ['She practices at 112 Southwest Lockwood Street.', ['number', 'part_of_roster', 'unsupported_words']],
  ['She practices at 12 Southwest Lockwood Street.', ['number', 'unsupported_words']],
  ['She practices at 4 Southwest Lockwood Street, Suite 4.', ['number']],
  ['She practices at 110 Southwest Lockwood Street, Suite 110.', ['number']],
  ['She practices in 110.', ['number']],
  ['Oliveira Marta is a cardiologist.', ['name_order']],
  ['She practices at 110 Southwest Lockwood Street, Building 7.', ['mixed_addresses']],
  ['He practices at 39 East Avenue.', ['male']],
  ['She is a neurosurgeon.', ['unsupported_words']],
  ['She speaks Yoruba.', ['language', 'unsupported_words']],
  ['Marta Oliveiro is a cardiologist.', ['unsupported_words']],
]

for (const [text, kinds] of cases)
  test(`"${text}" ${kinds.length === 0 ? 'is supported' : `has ${kinds.join(', ')}`}`, () => {
    const report = new CardReport('provider', '1', () => '')
    checkProse('biography', text, evidence, report)
    assert.deepEqual(report.findings.map(({ kind }) => kind).toSorted(), kinds)
  })
