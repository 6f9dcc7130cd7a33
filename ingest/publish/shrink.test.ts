import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testManifest } from '@careatlas/directory/snapshot/snapshot.fixture'
import type { Manifest } from '@careatlas/directory/snapshot/format'
import { rejectShrink, findShrink } from './shrink.ts'

function createManifest(
  regions: string[] | null,
  [providers, organizations, outside_coverage]: readonly [number, number, number],
): Manifest {
  const counts = { ...testManifest.counts, providers, organizations, outside_coverage }
  return { ...testManifest, generation: '2026-11-09.3', regions, counts, files: {} }
}

const [allRegions, ri, riCt] = [null, ['US-RI'], ['US-RI', 'US-CT']]

const cases: readonly (readonly [what: string, before: Manifest, now: Manifest, shrink: string | null])[] = [
  ['as many', createManifest(allRegions, [700, 300, 0]), createManifest(allRegions, [700, 300, 0]), null],
  ['more', createManifest(allRegions, [700, 300, 0]), createManifest(allRegions, [7000, 3000, 0]), null],
  [
    'exactly 30% fewer',
    createManifest(allRegions, [700, 300, 0]),
    createManifest(allRegions, [490, 210, 0]),
    null,
  ],
  [
    'one fewer than that',
    createManifest(allRegions, [700, 300, 0]),
    createManifest(allRegions, [490, 209, 0]),
    'active NPIs 1000 699',
  ],
  [
    'no provider',
    createManifest(allRegions, [700, 300, 0]),
    createManifest(allRegions, [0, 0, 0]),
    'active NPIs 1000 0',
  ],
  [
    'no provider before and after',
    createManifest(allRegions, [0, 0, 0]),
    createManifest(allRegions, [0, 0, 0]),
    null,
  ],
  [
    'clinicians replaced by organizations',
    createManifest(allRegions, [700, 300, 0]),
    createManifest(allRegions, [300, 700, 0]),
    'served providers 700 300',
  ],
  [
    'the same regions, with all providers now outside',
    createManifest(ri, [70, 30, 900]),
    createManifest(ri, [7, 3, 990]),
    'served providers 70 7',
  ],
  [
    'the same regions in another order',
    createManifest(riCt, [70, 30, 900]),
    createManifest(riCt.toReversed(), [7, 3, 990]),
    'served providers 70 7',
  ],
  [
    'other regions of the same registry',
    createManifest(riCt, [70, 30, 900]),
    createManifest(ri, [7, 3, 990]),
    null,
  ],
  [
    'one region of the same registry instead of all',
    createManifest(allRegions, [700, 300, 0]),
    createManifest(ri, [7, 3, 990]),
    null,
  ],
  [
    'one region of half the registry instead of all',
    createManifest(allRegions, [700, 300, 0]),
    createManifest(ri, [7, 3, 490]),
    'active NPIs 1000 500',
  ],
  [
    'the fictional region before, a small real one now',
    { ...createManifest(allRegions, [700, 300, 0]), notice: 'Invented.' },
    createManifest(allRegions, [7, 3, 0]),
    null,
  ],
]

for (const [what, before, now, shrink] of cases) {
  test(`${what}: ${shrink ?? 'no shrink'}`, () => {
    const found = findShrink(before, now)
    assert.equal(found && `${found.measure} ${found.before} ${found.now}`, shrink)
  })
}

test('the first ingest cannot shrink', () =>
  assert.equal(findShrink(null, createManifest(allRegions, [0, 0, 0])), null))

test('rejects a shrink with both counts in one sentence, unless the operator accepts it', () => {
  const [before, now] = [createManifest(allRegions, [700, 300, 0]), createManifest(allRegions, [420, 180, 0])]
  assert.throws(() => rejectShrink(before, now, false), {
    name: 'InputError',
    message:
      /^The files have 600 active NPIs, 40% fewer than the 1000 of 2026-11-09\.3, .* --accept-shrink .*\.$/,
  })
  rejectShrink(before, now, true)
  rejectShrink(null, now, false)
})

test('rejects regions without a provider, even with an accepted shrink', () => {
  for (const [before, accepted] of [
    [null, false],
    [createManifest(ri, [7, 3, 0]), true],
  ] as const) {
    assert.throws(() => rejectShrink(before, createManifest(riCt, [0, 4, 996]), accepted), {
      name: 'InputError',
      message: /^None of the 1000 active NPIs .* US-RI, US-CT: choose other --regions/,
    })
  }
})

test('accepts a registry with only organizations without regions', () => {
  rejectShrink(null, createManifest(allRegions, [0, 300, 0]), false)
})
