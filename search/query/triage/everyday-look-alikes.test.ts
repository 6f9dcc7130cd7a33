/** Everyday matters whose words resemble those of an emergency, and the emergencies that resemble them. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { listNotices, todoOptions } from './list-notices.fixture.ts'

suite('has no urgent notice', () => {
  for (const text of [
    'shot in the arm flu vaccine',
    'he has diabetes and gets shaky when he has to talk to people',
    'my son hit his head last year and cries when I talk to people about it',
    'where can I get a covid booster in my arm',
    'a tetanus shot and a shingles jab',
    'vacuna de la gripe en el brazo',
    'the car crash was in 2019 and my neck still hurts',
    'we had a wreck in 2017 and my shoulder still aches',
    'the accident was three years ago and my back still bothers me',
    "baby's head is getting flat on one side",
    'my son has a flat spot on the back of his head',
    'la cabecita de mi bebé está aplanada de un lado',
    'something stuck in my throat when I swallow bread',
    'food gets caught in my gullet every time I eat meat',
    'I was blown away by my dentist',
    "I'm totally blown away at how kind the nurses were",
    'my husband sleeps with his arms flailing and punches in dreams',
    'he kicks and yells in his sleep',
    'my wife acts out her dreams and swings her arms',
    'mi esposo patea y grita mientras duerme',
  ])
    test(text, todoOptions(text), () => assert.deepEqual(listNotices(text), []))
})

suite('still has its urgent notice', () => {
  for (const [text, kind] of [
    ['he was shot in the arm', 'body'],
    ["had the flu vaccine and now my throat is swelling and I can't breathe", 'body'],
    ["we had a car crash an hour ago and my neck hurts and I can't feel my hands", 'body'],
    ['the baby fell and his head looks flat and swollen and he will not wake up', 'body'],
    ["a piece of meat is stuck in my throat and I can't swallow my spit", 'body'],
    ['chicken bone stuck in my throat since lunch', 'body'],
    ['stuck my thumb with the needle of a cattle vaccine by accident', 'poison'],
    ['my husband punches me while I sleep', 'violence'],
    ['my boyfriend hits me and I am scared to go home', 'violence'],
    ['he sleeps and does not wake up, jerking and foaming at the mouth', 'body'],
    ["cut my wrists last night and they won't stop oozing", 'mind'],
  ] as const)
    test(text, () => assert.ok(listNotices(text).includes(kind)))
})

suite('an injury by the own hand is a crisis and no violence of another person', () => {
  for (const text of [
    "cut my wrists last night and they won't stop oozing",
    'she slashed her arms and locked the bathroom',
    'my daughter keeps cutting herself',
    'me corté las venas anoche',
  ])
    test(text, () => assert.deepEqual(listNotices(text), ['mind']))
  test('a cut by a partner is violence', () =>
    assert.ok(listNotices('my boyfriend beats me so I cut myself').includes('violence')))
})
