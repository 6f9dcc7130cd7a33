/** A wish for the person of the clinician changes neither the kind of care nor the list, except for a gender of the registry. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { converse, openSmallAssistant } from './assistant.fixture.ts'
import { separateTraits } from './clinician-traits.ts'
import { parseContext } from './conversation-context.ts'

const directory = await openSmallAssistant({})
after(() => directory[Symbol.asyncDispose]())

async function say(text: string) {
  const answer = (await converse(directory.assistant, ['gynecologist in Warwick', 'skip', text])).at(-1)!
  const { need, gender } = parseContext(answer.context)
  return { need: need?.text ?? '', gender, facts: answer.facts }
}

describe('a trait that no source states is a limit', () => {
  for (const [text, gender] of [
    ['pref a woman or nonbinary', 'F'],
    ['a woman or non-binary gyn if possible', 'F'],
    ['a trans doctor or a woman', 'F'],
    ['ideally a lady, or an enby', 'F'],
    ['prefiero mujer o persona no binaria', 'F'],
    ['would prefer someone queer or nonbinary', null],
    ['prefer a Black doctor', null],
    ["I'd rather see someone who's Muslim", null],
    ['de preferencia alguien que sea latina', null],
    ['nonbinary gynecologist please', null],
    ['a gynecologist who is Jewish and takes her time', null],
    ['one who is Muslim', null],
    ['una ginecóloga que sea católica', null],
  ] as const)
    test(text, async () => {
      const { need, gender: wished, facts } = await say(text)
      assert.match(need, /gyn|ginec/)
      assert.equal(wished, gender)
      assert.ok(facts.includes('cannot_background_or_belief_of_the_clinician'), facts.join())
    })
})

describe('the same words about the patient or something else stay', () => {
  for (const text of [
    "I'm nonbinary and need a therapist",
    'my trans daughter needs a pediatrician',
    'gender affirming care',
    'a black mole on my back',
    'black stool since yesterday',
    'I prefer a gay friendly dentist',
    'he got a black eye',
    'soy latina y busco dentista',
  ])
    test(text, () => assert.equal(separateTraits(text).text, text))

  test('another clinician is another need', async () =>
    assert.match((await say('and now a Black dermatologist')).need, /dermatologist/))
})
