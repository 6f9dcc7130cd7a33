/** Which marks answers may have, and that everything else stays text. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Inline, parseBlocks, parseInline } from './markdown.ts'

/** Elements in a short notation, so that cases are readable. */
function show(parts: readonly Inline[]): string {
  return parts
    .map((part) => {
      if (typeof part === 'string') return part
      const inner = show(part.children)
      return part.kind === 'link' ? `<a ${part.href}>${inner}</a>` : `<${part.kind}>${inner}</${part.kind}>`
    })
    .join('')
}

describe('within a line', () => {
  const cases: Readonly<Record<string, string>> = {
    'a **bold** word': 'a <bold>bold</bold> word',
    'a *slanted* _word_': 'a <italic>slanted</italic> <italic>word</italic>',
    '**bold and *both***': '<bold>bold and *both</bold>*',
    '**bold [link](https://a.example)**': '<bold>bold <a https://a.example>link</a></bold>',
    '[a *b*](tel:911)': '<a tel:911>a <italic>b</italic></a>',
    'snake_case_name and 2 * 3 * 4': 'snake_case_name and 2 * 3 * 4',
    '**no end': '**no end',
    '[no end](https://a.example': '[no end](https://a.example',
    '[[nested](https://a.example)': '[<a https://a.example>nested</a>',
    '\\*no mark\\* \\[no link\\](x)': '*no mark* [no link](x)',
    '<b>markup</b> & `code`': '<b>markup</b> & `code`',
    '![image](https://a.example/x.png)': '!<a https://a.example/x.png>image</a>',
    '****': '****',
  }
  for (const [text, expected] of Object.entries(cases))
    test(`${text} becomes ${expected}`, () => assert.equal(show(parseInline(text)), expected))
})

describe('blocks', () => {
  test('are paragraphs with line breaks, and lists with continued items', () => {
    assert.deepEqual(parseBlocks('one\ntwo\n\nthree\n- a\n  more\n\n- b\n3. c\n4) d\nend\n## Title'), [
      { kind: 'paragraph', text: 'one\ntwo' },
      { kind: 'paragraph', text: 'three' },
      { kind: 'list', start: null, items: ['a more', 'b'] },
      { kind: 'list', start: 3, items: ['c', 'd'] },
      { kind: 'paragraph', text: 'end\n**Title**' },
    ])
  })
  test('a line of spaces, or a bullet without text, is no list', () => {
    assert.deepEqual(parseBlocks('   \n-\n-5 degrees'), [{ kind: 'paragraph', text: '-\n-5 degrees' }])
  })
})

for (const unit of ['*', '_', '**a ', '[', '[a](', '[a](b', String.raw`\*`, '- ', '1. ', '*_[', '** _a'])
  test(`${JSON.stringify(unit)} repeated to 200,000 characters is parsed`, () => {
    const text = unit.repeat(200_000 / unit.length)
    const lines = parseBlocks(text).flatMap((block) => (block.kind === 'list' ? block.items : [block.text]))
    // In quadratic time, this does not end.
    assert.ok(lines.flatMap((line) => parseInline(line)).length > 0)
  })
