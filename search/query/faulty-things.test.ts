import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { wordsOf } from '@careatlas/vocabulary/words'
import { emptyResources } from './empty-resources.fixture.ts'
import { withoutFaultyThings } from './faulty-things.ts'
import { parseQuery } from './parse-query.ts'

const parse = (query: string) => parseQuery(query, 'providers', 'hybrid', emptyResources)

suite('a thing with a fault is no complaint and no emergency', () => {
  for (const query of [
    'my car makes a grinding noise',
    'the truck is making weird noises',
    'our dishwasher makes a loud sound',
    'the washing machine keeps squeaking',
    "my car won't start",
    'our grass is turning yellow',
    'the tomato plants have black spots',
    'the bedroom walls are cracking',
    'my phone battery is dying',
    'mi carro hace un ruido raro',
    'la lavadora no funciona',
    'mi jardín tiene manchas amarillas',
  ])
    test(query, () => {
      const { isUnderstood, emergency, helplines, care } = parse(query)
      assert.deepEqual(
        { isUnderstood, emergency, helplines, care },
        { isUnderstood: false, emergency: null, helplines: [], care: [] },
      )
    })
})

suite('the need beside it remains', () => {
  for (const [query, rest] of [
    ['my phone is dead and I need a doctor', 'and i need a doctor'],
    ['the laptop is broken, eye doctor near me', 'eye doctor near me'],
    ["my car won't start and my chest hurts", 'and my chest hurts'],
    ['se murió mi abuela y mi celular está roto', 'se murio mi abuela y'],
  ] as const)
    test(query, () => assert.equal(withoutFaultyThings(wordsOf(query).join(' ')), rest))
  test('a doctor beside a dead phone is understood', () => {
    assert.ok(parse('my phone is dead and I need a doctor').isUnderstood)
    assert.ok(parse('my laptop is dead, need an eye doctor').isUnderstood)
  })
})

suite('the body, medical devices and things that harm remain', () => {
  for (const query of [
    'my knee makes a grinding noise',
    'my jaw is clicking',
    'brown spots on my skin',
    'my skin is peeling',
    'my hearing aid is broken',
    'my insulin pump stopped working',
    'my pacemaker battery is dying',
    'the baby makes a strange noise when breathing',
    'my toddler ate paint because the wall paint is peeling',
    'the car is dead and full of exhaust fumes',
    'my dad is dead',
    'my ac joint is clicking',
    'my chest wall is cracked',
  ])
    test(query, () => assert.equal(withoutFaultyThings(wordsOf(query).join(' ')), wordsOf(query).join(' ')))
})
