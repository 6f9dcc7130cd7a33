import assert from 'node:assert/strict'
import { test } from 'node:test'
import { collect } from '../read/collect.fixture.ts'
import { FileReport } from '../read/file-report.ts'
import { writeTextFile } from '../read/text-file.fixture.ts'
import { readPlanNetFile } from './plan-net-file.ts'
import { PlanNetIndex } from './plan-net-index.ts'
import { parsePlanNetResource } from './plan-net-resource.ts'

const practitioner = parsePlanNetResource({
  resourceType: 'Practitioner',
  id: '1',
  name: [{ family: 'Prado', given: ['Ana'] }],
  identifier: [{ system: 'http://hl7.org/fhir/sid/us-npi', value: '1234567893' }],
})!
const place = parsePlanNetResource({
  resourceType: 'Location',
  id: '1',
  address: { line: ['12 Elm St'], postalCode: '02903' },
})!
const { file } = new FileReport('', 'page.json')

for (const [what, resource, chars] of [
  ['references and the names of practitioners', practitioner, 10 + 8],
  ['references and the addresses of places', place, 10 + 14],
] as const)
  test(`limits the characters of ${what}`, () => {
    const index = new PlanNetIndex({ entriesMax: 1000, charsMax: 10 * chars })
    for (let count = 0; count < 10; count++) index.add(resource, [`reference${count}`], true, file)
    assert.throws(() => index.add(resource, ['reference-'], true, file), {
      name: 'InputError',
      message: `With page.json, this directory has more than ${10 * chars} characters of references, names and addresses; give it in parts.`,
    })
  })

test('limits the number of practitioners and places', () => {
  const index = new PlanNetIndex({ entriesMax: 2, charsMax: 1000 })
  index.add(practitioner, ['a'], true, file)
  index.add(place, ['b'], true, file)
  assert.throws(() => index.add(place, ['c'], true, file), {
    name: 'InputError',
    message: /has more than 2 practitioners, organizations and places; give it in parts/,
  })
})

test('does not keep a fullUrl that is longer than any reference', async () => {
  const fullUrls = [2048, 2049].map((length) => `urn:${'x'.repeat(length - 4)}`)
  const entry = fullUrls.map((fullUrl) => ({ fullUrl, resource: { resourceType: 'Location', id: '1' } }))
  await using page = await writeTextFile('page.json', JSON.stringify({ entry }))
  const files = readPlanNetFile({ path: page.path, format: 'plan_net_bundle' }, new FileReport('', page.path))
  const resources = await collect(files)
  assert.deepEqual(
    resources.map(({ keys }) => keys),
    [['Location/1', fullUrls[0]], ['Location/1']],
  )
})
