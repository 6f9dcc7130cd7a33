/** After a search where the directory serves no care, a message is answered before the sentence that it serves none there. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { converse, openSmallAssistant } from './assistant.fixture.ts'

const directory = await openSmallAssistant({})
after(() => directory[Symbol.asyncDispose]())

async function say(before: string, text: string) {
  const [outside, answer] = await converse(directory.assistant, [before, text])
  assert.deepEqual(outside!.facts, ['outside_coverage'], outside!.text)
  return answer!
}

const english = 'heart doctor in Danbury, CT'
const spanish = 'un cardiólogo en Danbury, CT'

describe('a question about a list says that there is none', () => {
  for (const [before, text] of [
    [english, 'do any of these offer zoom visits'],
    [english, 'none of those list a phone'],
    [english, 'which of them is closest'],
    [english, 'the first two are surgeons'],
    [english, 'how do the first and second compare'],
    [spanish, '¿alguno de ellos atiende por video?'],
    [spanish, 'los primeros dos son cirujanos'],
  ] as const)
    test(text, async () => {
      const { text: lines } = await say(before, text)
      assert.match(lines, /^(?:I have not listed anything yet|Todavía no he mostrado)/)
    })
})

describe('a plan or a wish is noted', () => {
  for (const [before, text] of [
    [english, 'we have medicare'],
    [english, 'id rather see a woman'],
    [english, 'someone who speaks portuguese'],
    [spanish, 'tengo medicare'],
    [spanish, 'prefiero una doctora'],
  ] as const)
    test(text, async () => {
      const { text: lines } = await say(before, text)
      assert.match(
        lines,
        /^(?:I have noted that\.\nThis directory does not|Lo he anotado\.\nEste directorio no)/,
      )
    })
})

for (const text of ['a dentist then', 'what about Providence, RI'])
  test(`other care or another place is searched: "${text}"`, async () => {
    assert.doesNotMatch((await say(english, text)).text, /noted that|not listed anything/)
  })
