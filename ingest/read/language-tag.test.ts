import assert from 'node:assert/strict'
import test from 'node:test'
import { languageTag } from './language-tag.ts'

const tags: Record<string, string | null> = {
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
  '': null,
}
for (const [written, tag] of Object.entries(tags)) {
  test(`${JSON.stringify(written)} is ${tag ?? 'no tag'}`, () => assert.equal(languageTag(written), tag))
}

test('what has the form of a tag is one', () => {
  const letters = 'abcdefghijklmnopqrstuvwxyz'.split('')
  for (const first of letters) {
    for (const second of letters) assert.notEqual(languageTag(`${first}${second}-latn-419`), null)
  }
})
