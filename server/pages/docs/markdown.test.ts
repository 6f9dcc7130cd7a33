/** Markdown becomes HTML with anchors and links of the site; text of a document never becomes markup by accident. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renderMarkdown } from './markdown.ts'

const render = (markdown: string) =>
  renderMarkdown(
    { file: 'docs/loading.md', markdown },
    (file) => (file === 'docs/state.md' ? { path: '/docs/state', title: 'The state' } : null),
    (file) => (file === 'docs/a.svg' ? 'data:image/svg+xml,x' : null),
  )

for (const [markdown, expected] of [
  ['## Weekly update', '<h2 id="weekly-update">Weekly update</h2>'],
  ['### The `--nppes` option', '<h3 id="the---nppes-option">The <code>--nppes</code> option</h3>'],
  ['[state](state.md#moving)', '<a href="/docs/state#moving">state</a>'],
  ['[state.md](state.md)', '<a href="/docs/state">The state</a>'],
  ['[state](../docs/state.md)', '<a href="/docs/state">state</a>'],
  ['[code](../server/main.ts)', '<p>code</p>'],
  ['[CMS](https://example.org/?a&b)', '<a href="https://example.org/?a&amp;b">CMS</a>'],
  ['`<img onerror=x>`', '<code>&lt;img onerror=x&gt;</code>'],
  ['```json\n{"a": "<b>"}\n```', '<span class="t-string">&quot;&lt;b&gt;&quot;</span>'],
  ['![a "picture"](x.svg)', 'a &quot;picture&quot;'],
  ['![a "picture"](a.svg)', '<img src="data:image/svg+xml,x" alt="a &quot;picture&quot;"'],
  ['```ts\nconst a = "<b>"\n```', '<span class="t-string">&quot;&lt;b&gt;&quot;</span>'],
  ['| a |\n|---|\n| `b` |', '<th scope="col">a</th>'],
] as const)
  test(`${JSON.stringify(markdown)} becomes ${expected}`, () => {
    const { body } = render(markdown)
    assert.ok(body.toString().includes(expected), body.toString())
  })

test('equal headings get different anchors, and the sections of a page are its headings of the second level', () => {
  const { body, sections } = render('# Title\n\n## A\n\n### B\n\n## A')
  assert.match(body.toString(), /id="a"[^]*id="b"[^]*id="a-1"/)
  assert.deepEqual(sections, [
    { id: 'a', title: 'A' },
    { id: 'a-1', title: 'A' },
  ])
})
