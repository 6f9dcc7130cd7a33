/** The question for the insurance is asked once: a reply without a plan has an answer of its own. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { converse, openSmallAssistant } from './assistant.fixture.ts'
import { parseContext } from './conversation-context.ts'

const directory = await openSmallAssistant({})
after(() => directory[Symbol.asyncDispose]())

const english = 'heart doctor near 02903'
const spanish = 'un cardiólogo cerca de 02903'

async function say(before: string, text: string) {
  const [asking, answer] = await converse(directory.assistant, [before, text])
  assert.equal(asking!.asked, 'payer')
  return answer!
}

describe('a reply without a plan does not repeat the question', () => {
  for (const [before, text, fact] of [
    [english, 'hold on a sec', 'pause'],
    [english, 'let me ask my husband', 'pause'],
    [english, 'gimme a minute', 'pause'],
    [spanish, 'déjeme pensarlo', 'pause'],
    [spanish, 'un momentito por favor', 'pause'],
    [english, 'no idea what plan she has', 'noted'],
    [english, 'not sure which insurance they are on', 'noted'],
    [english, "i don't think so", 'noted'],
    [spanish, 'no sé qué seguro tiene', 'noted'],
    [spanish, 'la verdad no', 'noted'],
    [english, 'two packs a day since college', 'remark'],
    [english, 'maybe five beers a night', 'remark'],
    [spanish, 'como dos cajetillas al día', 'remark'],
    [english, 'hopefully no religious hospital', 'affiliations'],
    [spanish, 'que no sea católico', 'affiliations'],
    [english, 'purple monkey dishwasher', 'unclear'],
  ] as const)
    test(text, async () => {
      const { asked, facts, text: lines } = await say(before, text)
      assert.deepEqual([asked, facts.includes(fact)], [null, true], lines)
    })
})

describe('a reply that names care, a place or a plan is searched', () => {
  for (const [text, property] of [
    ['let me see a dermatologist instead', 'need'],
    ['give me one in Warwick, RI', 'place'],
    ['i think it is harbor health plan', 'payer'],
  ] as const)
    test(text, async () => {
      const { context } = await say(english, text)
      const changed = parseContext(context)[property]
      assert.match(JSON.stringify(changed), /dermatologist|warwick|harbor/i)
    })
})

test('a message that is not understood is not repeated', async () => {
  const { text } = await say(english, 'purple monkey dishwasher')
  assert.doesNotMatch(text, /purple|heart doctor|What I have from you/)
})
