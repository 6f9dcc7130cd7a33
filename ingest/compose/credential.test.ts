import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { isTitledDoctor, readCredentials } from './credential.ts'
import { readJudgedCredentials, findMistakes } from './judged-credentials.fixture.ts'

const noHolder = { codes: [], names: [] }
const judged = readJudgedCredentials(fileURLToPath(new URL('judged-credentials.tsv', import.meta.url)))

test('no credential that a judged registry cell does not state is displayed', (t) => {
  assert.deepEqual(
    judged.filter((row) => findMistakes(row).wrong.length > 0),
    [],
  )
  t.diagnostic(`${judged.length} cells`)
})

test('98% of the credentials that judged registry cells state are displayed', () => {
  const statedCount = judged.reduce((sum, { expected }) => sum + expected.length, 0)
  const missing = judged.flatMap((row) => findMistakes(row).missing)
  assert.ok(
    missing.length <= 0.02 * statedCount,
    `${missing.length} of ${statedCount}: ${missing.join(', ')}`,
  )
})

/** As registered → as displayed; cases that the judged table lacks. */
const displayCases: Readonly<Record<string, string>> = {
  'PH. D.': 'PhD',
  'MS CCC SLP': 'MS, CCC-SLP',
  'MD,': 'MD',
  'RN, RN': 'RN',
  'M-D.': 'MD',
  'MD PC': 'MD',
  'M.D., P.C.': 'MD',
  'DDS, PA': 'DDS',
  'MAIE INC': '',
  'Medical Doctor, PhD': 'MD, PhD',
  'MSN, APRN, FNP-C, PMHNP-BC, CNE': 'MSN, APRN, FNP-C, PMHNP-BC',
  'FNP-BC (APRN)': 'FNP-BC, APRN',
  'RN (FL, GA)': 'RN',
  'MD (ELIGIBLE), MPH': 'MPH',
  'LCSW (TEMPORARY)': '',
  'RT(R)(CT)': '',
  'RT(R) (CT), MBA': 'MBA',
  UNK: '',
  'MD, UNK': 'MD',
  UNKNOWN: '',
  'N/A': '',
  NONE: '',
  TBD: '',
  'PHD (ABD)': '',
  'DO (RESIDENT)': '',
  'MFT (STUDENT': '',
  'IBCLC (NON RN)': '',
  'MB, BCH, BAO': 'MB BCh BAO',
  'MPH&TM': 'MPH&TM',
  'PT & OT': 'PT, OT',
  'LCSW R': 'LCSW-R',
  'LPC/MHSP': 'LPC-MHSP',
  '<B>MD</B>': '',
  'MD &AMP; PHD': '',
  'RN HTTPS://EXAMPLE.ORG': '',
  'RN-12345': '',
  '237700000X': '',
  XQZT: 'XQZT',
  OWNER: '',
  BARBER: '',
  'MSW, CEO': 'MSW',
  'LAB OWNER': '',
  TBA: '',
  'MRS.': '',
  '-': '',
}

for (const [registered, expected] of Object.entries(displayCases)) {
  test(`credential ${JSON.stringify(registered)} is displayed as ${JSON.stringify(expected)}`, () => {
    assert.equal(readCredentials(registered, noHolder).join(', '), expected)
  })
}

test('a registered code decides the meaning of letters that several professions use', () => {
  const cases: readonly (readonly [string, string, readonly string[]])[] = [
    ['MS, L.AC.', '171100000X', ['MS', 'LAc']],
    ['MS, L.AC.', '101YA0400X', ['MS']],
    ['MD, PA', '363A00000X', ['MD', 'PA']],
    ['MD, PA', '207R00000X', ['MD']],
  ]
  for (const [cell, code, expected] of cases)
    assert.deepEqual(
      readCredentials(cell, { ...noHolder, codes: [code] }),
      expected,
      `${cell} beside ${code}`,
    )
})

test('the clinician’s own name in the cell is not a credential, unless a physician’s code supports it', () => {
  const names = ['MD ABDUL', null, 'KARIMOV']
  const read = (cell: string, code: string) => readCredentials(cell, { codes: [code], names }).join(', ')
  assert.equal(read('MD ABDUL KARIMOV', '183500000X'), '')
  assert.equal(read('MD', '183500000X'), '')
  assert.equal(read('MD', '207R00000X'), 'MD')
  assert.equal(read('ABDUL KARIMOV, RPH', '183500000X'), 'RPh')
})

test('only clinicians whose first credential is a doctorate of care have the title "Dr."', () => {
  const titledHolders = ['MD', 'D.O.', 'MBCHB', 'DDS', 'PHD', 'PSY.D.', 'O.D.', 'D.C.', 'MD, MPH'].map(
    (cell) => readCredentials(cell, noHolder),
  )
  const untitledHolders = ['', 'RN, PHD', 'DNP, FNP-BC', 'PT, DPT', 'PHARMD', 'PA-C', 'XQZT'].map((cell) =>
    readCredentials(cell, noHolder),
  )
  assert.deepEqual(
    titledHolders.map(isTitledDoctor),
    titledHolders.map(() => true),
  )
  assert.deepEqual(
    untitledHolders.map(isTitledDoctor),
    untitledHolders.map(() => false),
  )
})
