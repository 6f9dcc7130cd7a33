/** A plan that lists no clinician of the field does not hide those of the field. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openDemoDirectory } from './demo-directory.ts'
import { runMessages } from './run-dialogue.ts'

const directory = await openDemoDirectory()
after(() => directory[Symbol.asyncDispose]())

test('the clinicians of the field are listed, and that the plan lists none of them', async () => {
  const { turns } = await runMessages(['neurologist in Westerly, RI', 'Medicare'], directory)
  const [before, now] = turns.map(({ answer }) => answer)
  assert.deepEqual(
    now!.cards.map(({ id }) => id),
    before!.cards.map(({ id }) => id),
  )
  assert.match(now!.text, /lists none of the matches here/)
})

test('clinicians of the field that the plan lists come alone', async () => {
  const { turns } = await runMessages(['cardiologist in Providence, RI', 'Medicare'], directory)
  assert.match(turns.at(-1)!.answer.text, /lists each of them/)
})
