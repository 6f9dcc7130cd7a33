/** The first answer to a complaint names the kind of clinician, if the search is confident. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { converse, openSmallAssistant } from './assistant.fixture.ts'

const directory = await openSmallAssistant()
after(() => directory[Symbol.asyncDispose]())

async function first(text: string): Promise<string> {
  return (await converse(directory.assistant, [text]))[0]!.text
}

describe('the question for the place names the clinician', () => {
  for (const [text, line] of [
    ['my big toe nail is digging in, who handles that', /usually a podiatrist \(foot doctor\)/],
    ['my knee clicks and swells after running', /usually an orthopedic surgeon/],
    ['there is a rash all over my arm', /usually a dermatologist/],
    ['i have a stuffy nose and sinus pain', /usually an? (?:otolaryngologist|allergist)/],
    ["I've had this cough for like 3 weeks", /usually a family physician/],
    ['my son has had this cough for 3 weeks', /usually a pediatrician/],
    ['i think i need a therapist', /find a therapist/],
    ['we are looking for a urologist', /find a urologist/],
    ['tengo mucha acidez', /gastroenterólogo/],
  ] as const)
    test(text, async () => assert.match(await first(text), line))
})

describe('no clinician is named for a place of care, and none from which an illness or an operation would follow', () => {
  for (const text of ['urgent care', 'pharmacy', 'lump in my breast', 'hi'])
    test(text, async () => assert.doesNotMatch(await first(text), /usually|find an? /))
})

test('a list of this clinician has the sentence, and a later message does not repeat it', async () => {
  const answers = await converse(directory.assistant, ['i have a heart murmur, 02903', 'a woman'])
  assert.match(answers[0]!.text, /usually a cardiologist/)
  assert.doesNotMatch(answers[1]!.text, /usually/)
})

describe('a user in distress gets a number to talk with someone, without an alarm', () => {
  for (const text of [
    'i could really use someone to talk to',
    'i have been so down since my divorce, i want a counselor',
    'been crying a lot since my mother died',
    'me siento muy triste y quiero hablar con alguien',
  ])
    test(text, async () => {
      const [answer] = await converse(directory.assistant, [text])
      assert.deepEqual(answer!.notices, [])
      assert.match(answer!.text, /988/)
    })
  for (const text of ['therapist for my son', 'i need to talk to a cardiologist'])
    test(`not ${text}`, async () => assert.doesNotMatch(await first(text), /988/))
})
