/** The end of the paging window over HTTP: 1,000 results with `q`, otherwise 10,000. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ProviderSearchEnvelope } from '@careatlas/contract/envelopes'
import { filterResultsMax, textResultsMax } from '@careatlas/contract/paging-limits'
import { runServer, type Running } from '../running.fixture.ts'
import { many, publishManyClinicians } from './many-clinicians.fixture.ts'

let server: Running
before(async () => {
  server = await runServer({}, { publish: publishManyClinicians })
})
after(() => server[Symbol.asyncDispose]())

const all = many.OLIVEIRA + many.SILVA

for (const [query, max, total] of [
  ['zip=02903', filterResultsMax, all],
  ['first_name=marta', filterResultsMax, all],
  ['q=cardiologist', textResultsMax, undefined],
  ['q=cardiologist&zip=02903', textResultsMax, undefined],
] as const) {
  test(`the last page of ${query} within ${max} results says that there are more`, async () => {
    const { meta, data } = await search(`${query}&limit=50&offset=${max - 50}`)
    assert.deepEqual([data.length, meta.total, meta.has_more, meta.window_reached], [50, total, false, true])
    const [notice, ...others] = meta.notices
    assert.deepEqual([notice?.kind, notice?.severity, others], ['window_reached', 'info', []])
    assert.match(notice?.text ?? '', new RegExp(`more than ${max} results. Narrow the search`))
  })

  test(`the page before the last one of ${query} has more, without a notice`, async () => {
    const { meta } = await search(`${query}&limit=50&offset=${max - 51}`)
    assert.deepEqual(
      [meta.count, meta.has_more, 'window_reached' in meta, meta.notices],
      [50, true, false, []],
    )
  })

  test(`a page of ${query} beyond ${max} results is rejected`, async () => {
    const response = await server.get(`/v1/providers?${query}&limit=50&offset=${max - 49}`)
    assert.equal(response.status, 400)
    assert.match(await response.text(), /"page_out_of_range"/)
  })
}

for (const query of ['last_name=oliveira', 'last_name=silva'])
  test(`the last page of ${query} has no further results to mention`, async () => {
    const total = query.endsWith('silva') ? many.SILVA : many.OLIVEIRA
    const { meta } = await search(`${query}&limit=20&offset=${total - 20}`)
    assert.deepEqual([meta.count, meta.total, meta.has_more], [20, total, false])
    assert.deepEqual(['window_reached' in meta, meta.notices], [false, []])
  })

async function search(query: string): Promise<ProviderSearchEnvelope> {
  const response = await server.get(`/v1/providers?${query}`)
  return ProviderSearchEnvelope.parse(await response.json())
}
