import assert from 'node:assert/strict'
import test from 'node:test'
import { spokenLanguage } from './spoken-language.ts'

const said: Record<string, string | null> = {
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
for (const [written, tag] of Object.entries(said)) {
  test(`${JSON.stringify(written)} says ${tag ?? 'no language'}`, () => {
    assert.equal(spokenLanguage(written), tag)
  })
}
