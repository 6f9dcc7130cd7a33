import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { phoneticKey } from './phonetic-key.ts'

suite('spellings of one sound have the same key', () => {
  for (const [a, b] of [
    ['headache', 'hedake'],
    ['stomach', 'stomack'],
    ['acne', 'akne'],
    ['bronchitis', 'bronkitis'],
    ['chiropractor', 'kiropractor'],
    ['pneumonia', 'numonia'],
    ['psoriasis', 'soriasis'],
    ['physical', 'fisical'],
    ['wrist', 'rist'],
    ['knee', 'nee'],
    ['diarrhea', 'diahrea'],
    ['haemorrhoid', 'hemorroid'],
    ['eczema', 'exema'],
    ['sciatica', 'siatica'],
    ['schizophrenia', 'skitzofrenia'],
    ['allergy', 'alerjy'],
    ['cyst', 'sist'],
    ['cough', 'coff'],
    ['abscess', 'absess'],
    ['dizzy', 'dizy'],
    ['tight', 'tite'],
  ] as const)
    test(`${a} and ${b}`, () => assert.equal(phoneticKey(a), phoneticKey(b)))
})

suite('different sounds have different keys', () => {
  for (const [a, b] of [
    ['heart', 'hurt'],
    ['chest', 'cheek'],
    ['nose', 'knees'],
    ['liver', 'lever'],
    ['hip', 'hop'],
  ] as const)
    test(`${a} and ${b}`, () => assert.notEqual(phoneticKey(a), phoneticKey(b)))
})
