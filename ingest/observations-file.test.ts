import assert from 'node:assert/strict'
import test from 'node:test'
import { allOf } from './read/all-of.fixture.ts'
import { textFile } from './read/text-file.fixture.ts'
import { Tally } from './tally.ts'
import { readObservations } from './observations-file.ts'

async function observationsOf(lines: readonly unknown[], name = 'observations.ndjson') {
  const json = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)))
  await using file = await textFile(name, json.join('\n'))
  const tally = new Tally('observation', file.path)
  const observations = await allOf(readObservations(file.path, tally))
  return { observations, tally: tally.toSourceFile() }
}

const least = { npi: '1234567893', source: 'survey' }

test('a line says what was observed of one clinician', async () => {
  const hours = { day: 'mon', open: '08:00', close: '17:00' }
  const school = { kind: 'medical_school', institution: 'Brown University', field: null, year: 2004 }
  const { observations } = await observationsOf([
    {
      ...least,
      as_of: '2026-10-31',
      languages: ['en', 'ES', 'zh-hant'],
      education: [school],
      focus: ['heart failure'],
      telehealth: true,
      places: [
        { line_1: '1 MAIN ST', postal_code: '02903', office_hours: [hours], accepting: 'existing_only' },
      ],
    },
  ])
  assert.deepEqual(observations, [
    {
      kind: 'observation',
      npi: '1234567893',
      source: 'survey',
      asOf: '2026-10-31',
      languages: ['en', 'es', 'zh-Hant'],
      education: [school],
      focus: ['heart failure'],
      telehealth: true,
      places: [{ line1: '1 MAIN ST', postalCode: '02903', officeHours: [hours], accepting: 'existing_only' }],
    },
  ])
})

test('what a line leaves out it does not say, and its day is the day of the file', async () => {
  const { observations } = await observationsOf([least], 'survey_2026-09-30.ndjson')
  const silent = { languages: [], education: [], focus: [], telehealth: null, places: [] }
  assert.deepEqual(observations, [{ kind: 'observation', ...least, asOf: '2026-09-30', ...silent }])
})

const wrong: Record<string, unknown> = {
  'no JSON': '{"npi":',
  'a list': [],
  'an NPI that fails its check digit': { ...least, npi: '1234567890' },
  'no source': { npi: least.npi },
  'a day that the calendar does not have': { ...least, as_of: '2026-02-30' },
  'a language that is no tag': { ...least, languages: ['english language'] },
  'an hour that no clock shows': {
    ...least,
    places: [
      { line_1: '1', postal_code: '1', office_hours: [{ day: 'mon', open: '25:00', close: '26:00' }] },
    ],
  },
  'a misspelled key': { ...least, language: ['en'] },
  'a text of a whole page': { ...least, focus: ['x'.repeat(201)] },
  'a school of a whole page': {
    ...least,
    education: [{ kind: 'other', institution: 'x'.repeat(201), field: null, year: null }],
  },
}
for (const [what, line] of Object.entries(wrong)) {
  test(`a line with ${what} is rejected with its number, and the next is kept`, async () => {
    const { observations, tally } = await observationsOf(['', line, least])
    assert.equal(observations.length, 1)
    assert.deepEqual(tally.rejected, { invalid_observation: { rows: 1, first_lines: [2] } })
  })
}

test('a file without one usable line is refused', async () => {
  await assert.rejects(observationsOf([{ ...least, npi: '1' }]), {
    name: 'InputRefused',
    message: /no usable row among 1 \(1 invalid_observation on lines 1\)/,
  })
})

test('characters that nobody sees are gone, however the line escapes them', async () => {
  const line = JSON.stringify({ ...least, focus: ['heart\u202e failure\u202d'] }).replace(
    'heart',
    '\\u202e\\u0000he\\ud800art',
  )
  const { observations } = await observationsOf([line])
  assert.deepEqual(observations[0]?.focus, ['heart failure'])
})

test('a line of more than 1 MiB is refused', async () => {
  await assert.rejects(observationsOf([least, 'x'.repeat(2 ** 20 + 1)]), {
    name: 'InputRefused',
    message: /more than 1048576 bytes on line 2/,
  })
})
