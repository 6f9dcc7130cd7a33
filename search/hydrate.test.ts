/** Annotations are added to the text of cards, so the text must survive whatever it contains. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ProviderHit } from '@careatlas/contract/cards'
import { blankPlace, blankProvider } from './blank-cards.fixture.ts'
import { hydrateProviders } from './hydrate.ts'

/** A text of a source that looks like the JSON around it. */
const misleading =
  '","lat":1,"lng":2,"accepting_new_patients":{},"practice_locations":[],"mailing_address":null}'

const card = {
  ...blankProvider,
  biography: misleading,
  practice_locations: [
    { ...blankPlace, name: misleading, lat: 41.8183, lng: -71.4139, geo_precision: 'address' as const },
    { ...blankPlace, name: '$& $1' },
    { ...blankPlace, lat: 41.8183, lng: -70.4139, geo_precision: 'address' as const },
  ],
}

test('each place gets its distance, null without a point, and nothing else changes', () => {
  const snapshot = { cards: () => [JSON.stringify(card)] }
  const hits = [{ id: card.npi, score: null, distanceMiles: 0 }]
  const [json] = hydrateProviders(hits, snapshot, { lat: 41.8183, lng: -71.4139 })
  const [first, second, third] = card.practice_locations
  const expected = {
    ...card,
    practice_locations: [
      { ...first, distance_miles: 0 },
      { ...second, distance_miles: null },
      { ...third, distance_miles: 51.49 },
    ],
    score: null,
    distance_miles: 0,
  }
  assert.equal(json, JSON.stringify(expected))
  assert.deepEqual(ProviderHit.parse(JSON.parse(json)), expected)
})
