/** Which words name a position of the last list, and which ordinals are about something else. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { findPositions } from './list-position.ts'

describe('a position', () => {
  for (const [text, ...positions] of [
    ['the first', 1],
    ['first one', 1],
    ['and the 2nd', 2],
    ['the first and third', 1, 3],
    ['whats the number of the first', 1],
    ['the third looks good, hours?', 3],
    ['does the second take new patients', 2],
    ['first dentist', 1],
    ['tell me about the second pharmacy', 2],
    ['call the last one', -1],
    ['la primera, cual es su telefono', 1],
    ['el segundo por favor', 2],
    ['el telefono de la tercera', 3],
    ['la última', -1],
    ['my first baby, so the second one', 2],
  ] as const)
    test(text, () => assert.deepEqual(findPositions(text), positions))
})

describe('no position', () => {
  for (const text of [
    'are they open between 2 and 4?',
    'the regular doctor first',
    'ok dentist first',
    'el pediatra primero',
    'first available would be great',
    'whichever has the first opening',
    'the first one available',
    'the first you can find',
    'first time using this',
    'my first baby',
    'for my second son',
    'a second opinion',
    'I want the second opinion from someone else',
    'last week my doctor said surgery',
    'is this your first choice?',
    'first i need to know if they take medicaid',
    'First, do they take Medicaid?',
    'he is in third grade',
    'the first week of December',
    'English is my second language',
    'primero que hable español',
    'es mi primer embarazo',
    'quiero una segunda opinión',
    'la primera cita disponible',
    'la primera vez que voy',
    'la última semana',
    'at first it was fine',
  ])
    test(text, () => assert.deepEqual(findPositions(text), []))
})
