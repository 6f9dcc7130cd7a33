import assert from 'node:assert/strict'
import { test } from 'node:test'
import { regions } from './region.ts'
import { timeZonesOf } from './state-time-zones.ts'

for (const { code, name } of regions)
  test(`${name} has a time zone that the runtime knows`, () => {
    const zones = timeZonesOf({ country: 'US', state: code.slice(3) })
    assert.ok(zones.length > 0)
    for (const timeZone of zones)
      assert.equal(new Intl.DateTimeFormat('en-US', { timeZone }).resolvedOptions().timeZone, timeZone)
  })

for (const [place, zones] of [
  [{ country: 'US', state: 'RI' }, ['America/New_York']],
  [{ country: 'US', state: 'TX' }, ['America/Chicago', 'America/Denver']],
  [{ country: 'PR', state: null }, ['America/Puerto_Rico']],
  [{ country: 'US', state: 'AE' }, []],
  [{ country: 'US', state: null }, []],
  [{ country: 'CA', state: 'ON' }, []],
] as const)
  test(`the time zones of ${JSON.stringify(place)} are ${zones.join(' and ') || 'not known'}`, () =>
    assert.deepEqual(timeZonesOf(place), zones))
