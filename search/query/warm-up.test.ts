import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { carrierNames } from './carrier-names.fixture.ts'
import { createGazetteer } from './gazetteer.ts'
import { parseQuery } from './parse-query.ts'
import type { QueryResources } from './query-resources.ts'
import { warmUp } from './warm-up.ts'
import { emptyResources } from './empty-resources.fixture.ts'

const resources: QueryResources = {
  ...emptyResources,
  gazetteer: createGazetteer([{ name: 'providence', state: 'RI', lat: 41.82, lng: -71.41, addresses: 90 }]),
  carriers: carrierNames([{ code: '60054', name: 'Aetna', aliases: [] }]),
}

/** The number of uses of each regular expression while `run` runs. */
function countUses(context: TestContext, run: () => void): ReadonlyMap<string, number> {
  const { mock } = context.mock.method(RegExp.prototype, 'exec')
  run()
  mock.restore()
  const byPattern = Map.groupBy(mock.calls, ({ this: pattern }) => String(pattern))
  return new Map(byPattern.entries().map(([pattern, calls]) => [pattern, calls.length]))
}

/** Shorter ones, such as a list of a few words, compile in microseconds. */
const longChars = 200

test('after the warm-up, no query is the first or second to use a long regular expression', (context) => {
  const warmed = countUses(context, () => void [...warmUp(resources)])
  assert.ok(selectLong(warmed.keys()).length > 50, String(warmed.size))
  for (const query of [
    'chest pain and sweating',
    'history of seizures, my son is having one right now',
    'afraid of a heart attack, prevention class near 02903',
    'he wants to die',
    'toddler drank bleach',
    'my husband hits me',
    'pediatrician for my 3 year old who speaks Portuguese and takes Blue Cross',
    'Dr. Garcia in Springfield, MA',
    'not a chiropractor',
  ]) {
    const used = countUses(context, () => void parseQuery(query, 'providers', 'hybrid', resources))
    const unprepared = selectLong(used.keys()).filter((pattern) => (warmed.get(pattern) ?? 0) < 2)
    assert.deepEqual(unprepared, [], query)
  }
})

function selectLong(patterns: Iterable<string>): readonly string[] {
  return [...patterns].filter(({ length }) => length > longChars)
}
