/** Towns and areas without a post office of their own are those of their main post office. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ServedArea } from './served-towns.ts'
import { writeOutTownNames } from './town-names.ts'

const area = { servedStates: new Set(['RI', 'CT', 'MA']) } as unknown as ServedArea

describe('is written out', () => {
  for (const [text, written] of [
    ['podiatrist in south kingstown', 'podiatrist in Wakefield, RI'],
    ['Burrillville, RI please', 'Harrisville, RI please'],
    ['estamos en Glocester', 'estamos en Chepachet, RI'],
    ['scituate ri', 'North Scituate, RI'],
    ['Richmond, Rhode Island', 'Wyoming, RI'],
    ["an eye doctor on martha's vineyard", 'an eye doctor on Vineyard Haven, MA'],
    ['anyone on cape cod', 'anyone on Hyannis, MA'],
    ['Killingly, CT', 'Danielson, CT'],
    ['dentista cerca de Foxborough', 'dentista cerca de Foxboro, MA'],
    ['near URI', 'near Kingston, RI'],
    ['anywhere in RI is fine', 'anywhere in Rhode Island is fine'],
    ['en cualquier lugar de MA', 'en cualquier lugar de Massachusetts'],
    ['all over Conn.', 'all over Connecticut'],
  ] as const)
    test(text, () => assert.equal(writeOutTownNames(text, area), written))
})

describe('stays as it is', () => {
  for (const text of [
    'scituate, ma',
    'dr bourne in warwick',
    'Dr. Tisbury',
    'Yarmouth, ME',
    'a cape verdean dentist',
    'richmond',
    'my ri card',
    'north kingstown',
    'my kid has a uri and a cough',
  ])
    test(text, () => assert.equal(writeOutTownNames(text, area), text))

  test('a town of a state that the directory does not serve', () =>
    assert.equal(
      writeOutTownNames('south kingstown', { ...area, servedStates: new Set(['TX']) }),
      'south kingstown',
    ))
})
