/** The name index of a snapshot: exact matches of normalized names, and initials. */
import assert from 'node:assert/strict'
import { mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import type { FoldedName } from '../person-name.ts'
import { computeChecksums, sealManifest } from './checksums.ts'
import { testManifest, createTestSnapshot } from './snapshot.fixture.ts'
import { Snapshot } from './snapshot.ts'

const folder = mkdtempDisposableSync(join(tmpdir(), 'snapshot-'))
const [ana, annex, jo, maria] = ['1000000004', '1000000012', '2000000002', '2000000010']
const [bay, shore] = ['00000000-0000-5000-8000-000000000001', 'ffffffff-ffff-5fff-bfff-fffffffffff2']
const snapshot = await createTestSnapshot(folder.path, {
  personNames: [
    { npi: maria, last: 'OLIVEIRA', first: 'MARIA', middle: 'JANE' },
    { npi: maria, last: 'SANTOS', first: 'MARIA', middle: 'J' },
    { npi: maria, last: 'SANTOS', first: 'MARIA', middle: 'JANE' },
    { npi: jo, last: 'OLIVEIRA', first: 'JO', middle: 'K' },
    { npi: jo, last: 'PEREIRA', first: 'JOHN', middle: 'K' },
    { npi: ana, last: 'DE LA CRUZ', first: 'ANA' },
    { npi: annex, last: 'ŻÓŁĆ', first: 'ANA', middle: 'ŻANETA' },
  ],
  placeNames: [
    { name: 'BAY CLINIC', uuid: shore },
    { name: 'BAY CLINIC', uuid: bay },
    { name: 'SHORE 100 HEALTH', uuid: shore },
  ],
})
after(() => {
  snapshot[Symbol.dispose]()
  folder.remove()
})

suite('clinicians are found by name', () => {
  const rows: readonly (readonly [what: string, wanted: FoldedName, npis: readonly string[]])[] = [
    ['last', { last: 'OLIVEIRA' }, [jo, maria]],
    ['first', { first: 'ANA' }, [ana, annex]],
    ['middle', { middle: 'JANE' }, [maria]],
    ['last and first', { last: 'OLIVEIRA', first: 'JO' }, [jo]],
    ['last and middle', { last: 'OLIVEIRA', middle: 'JANE' }, [maria]],
    ['first and middle', { first: 'MARIA', middle: 'JANE' }, [maria]],
    ['all three', { last: 'OLIVEIRA', first: 'MARIA', middle: 'JANE' }, [maria]],
    ['several words', { last: 'DE LA CRUZ' }, [ana]],
    ['a name that is not the legal one, once', { last: 'SANTOS', first: 'MARIA' }, [maria]],
    ['parts of two names of one clinician do not match', { last: 'PEREIRA', first: 'JO' }, []],
    ['an initial, written out in the registry', { last: 'OLIVEIRA', middle: 'J' }, [maria]],
    ['an initial that the registry has', { middle: 'K' }, [jo]],
    ['an initial beyond ASCII', { middle: 'Ż' }, [annex]],
    ['an unknown initial', { last: 'OLIVEIRA', middle: 'Z' }, []],
    ['two letters, which are not an initial', { middle: 'JA' }, []],
    ['a full middle name if only an initial is registered', { last: 'OLIVEIRA', middle: 'KATE' }, []],
    ['the beginning of a last name', { last: 'OLIV' }, []],
    ['one letter as the first name, which is not treated as an initial', { first: 'J' }, []],
    ['%, which is not a wildcard', { last: '%' }, []],
    ['_, which is not a wildcard', { last: 'OLIVEIR_' }, []],
    ['*, which is not a wildcard', { first: 'AN*' }, []],
    ['% for an initial, which is not a wildcard', { middle: '%' }, []],
    ['_ for an initial, which is not a wildcard', { middle: '_' }, []],
    ["a quote, which is not SQL syntax: '", { last: "' OR 1=1 --" }, []],
  ]
  for (const [what, wanted, npis] of rows) {
    test(what, () => {
      assert.deepEqual([...snapshot.names.npisByName(wanted)].map(String), npis)
      assert.equal(snapshot.names.countByName(wanted, 1), Math.min(1, npis.length))
    })
  }
})

suite('places are found by name', () => {
  for (const [name, uuids] of Object.entries({
    'BAY CLINIC': [bay, shore],
    'SHORE 100 HEALTH': [shore],
    BAY: [],
    'SHORE % HEALTH': [],
    BAY_CLINIC: [],
    'BAY*': [],
  })) {
    test(name, () => {
      assert.deepEqual(snapshot.names.locationUuidsByName(name), uuids)
      assert.equal(snapshot.names.isPlaceName(name), uuids.length > 0)
    })
  }
})

suite('places are counted by the first word of their names', () => {
  for (const [word, limit, count] of [
    ['BAY', 5, 2],
    ['BAY', 1, 1],
    ['SHORE', 5, 1],
    ['SHORE', 0, 0],
    ['BA', 5, 0],
    ['CLINIC', 5, 0],
    ['BA%', 5, 0],
  ] as const)
    test(`${word}, at most ${limit}`, () =>
      assert.equal(snapshot.names.countPlacesByPrefix(word, limit), count))
})

test('a snapshot with invalid carriers does not open', async () => {
  using other = mkdtempDisposableSync(join(tmpdir(), 'snapshot-'))
  const valid = await createTestSnapshot(other.path, {})
  valid[Symbol.dispose]()
  writeFileSync(join(other.path, 'carriers.json'), '[{"code":"00890"}]')
  const manifest = { ...testManifest, files: await computeChecksums(other.path) }
  for (const [name, text] of sealManifest(manifest)) writeFileSync(join(other.path, name), text)
  await assert.rejects(Snapshot.open(other.path), /carriers\.json has a row that this version cannot read/)
})
