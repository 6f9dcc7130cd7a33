import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressOf } from '../compose/fictional-facts.fixture.ts'
import { areSameUnit } from './same-address.ts'

const cases: readonly (readonly [one: string, other: string, same: boolean])[] = [
  ['1809 EAST MAIN STREET', '1809 E MAIN ST', true],
  ['100 ELM ST., SUITE 4', '100 ELM ST STE 4', true],
  ['100 ELM ST', '100 ELM ST STE 4', false],
  ['100 ELM ST STE 5', '100 ELM ST STE 4', false],
  ['100 ELM ST', '102 ELM ST', false],
  ['100 ELM ST', '100 ELM AVE', false],
]

for (const [one, other, same] of cases)
  test(`${one} and ${other} are ${same ? 'the same unit' : 'different units'}`, () => {
    assert.equal(areSameUnit(addressOf(one, 'PROVIDENCE'), addressOf(other, 'PROVIDENCE')), same)
    assert.equal(areSameUnit(addressOf(one, 'PROVIDENCE'), addressOf(other, 'WARWICK')), false)
  })
