/** Every error code has a documentation page with its title, status and an example, and every page has a code. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { ErrorEnvelope } from '@careatlas/contract/envelopes'
import { errors } from '@careatlas/contract/errors'

const folder = new URL('../docs/errors/', import.meta.url)

test('every error code has a page and every page a code', () => {
  const pages = readdirSync(folder).toSorted()
  assert.deepEqual(
    pages,
    Object.keys(errors)
      .map((code) => `${code}.md`)
      .toSorted(),
  )
})

for (const [code, { status, title }] of Object.entries(errors)) {
  const page = () => readFileSync(new URL(`${code}.md`, folder), 'utf8')

  test(`the page of ${code} starts with its title, code and status`, () => {
    assert.ok(page().startsWith(`# ${title}\n\n\`${code}\`, HTTP ${status}\n`))
  })

  test(`the page of ${code} explains what happened and how to fix it`, () => {
    assert.match(page(), /\n## What happened\n\n\S[^]*\n## How to fix it\n\n\S/)
  })

  test(`the example on the page of ${code} is an error envelope with that code and status`, () => {
    const [, json = ''] = /```json\n([^]*?)```/.exec(page()) ?? []
    const { error } = ErrorEnvelope.parse(JSON.parse(json))
    assert.deepEqual([error.code, error.status, error.docs], [code, status, `/docs/errors/${code}`])
  })
}
