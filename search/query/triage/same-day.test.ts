import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wordsOf } from '@careatlas/vocabulary/words'
import { detectEmergency } from './detect-emergency.ts'
import { todoOptions } from './list-notices.fixture.ts'

for (const query of [
  'the sore on my wrist is spreading by the hour',
  'hornet sting on his calf is red and getting larger every hour',
  'a red streak runs from my heel up the leg',
  'incision is warm, the redness keeps spreading and i have a fever',
  'suddenly i hear nothing, lost hearing in my left ear',
  'she went deaf in one ear overnight',
  'a red streak runs from the heel of my 5 year old up the leg',
  'for my 70 years old father: the redness around his incision keeps spreading and he has a fever',
  'aged 34 years, suddenly deaf in the left ear',
  'floaters and flashes since yesterday',
  'flashes and a million floaters since this morning',
])
  test(`a notice, without ranking emergency care: ${query}`, () =>
    assert.deepEqual(detectEmergency(query, wordsOf(query)), { emergency: 'body', hasRedFlag: false }))

for (const query of [
  'wart on my wrist slowly spreading for months',
  'gradual hearing loss in one ear',
  'suddenly lost hearing in one ear many years back',
  'sudden hearing loss, for a year now',
  'cannot hear since swimming, water in my ear',
  'mole getting larger',
  'red streaks in my hair',
  'severe AS, TAVR candidate 84yo',
  'early psychosis program, first break',
  'first episode psychosis coordinated specialty care',
])
  test(`no notice: ${query}`, () => assert.equal(detectEmergency(query, wordsOf(query)).emergency, null))

for (const query of [
  'i fainted yesterday',
  'my dad fainted last night',
  'grandma blacked out this morning',
  'teenager lost consciousness at practice on friday',
  'mi mamá se desmayó ayer',
  'perdí el conocimiento en el trabajo',
])
  test(`a faint without another sign has a notice: ${query}`, () =>
    assert.equal(detectEmergency(query, wordsOf(query)).emergency, 'body'))

for (const query of [
  'fainting spells for years',
  'almost fainted in the heat last month',
  'syncope clinic',
  'i never passed out',
  'passed out flyers at work and my feet hurt',
  'fainted two years ago, need a new cardiologist',
  'dietary supplement reviews',
  'please dont tell me to call 911',
])
  test(`no notice without a recent faint: ${query}`, todoOptions(query), () =>
    assert.equal(detectEmergency(query, wordsOf(query)).emergency, null),
  )

for (const query of [
  'my husband has chest pain',
  'i have chest pain',
  'been having this pressure in my chest since lunch',
  'whose chest hurts: my grandfather',
  'me duele el pecho',
  'le duele el pecho a mi mamá',
  'mi esposo tiene dolor de pecho',
  'siento una presión en el pecho',
])
  test(`chest pain of a person has a notice: ${query}`, () =>
    assert.equal(detectEmergency(query, wordsOf(query)).emergency, 'body'))

for (const query of [
  'chest pain',
  'dolor de pecho',
  'i have chest pain when i climb stairs',
  'i have had chest pain on and off for months',
  'my chest hurts from coughing',
  'tengo dolor de pecho desde hace meses',
  'my mother has a chest pain clinic follow up',
  'i do not have chest pain, need a physical',
])
  test(`no notice for chest pain of long standing or with a harmless cause: ${query}`, () =>
    assert.equal(detectEmergency(query, wordsOf(query)).emergency, null))
