import assert from 'node:assert/strict'
import { test } from 'node:test'
import { languageName, languagesInWords } from './language.ts'

const names: Readonly<Record<string, string | null>> = {
  es: 'Spanish',
  'pt-BR': 'Portuguese (Brazil)',
  kea: 'Cape Verdean Creole',
  ht: 'Haitian Creole',
  ase: 'American Sign Language',
  cmn: 'Mandarin',
  qqq: null,
  'not a tag': null,
}

for (const [tag, name] of Object.entries(names)) {
  test(`language ${tag} is ${name ?? 'without a name'}`, () => assert.equal(languageName(tag), name))
}

test('English comes first, and a language without a name is omitted', () => {
  assert.equal(languagesInWords(['es', 'en', 'qqq', 'pt']), 'English, Spanish and Portuguese')
  assert.equal(languagesInWords(['qqq']), null)
})
