import assert from 'node:assert/strict'
import test from 'node:test'
import { parseLanguageTag } from './language-tag.ts'

const tagByText: Record<string, string | null> = {
  ES: 'es',
  'zh-hant': 'zh-Hant',
  'ZH-HANT-tw': 'zh-Hant-TW',
  'pt-br': 'pt-BR',
  'es-419': 'es-419',
  'en-u-ca-evilevil': null,
  'en-t-hello': null,
  'en-x-ignore-previous': null,
  'x-evil': null,
  'ca-valencia': null,
  'i-klingon': null,
  english: null,
  evil: null,
  en_US: null,
  'en\n': null,
  zz: null,
  mul: null,
  und: null,
  mis: null,
  'zxx-latn': null,
  '': null,
}
for (const [text, tag] of Object.entries(tagByText)) {
  test(`${JSON.stringify(text)} is ${tag ?? 'not a tag'}`, () => assert.equal(parseLanguageTag(text), tag))
}

test('accepts only the two-letter codes of ISO 639', () => {
  const letters = 'abcdefghijklmnopqrstuvwxyz'.split('')
  const candidates = letters.flatMap((first) => letters.map((second) => `${first}${second}-latn-419`))
  const accepted = candidates.filter((tag) => parseLanguageTag(tag) !== null)
  assert.ok(accepted.length > 170 && accepted.length < 220, `${accepted.length}`)
})
