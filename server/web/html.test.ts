import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Html, html } from './html.ts'

test('a value is escaped, in text and in an attribute', () => {
  const name = `<b title="x" lang='y'>Tom & Jerry</b>`
  const escaped = '&lt;b title=&quot;x&quot; lang=&#39;y&#39;&gt;Tom &amp; Jerry&lt;/b&gt;'
  assert.equal(String(html`<p title="${name}">${name}</p>`), `<p title="${escaped}">${escaped}</p>`)
})

test('a character that HTML does not allow is shown as U+FFFD; a line break and a tab remain', () => {
  assert.equal(
    String(html`<p>${'a\0\u0001\u001b\u007f\u0085b\t\r\nc'}</p>`),
    `<p>a${'\ufffd'.repeat(5)}b\t\r\nc</p>`,
  )
})

test('nested templates, lists and absent values render once', () => {
  const items = ['<', 2].map((item) => html`<b>${item}</b>`)
  assert.equal(String(html`${items}${null}${undefined}${[[html`<i>x</i>`]]}`), '<b>&lt;</b><b>2</b><i>x</i>')
})

test('an object that imitates Html is not trusted', () => {
  const imitation = { toString: () => '<script>' } as unknown as Html
  assert.throws(() => html`${imitation}`, TypeError)
})

test('dangerouslyTrusted does not escape markup', () => {
  assert.equal(String(html`${Html.dangerouslyTrusted('<i>x</i>')}`), '<i>x</i>')
})
