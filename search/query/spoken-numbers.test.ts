import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wordsOf } from '@careatlas/vocabulary/words'
import { writeSpokenNumbers } from './spoken-numbers.ts'

for (const [spoken, written] of [
  ['allergist near oh two nine oh three', 'allergist near 02903'],
  ['dentist in zip one o zero two eight please', 'dentist in zip 10028 please'],
  ['dentist 0 2 9 0 3', 'dentist 02903'],
  ['dentist zip code oh two eight double six', 'dentist zip code 02866'],
  ['near oh double two oh three', 'near 02203'],
  ['near triple zero double one', 'near 00011'],
  ['near two nine oh three', 'near 02903'],
  ['dentista cerca del cero dos nueve cero tres', 'dentista cerca del 02903'],
  ['código postal cero dos ocho doble seis', 'codigo postal 02866'],
  ['zip two eight six oh', 'zip 02860'],
  ['cardiologist near ten thousand one', 'cardiologist near 10001'],
  ['zip code sixty thousand six hundred one', 'zip code 60601'],
  ['near ninety thousand two hundred and ten', 'near 90210'],
  ['zip two thousand nine hundred three', 'zip 02903'],
  ['near seventy five thousand twenty', 'near 75020'],
  ['dentist zip code ninety four thousand one hundred ten please', 'dentist zip code 94110 please'],
  ['dentista cerca de diez mil uno', 'dentista cerca de 10001'],
  ['codigo postal treinta y tres mil veinte', 'codigo postal 33020'],
  ['dentista zip sesenta mil seiscientos uno', 'dentista zip 60601'],
  ['cerca de noventa mil doscientos diez', 'cerca de 90210'],
  ['codigo postal once mil doscientos quince', 'codigo postal 11215'],
  ['codigo postal dos mil novecientos tres', 'codigo postal 02903'],
  ['cerca de setenta y cinco mil veintidos', 'cerca de 75022'],
  ['near one thousand oaks', 'near one thousand oaks'],
  ['dentist near two thousand nine hundred three', 'dentist near two thousand nine hundred three'],
  ['cerca de mil', 'cerca de mil'],
  ['cerca de dos mil', 'cerca de dos mil'],
  ['near half a thousand', 'near half a thousand'],
  ['I owe ten thousand one dollars', 'i owe ten thousand one dollars'],
  ['near two thousand steps a day', 'near two thousand steps a day'],
  ['ten thousand units of vitamin d', 'ten thousand units of vitamin d'],
  ['dentist near one', 'dentist near one'],
  ['near twenty five hundred', 'near twenty five hundred'],
  ['double vision and triple antibiotic', 'double vision and triple antibiotic'],
  ['double chin near 02903', 'double chin near 02903'],
  ['tengo dos o tres dolores', 'tengo dos o tres dolores'],
  ['kids of one two four six', 'kids of one two four six'],
  ['near double', 'near double'],
  ['zip code two nine oh three', 'zip code 02903'],
  ['billing code one two three four', 'billing code one two three four'],
  ['one two three', 'one two three'],
  ['one two three four five six', 'one two three four five six'],
  ['two kids need a dentist', 'two kids need a dentist'],
] as const) {
  test(`${spoken}: ${written}`, () => {
    assert.equal(writeSpokenNumbers(wordsOf(spoken)).join(' '), written)
  })
}
