/** A name that no clinician has finds the place of that name only if the message names an office. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DirectoryRequest } from '../../operations/directory-request.ts'
import { locationCard } from '../../small-directory.fixture.ts'
import type { NamedPerson } from './conversation-context.ts'
import { findRecord } from './find-record.ts'

const card = { ...locationCard, name: 'Zobrist Family Practice' }
const request = {
  run: () =>
    Promise.resolve({
      data: { people: [], places: [{ name: card.name, location_uuid: card.location_uuid }] },
    }),
  getLocation: () => Promise.resolve({ card }),
} as unknown as DirectoryRequest

function find(person: NamedPerson) {
  const subject = { by: 'person', person, field: null, isInPlace: false } as const
  return findRecord(subject, { place: null, need: null }, request)
}

const items = [{ kind: 'location', card }]

test('an office is the place with its name', async () =>
  assert.deepEqual(await find({ name: null, label: 'Zobrist', isOffice: true }), {
    kind: 'one',
    item: items[0],
  }))

test('for an unknown clinician, a place with the name is only a suggestion', async () =>
  assert.deepEqual(await find({ name: null, label: 'Zobrist' }), {
    kind: 'similar',
    items,
    label: 'Zobrist',
  }))
