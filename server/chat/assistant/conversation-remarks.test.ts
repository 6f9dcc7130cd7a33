/** Complaints, small talk and a search that is given up get a fitting sentence, and no list. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { converse, openSmallAssistant } from './assistant.fixture.ts'
import { parseContext } from './conversation-context.ts'

const directory = await openSmallAssistant()
after(() => directory[Symbol.asyncDispose]())

async function last(...texts: readonly string[]) {
  return (await converse(directory.assistant, texts)).at(-1)!
}

for (const [fact, texts] of Object.entries({
  frustrated: [
    'you already asked me that',
    "ugh you're not listening",
    'thats not what i asked for',
    'you keep showing me the same ones',
    'this is so frustrating',
    'ya me preguntaste eso',
    'no me entiende',
    'eso no es lo que pedí',
  ],
  cancelled: ['never mind', 'forget it ill just google it', 'olvídelo', 'ya no'],
  small_talk: [
    'its snowing here can you believe it',
    'how are you doing today',
    '¿cómo está usted?',
    'whats your name',
  ],
  thanks: ['youre a sweetheart', 'ur a doll', 'you are a blessing'],
}))
  describe(`${fact}, after a list`, () => {
    for (const text of texts)
      test(text, async () => {
        const answer = await last('heart doctor near 02903', text)
        assert.ok(answer.facts.includes(fact), `${answer.facts.join()}: ${answer.text}`)
        assert.equal(answer.cards.length, 0)
        assert.deepEqual(answer.notices, [])
        const { need, payer } = parseContext(answer.context)
        assert.match(need?.text ?? '', /heart/)
        assert.equal(payer, null)
      })
  })

test('a complaint after the question for the place repeats what is missing', async () => {
  for (const text of ['i already told you i want a dentist', 'you already asked me that']) {
    const answer = await last('dentist', text)
    assert.match(answer.text, /sorry.*dentist.*What is missing is the place/s)
    assert.equal(answer.asked, 'place')
  }
})

describe('is no complaint', () => {
  for (const text of ['i already have a dentist, i need a cardiologist 02903', 'show me the same ones again'])
    test(text, async () => {
      const answer = await last('heart doctor near 02903', text)
      assert.ok(!answer.facts.includes('frustrated'), answer.text)
    })
})

describe('a sentence after the question for the plan names no plan', () => {
  for (const text of [
    'someone who does kids tho not adults',
    'que debo llevar a la cita',
    'youre so sweet',
    'what happens there, do u know',
    'gosh its snowin over at our place n the roads r awful',
  ])
    test(text, async () => {
      const { context } = await last('heart doctor near 02903', text)
      assert.equal(parseContext(context).payer, null)
    })
})
