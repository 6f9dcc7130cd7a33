import assert from 'node:assert/strict'
import test from 'node:test'
import { gzipSync } from 'node:zlib'
import { writeTextFile } from '../read/text-file.fixture.ts'
import { zip } from '../read/zip.fixture.ts'
import { readNetworkContents } from './network-facts.fixture.ts'
import { detectNetworkFormat } from './network-format.ts'

const formats: Record<string, { readonly text: string; readonly format: string }> = {
  'a table': { text: 'npi,code\n1234567893,\n', format: 'npi_list' },
  'an array': { text: ' \n[{"npi":"1234567893"}]', format: 'qhp' },
  rates: { text: '{"reporting_entity_name":"A {plan}","in_network":[', format: 'in_network' },
  'groups that rates refer to': {
    text: '\uFEFF{\n"plan":{"in":[]},"provider_references":[{',
    format: 'in_network',
  },
  'groups in a file of their own': { text: '{"version":"1.0.0","provider_groups":[{', format: 'in_network' },
  'a Bundle': { text: '{"resourceType":"Bundle","entry":[', format: 'plan_net_bundle' },
  'a Bundle that says so last': {
    text: '{"type":"searchset","entry":[{"resource":{}}],"resourceType":"Bundle"}',
    format: 'plan_net_bundle',
  },
  'lines of resources': { text: '{"resourceType":"Practitioner","id":"1"}\n{', format: 'plan_net_lines' },
  'lines that say their type last': {
    text: `{"id":"1","text":{"div":"${'\\"x'.repeat(9000)}","entry":[]},"resourceType":"Location"}\n`,
    format: 'plan_net_lines',
  },
}
for (const [what, { text, format }] of Object.entries(formats)) {
  test(`${what} is told by its start`, async () => {
    for (const content of [text, gzipSync(text), zip([{ name: 'a.json', content: text }])]) {
      await using file = await writeTextFile('file', content)
      assert.equal(await detectNetworkFormat(file.path), format)
    }
  })
}

const refusals: Record<string, { readonly text: string; readonly says: RegExp }> = {
  'a table of contents': {
    text: '{"reporting_structure":[{"in_network_files":[]}]}',
    says: /table of contents; download/,
  },
  'JSON of another kind': {
    text: '{"a":{"in_network":[]},"b":"in_network"}',
    says: /no network file that is known/,
  },
  'members that objects have by birth': {
    text: '{"__proto__":{},"constructor":[]}',
    says: /no network file that is known/,
  },
  'an endless text before anything tells': {
    text: `{"a":"${'x'.repeat(1_000_000)}","in_network":[]}`,
    says: /no network file/,
  },
  'endless brackets': { text: `{"a":${'['.repeat(1_000_000)}`, says: /no network file/ },
  nothing: { text: '', says: /is empty/ },
}
for (const [what, { text, says }] of Object.entries(refusals)) {
  test(`${what} is refused`, async () => {
    await using file = await writeTextFile('file.json', text)
    await assert.rejects(detectNetworkFormat(file.path), { name: 'InputError', message: says })
  })
}

test('files of one carrier are read in the order given, whatever their formats', async () => {
  const { listings, reports } = await readNetworkContents({
    'a.csv': 'npi\n1245319599\n1234567890\n',
    'b.json': { in_network: [{ negotiated_rates: [{ provider_groups: [{ npi: [1234567893] }] }] }] },
    'c.json': [{ npi: '2000000010', plans: [{ plan_id: '1' }] }],
  })
  assert.deepEqual(
    listings.map(({ npi }) => npi),
    ['1245319599', '1234567893', '2000000010'],
  )
  assert.deepEqual(Object.keys(reports), ['a.csv', 'b.json', 'c.json'])
})

test('a file of which every row is rejected does not spoil another', async () => {
  const { listings } = await readNetworkContents({
    'a.csv': 'npi\n1234567890\n',
    'b.csv': 'npi\n1234567893\n',
  })
  assert.deepEqual(
    listings.map(({ npi }) => npi),
    ['1234567893'],
  )
})
