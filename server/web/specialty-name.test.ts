import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allTaxonomies } from '@careatlas/directory/taxonomy'
import { readSpanishNames, specialtyName } from './specialty-name.ts'

const spanishNames = readSpanishNames()
const names = new Set(allTaxonomies().map(({ name }) => name))

test('every name of the taxonomy has a Spanish name, and no other', () => {
  assert.deepEqual(
    [...spanishNames.keys()].filter((name) => !names.has(name)),
    [],
  )
  assert.deepEqual(
    [...names].filter((name) => !spanishNames.has(name)),
    [],
  )
})

test('a Spanish name has 3 to 90 characters, without a remark, a list or extra spaces', () => {
  const malformed = [...spanishNames.values()].filter(
    (name) => !/^[^()/;:.]{3,90}$/.test(name) || name !== name.trim().replaceAll(/\s+/g, ' '),
  )
  assert.deepEqual(malformed, [])
})

test('a name is a title in the language of the page, or marked as English', () => {
  assert.equal(String(specialtyName('cardiologist', 'en')), 'Cardiologist')
  assert.equal(String(specialtyName('cardiologist', 'es')), 'Cardiólogo')
  assert.equal(String(specialtyName('Cardiologist', 'es')), 'Cardiólogo', 'as cards have it')
  assert.equal(String(specialtyName('ocean doctor', 'es')), '<span lang="en">Ocean doctor</span>')
})
