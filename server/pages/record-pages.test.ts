/** The pages of records, to which the results of agents link. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { runServer } from '../running.fixture.ts'
import { publishSmallDirectory, small } from '../small-directory.fixture.ts'

const server = await runServer(
  {},
  { publish: (dataDir, generation) => publishSmallDirectory(dataDir, generation, 'She <b>heals</b>.') },
)
after(() => server[Symbol.asyncDispose]())

const fetchPage = (path: string) => fetch(server.url + path, { redirect: 'manual' })

test('the page of a clinician needs no key and has the name, places, telephone, payers with dates and sources', async () => {
  const response = await fetchPage(`/providers/${small.npi}`)
  assert.equal(response.status, 200)
  assert.equal(response.headers.get('x-robots-tag'), 'noindex')
  const text = await response.text()
  for (const part of [
    '<h1>Marta Oliveira, MD</h1>',
    'cardiologist',
    '110 LOCKWOOD ST, PROVIDENCE, RI 02903',
    'href="tel:+14015550100"',
    'Medicare (no date)',
    `href="/locations/${small.uuid}"`,
    `nppes (${small.asOf})`,
    'new patients: not known',
    'may still cover this clinician',
  ])
    assert.ok(text.includes(part), part)
  assert.ok(text.includes('She &lt;b&gt;heals&lt;/b&gt;.'), 'texts of sources are escaped')
})

test('the page of a place lists its clinicians, and a former identifier redirects', async () => {
  const text = await (await fetchPage(`/locations/${small.uuid}`)).text()
  assert.match(text, /<h1>Heart Clinic<\/h1>/)
  assert.ok(text.includes(`href="/providers/${small.npi}"`))
  const moved = await fetchPage(`/locations/${small.former.succeeded}`)
  assert.deepEqual([moved.status, moved.headers.get('location')], [301, `/locations/${small.uuid}`])
})

for (const [path, status] of [
  [`/providers/${small.unknown}`, 404],
  ['/providers/123', 400],
  [`/providers/${small.deactivated}`, 410],
  [`/locations/${small.former.left}`, 410],
  ['/locations/x', 400],
] as const)
  test(`${path} is a page that says why, with ${status}`, async () => {
    const response = await fetchPage(path)
    assert.equal(response.status, status)
    assert.match(await response.text(), /<h1>This record is not available<\/h1>/)
    assert.equal(response.headers.get('cache-control'), 'no-store')
  })
