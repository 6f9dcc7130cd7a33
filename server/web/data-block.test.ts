import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jsonLd } from './data-block.ts'

for (const text of ['</script><script>alert(1)</script>', '<!--<script>', '&lt;', '\u2028', '</SCRIPT >'])
  test(`${JSON.stringify(text)} in JSON-LD is text, and keeps its meaning`, () => {
    const block = jsonLd({ name: text }).toString()
    const [, json = ''] = /^<script type="application\/ld\+json">([^<>&\u2028]*)<\/script>$/.exec(block) ?? []
    assert.deepEqual(JSON.parse(json), { name: text })
  })
