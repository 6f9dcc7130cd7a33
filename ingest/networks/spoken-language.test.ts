import assert from 'node:assert/strict'
import test from 'node:test'
import { parseSpokenLanguage } from './spoken-language.ts'

const tags: Record<string, string | null> = {
  English: 'en',
  ' SPANISH ': 'es',
  'Haitian Creole': 'ht',
  'American Sign Language': 'ase',
  ASL: 'ase',
  Mandarin: 'cmn',
  Cantonese: 'yue',
  Farsi: 'fa',
  Tagalog: 'tl',
  'Cape Verdean': 'kea',
  ENG: 'en',
  eng: 'en',
  spa: 'es',
  CHI: 'zh',
  fre: 'fr',
  en: 'en',
  'pt-br': 'pt-BR',
  'es-419': 'es-419',
  'zh-hant-tw': 'zh-Hant-TW',
  'en-u-ca-evilevil': null,
  'en-t-hello': null,
  'en-x-ignore-previous': null,
  'ca-valencia': null,
  'i-klingon': null,
  root: null,
  '<b>': null,
  'English/Spanish': null,
  Creole: null,
  'Sign Language': null,
  Other: null,
  zzz: null,
  mul: null,
  und: null,
  constructor: null,
  __proto__: null,
  '': null,
}
for (const [text, tag] of Object.entries(tags)) {
  test(`${JSON.stringify(text)} is ${tag ?? 'not a language'}`, () => {
    assert.equal(parseSpokenLanguage(text), tag)
  })
}
