import assert from 'node:assert/strict'
import test from 'node:test'
import { gzipSync } from 'node:zlib'
import { writeTextFile } from '../read/text-file.fixture.ts'
import { zip } from '../read/zip.fixture.ts'
import { readNetworkContents } from './network-facts.fixture.ts'
import { detectNetworkFormat } from './network-format.ts'

const inputs: Record<string, { readonly text: string; readonly format: string }> = {
  'a CSV file': { text: 'npi,code\n1234567893,\n', format: 'npi_list' },
  'an array': { text: ' \n[{"npi":"1234567893"}]', format: 'qhp' },
  rates: { text: '{"reporting_entity_name":"A {plan}","in_network":[', format: 'in_network' },
  'groups that rates refer to': {
    text: '\uFEFF{\n"plan":{"in":[]},"provider_references":[{',
    format: 'in_network',
  },
  'groups in a separate file': { text: '{"version":"1.0.0","provider_groups":[{', format: 'in_network' },
  'a Bundle': { text: '{"resourceType":"Bundle","entry":[', format: 'plan_net_bundle' },
  'a Bundle with its type as the last member': {
    text: '{"type":"searchset","entry":[{"resource":{}}],"resourceType":"Bundle"}',
    format: 'plan_net_bundle',
  },
  'lines of resources': { text: '{"resourceType":"Practitioner","id":"1"}\n{', format: 'plan_net_lines' },
  'lines with the type as the last member': {
    text: `{"id":"1","text":{"div":"${'\\"x'.repeat(9000)}","entry":[]},"resourceType":"Location"}\n`,
    format: 'plan_net_lines',
  },
}
for (const [what, { text, format }] of Object.entries(inputs)) {
  test(`detects ${what} by its start`, async () => {
    for (const content of [text, gzipSync(text), zip([{ name: 'a.json', content: text }])]) {
      await using file = await writeTextFile('file', content)
      assert.equal(await detectNetworkFormat(file.path), format)
    }
  })
}

const rejections: Record<string, { readonly text: string; readonly message: RegExp }> = {
  'a table of contents': {
    text: '{"reporting_structure":[{"in_network_files":[]}]}',
    message: /table of contents; download/,
  },
  'JSON of another kind': {
    text: '{"a":{"in_network":[]},"b":"in_network"}',
    message: /JSON of an unknown format/,
  },
  'members that JavaScript objects inherit': {
    text: '{"__proto__":{},"constructor":[]}',
    message: /JSON of an unknown format/,
  },
  'a very long text before a deciding member': {
    text: `{"a":"${'x'.repeat(1_000_000)}","in_network":[]}`,
    message: /JSON of an unknown format/,
  },
  'very deep brackets': { text: `{"a":${'['.repeat(1_000_000)}`, message: /JSON of an unknown format/ },
  'a string without an end': { text: `{"${'\\"'.repeat(65_000)}`, message: /unknown format/ },
  nothing: { text: '', message: /is empty/ },
}
for (const [what, { text, message }] of Object.entries(rejections)) {
  test(`rejects ${what}`, async () => {
    await using file = await writeTextFile('file.json', text)
    await assert.rejects(detectNetworkFormat(file.path), { name: 'InputError', message })
  })
}

for (const value of ['Bundle', 'Bundle\\"'])
  test(`does not read a value that the file truncates: ${value}`, async () => {
    await using file = await writeTextFile('file.json', `{"resourceType":"${value}`)
    await assert.rejects(detectNetworkFormat(file.path), { name: 'InputError', message: /unknown format/ })
  })

test('reads the files of one carrier in the given order, in any formats', async () => {
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

test('a file with only rejected rows does not affect other files', async () => {
  const { listings } = await readNetworkContents({
    'a.csv': 'npi\n1234567890\n',
    'b.csv': 'npi\n1234567893\n',
  })
  assert.deepEqual(
    listings.map(({ npi }) => npi),
    ['1234567893'],
  )
})
