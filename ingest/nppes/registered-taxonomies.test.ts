import assert from 'node:assert/strict'
import test from 'node:test'
import { parseRegisteredTaxonomies } from './registered-taxonomies.ts'
import { sampleCells, type SampleRow } from './sample-row.fixture.ts'

const [heart, family, student] = ['207RC0000X', '207Q00000X', '390200000X']

function findPrimaryCodes(taxonomies: SampleRow['taxonomies'] = []): string[] {
  const registered = parseRegisteredTaxonomies(sampleCells({ taxonomies }))
  return registered.filter((taxonomy) => taxonomy.primary).map((taxonomy) => taxonomy.code)
}

const switches: readonly {
  readonly name: string
  readonly taxonomies: SampleRow['taxonomies']
  readonly primary: string[]
}[] = [
  {
    name: 'in another slot than the first',
    taxonomies: [
      [family, '', '', 'N'],
      [heart, '', '', 'Y'],
    ],
    primary: [heart],
  },
  { name: 'missing', taxonomies: [[family], [heart]], primary: [] },
  {
    name: 'not answered',
    taxonomies: [
      [family, '', '', 'X'],
      [heart, '', '', 'X'],
    ],
    primary: [],
  },
  {
    name: 'set twice',
    taxonomies: [
      [family, '', '', 'Y'],
      [heart, '', '', 'Y'],
    ],
    primary: [family],
  },
  {
    name: 'set at a repeated code',
    taxonomies: [
      [heart, '1', 'RI', 'N'],
      [heart, '2', 'MA', 'Y'],
    ],
    primary: [heart],
  },
  { name: 'without any code', taxonomies: [], primary: [] },
]
for (const { name, taxonomies, primary } of switches) {
  test(`at most one taxonomy is primary if the switch is ${name}`, () => {
    assert.deepEqual(findPrimaryCodes(taxonomies), primary)
  })
}

test('a repeated code is one taxonomy with all its licenses, in slot order', () => {
  const taxonomies = [
    [heart, 'M1', 'RI', 'Y'],
    [student],
    [heart, 'M2', 'MA', 'N'],
    [heart, 'M1', 'RI', 'N'],
  ] as const
  assert.deepEqual(parseRegisteredTaxonomies(sampleCells({ taxonomies })), [
    {
      code: heart,
      primary: true,
      licenses: [
        { state: 'RI', number: 'M1' },
        { state: 'MA', number: 'M2' },
      ],
    },
    { code: student, primary: false, licenses: [] },
  ])
})

test('ignores the description after the ten characters of a code', () => {
  assert.deepEqual(findPrimaryCodes([['193400000X SINGLE SPECIALTY  GROUP', '', '', 'Y']]), ['193400000X'])
})

test('drops an invalid code, and a mask instead of a license number', () => {
  assert.deepEqual(
    parseRegisteredTaxonomies(sampleCells({ taxonomies: [['CARDIOLOGY'], [heart, '$$$$$$$$$', 'RI', 'Y']] })),
    [{ code: heart, primary: true, licenses: [{ state: 'RI', number: null }] }],
  )
})

test('keeps a license state without a number, unless the code also has a number of that state', () => {
  const taxonomies = [
    [heart, '', 'RI', 'Y'],
    [heart, '', 'RI', 'N'],
    [heart, '', 'MA', 'N'],
    [heart, 'M2', 'MA', 'N'],
  ] as const
  assert.deepEqual(parseRegisteredTaxonomies(sampleCells({ taxonomies }))[0]?.licenses, [
    { state: 'RI', number: null },
    { state: 'MA', number: 'M2' },
  ])
})

test('reads all fifteen slots', () => {
  const taxonomies = Array.from(
    { length: 15 },
    (_, slot) => [`2000000${String(slot).padStart(2, '0')}X`] as const,
  )
  assert.equal(parseRegisteredTaxonomies(sampleCells({ taxonomies })).length, 15)
})
