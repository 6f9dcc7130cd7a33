import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wordsOf } from '@careatlas/vocabulary/words'
import { withoutRepairs } from './spoken-repairs.ts'

for (const [query, remaining] of [
  ['my left knee no scratch that my right hip hurts', 'my right hip hurts'],
  ['a dentist oh wait an eye doctor in Warwick', 'an eye doctor in warwick'],
  ['a doctor in Bristol no wait in Newport for asthma', 'a doctor in newport for asthma'],
  ['dermatologist no I mean podiatrist', 'podiatrist'],
  ['for my son or rather for my nephew', 'for my nephew'],
  ['urgent care with no wait on Sundays', 'urgent care with no wait on sundays'],
  ['bites that i scratch that get infected', 'bites that i scratch that get infected'],
  ['uh foot doctor no hand doctor', 'uh hand doctor'],
  ['need a heart doctor sorry lung doctor in Newport', 'need a lung doctor in newport'],
  ['eye specialist actually ear specialist', 'ear specialist'],
  ['knee surgeon no wait hip surgeon', 'hip surgeon'],
  ['physical therapist no speech therapist for mom', 'speech therapist for mom'],
  ['family doctor no insurance', 'family doctor no insurance'],
  ['heart doctor no surgery', 'heart doctor no surgery'],
  ['heart doctor no male doctor please', 'heart doctor no male doctor please'],
  ['doctor no doctor helps', 'doctor no doctor helps'],
  ['strike that', 'strike that'],
] as const)
  test(`"${query}" leaves "${remaining}"`, () =>
    assert.equal(withoutRepairs(wordsOf(query)).join(' '), remaining))
