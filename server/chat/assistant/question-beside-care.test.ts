/** A message with a question and a wish for care gets an answer to both. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { converse, openSmallAssistant } from './assistant.fixture.ts'

const directory = await openSmallAssistant()
after(() => directory[Symbol.asyncDispose]())
const { assistant } = directory

const questions: Readonly<Record<string, readonly [answer: RegExp, ...texts: readonly string[]]>> = {
  'what is stored': [
    /24 hours|24 horas/,
    'heart doctor in 02903 please, and do you keep what i type?',
    'is this chat private? i am looking for a cardiologist near 02903',
    'cardiologist 02903. do you share this with my employer?',
    'busco cardiólogo en 02903. ¿ustedes guardan lo que escribo?',
  ],
  'how old the data are': [
    /Nov 9, 2026|9 nov 2026/,
    'how current is this directory? i need a cardiologist in 02903',
    'cardiologist in 02903, and when was your list updated?',
    'when was this last checked? looking for a heart doctor near 02903',
    '¿de cuándo son estos datos? necesito cardiólogo en 02903',
  ],
  'who answers': [
    /not a person|no una persona/,
    'am i talking to a robot? i need a heart doctor in 02903',
    'find me a cardiologist near 02903. are you a real nurse?',
    '¿eres un robot? busco un cardiólogo en 02903',
  ],
  'what a clinician does': [
    /heart and its vessels|corazón y sus vasos/,
    'what does a cardiologist do and can you get me one in 02903',
    'what is a cardiologist? i need one near 02903',
    'whats a cardiologist? looking for one in 02903',
    '¿qué hace un cardiólogo? busco uno en 02903',
  ],
  parking: [
    /parking|estacionamiento/,
    'do you have any heart doctors in 02903, and do they have parking',
    'have you got cardiologists in 02903 with parking',
    '¿hay cardiólogos en 02903 y tienen estacionamiento?',
  ],
}

for (const [question, [answered, ...texts]] of Object.entries(questions))
  describe(question, () => {
    for (const text of texts)
      test(text, async () => {
        const [answer] = await converse(assistant, [text])
        assert.match(answer!.text, answered)
        assert.ok(answer!.facts.includes('cards'), answer!.text)
      })
  })

describe('a question alone starts no search', () => {
  for (const text of [
    'do you keep what i type?',
    'how current is this directory',
    'are you a robot',
    'what does a cardiologist do',
    'who handles gout, a podiatrist or a rheumatologist',
    'do you tell my doctor what i write',
  ])
    test(text, async () => {
      const [answer] = await converse(assistant, [text])
      assert.equal(answer!.cards.length, 0)
    })
})

describe('the best one is no question that the directory answers', () => {
  for (const text of ['which one is best', 'which of them is the best', 'who is the best one'])
    test(text, async () => {
      const answer = (await converse(assistant, ['heart doctor near 02903', 'skip', text])).at(-1)!
      assert.ok(answer.facts.includes('cannot_rating'), answer.text)
    })
})
