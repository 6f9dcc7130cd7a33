import assert from 'node:assert/strict'
import { test } from 'node:test'
import { looksLike } from './lookalike-name.ts'

for (const name of [
  'Careatlas',
  'CAREATLAS',
  'Care Atlas',
  'Care-Atlas Support',
  'Claude Code (careatlas)',
  'Cаreаtlаs',
  'CΑREATLAS',
  'Cáreåtlas',
  'Ｃａｒｅａｔｌａｓ',
  '𝐂𝐚𝐫𝐞𝐚𝐭𝐥𝐚𝐬',
  'CareatIas',
  'Careat1as',
  'C4re4tlas',
  'Ϲareatlas',
  'Cɑre⍺tlas',
  ...['\u3164', '\u1160', '\u115F', '\uFFA0', '\u00AD'].map((blank) => `Care${blank}atlas`),
])
  test(`${name} looks like Careatlas`, () => assert.ok(looksLike(name, 'Careatlas')))

for (const name of ['Claude', 'ChatGPT', 'Health Atlas', 'Careful Agent', 'Агент', ''])
  test(`${name || 'an empty name'} does not look like Careatlas`, () =>
    assert.ok(!looksLike(name, 'Careatlas')))

test('rn looks like m', () => assert.ok(looksLike('rnedfind', 'Medfind')))

test('no name looks like a product name of symbols', () => assert.ok(!looksLike('Agent', '***')))
