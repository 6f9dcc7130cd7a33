/** Frequent misspellings of the words by which people ask. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { correctSpelling } from './correct-spelling.ts'

describe('misspelled words are corrected', () => {
  for (const [text, corrected] of Object.entries({
    'giv me the numbr of the frst 2': 'give me the number of the first 2',
    'is the seconed one takin new pacients': 'is the second one taking new patients',
    'i ned a docter': 'i need a doctor',
    'wats thier adress': "what's their address",
    'were can i go': 'where can i go',
    'dose she acept medicade': 'does she accept medicaid',
    'wich one is closet to me': 'which one is closest to me',
    'gimme the fone': 'give me the phone',
  }))
    test(text, () => assert.equal(correctSpelling(text), corrected))
})

describe('other words stay', () => {
  for (const text of [
    'we were in Warwick',
    'the dose of my medicine',
    'Ned Stark, MD',
    "my doctor's office",
    'the closet door fell on my foot',
  ])
    test(text, () => assert.equal(correctSpelling(text), text))
})
