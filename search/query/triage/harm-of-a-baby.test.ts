/** Thoughts of harm to a baby that another clause names are a danger to others. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listNotices } from './list-notices.fixture.ts'

for (const [kind, texts] of Object.entries({
  danger_to_others: [
    'my newborn is 2 weeks old and i keep picturing myself holding a pillow and smothering her',
    'postpartum is awful, i cant stop thinking about drowning him in the sink',
    'the baby wont quit screaming and im afraid i might strangle him',
    'gave birth in october, keep having urges to stab her',
    'my twins are 3 months old and i think i should smother them',
    'mi bebé tiene un mes y pienso en ahogarla en la tina',
    'acabo de tener a mi bebé y tengo ganas de asfixiarlo',
    'i have a 2 month old and voices or not i want to kill it',
  ],
}))
  for (const text of texts)
    test(`a thought of harm: ${text}`, () => assert.ok(listNotices(text).includes(kind)))

for (const text of [
  'my baby might choke on her pacifier, what do pediatricians say',
  'baby swim class, i think it teaches them not to drown',
])
  test(`no danger: ${text}`, () => assert.deepEqual(listNotices(text), []))
