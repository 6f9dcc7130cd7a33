/** The default assistant of the chat in the dialogues of `benchmarks/chat`, over the fictional demo region. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { openDemoDirectory } from './demo-directory.ts'
import { readDialogues } from './read-dialogues.ts'
import { runDialogue } from './run-dialogue.ts'

const directory = await openDemoDirectory()
after(() => directory[Symbol.asyncDispose]())

const dialogues = readDialogues()

test('there are at least 80 dialogues, and at least 40 that were held out', () => {
  const heldOut = dialogues.filter(({ isHeldOut }) => isHeldOut)
  assert.ok(dialogues.length >= 80, String(dialogues.length))
  assert.ok(heldOut.length >= 40, String(heldOut.length))
})

for (const [set, ofSet] of Map.groupBy(dialogues, (dialogue) => dialogue.set))
  describe(set, () => {
    for (const dialogue of ofSet)
      test(dialogue.title, async () => {
        const { turns } = await runDialogue(dialogue, directory)
        assert.deepEqual(
          turns.flatMap(({ faults }) => faults),
          [],
        )
        // The assistant may fail a held-out dialogue; results/chat.md counts these.
        const unmet = turns.flatMap((turn) => turn.unmet.map(({ text }) => text))
        assert.deepEqual(dialogue.isHeldOut ? unmet.filter((text) => text.startsWith('notice')) : unmet, [])
      })
  })
