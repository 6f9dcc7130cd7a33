import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressOf } from '../compose/fictional-facts.fixture.ts'
import { isSameHome } from './same-address.ts'

const cases: readonly (readonly [mailing: string, practice: string, same: boolean])[] = [
  ['1809 EAST MAIN STREET', '1809 E MAIN ST', true],
  ['100 ELM ST., SUITE 4', '100 ELM ST STE 4', true],
  ['100 ELM ST', '100 ELM ST STE 4', false],
  ['100 ELM ST STE 5', '100 ELM ST STE 4', false],
  ['100 ELM ST # 101', '100 ELM ST', true],
  ['100 ELM ST APT 4', '100 ELM ST', true],
  ['100 ELM ST STE 4', '100 ELM ST', false],
  ['100 ELM ST # 101', '100 ELM ST # 102', false],
  ['100 ELM ST', '102 ELM ST', false],
  ['100 ELM ST', '100 ELM AVE', false],
]

for (const [mailing, practice, same] of cases)
  test(`mail to ${mailing} ${same ? 'goes' : 'does not go'} to ${practice}`, () => {
    assert.equal(isSameHome(addressOf(mailing, 'PROVIDENCE'), addressOf(practice, 'PROVIDENCE')), same)
    assert.equal(isSameHome(addressOf(mailing, 'PROVIDENCE'), addressOf(practice, 'WARWICK')), false)
  })
