/** Care that a message refuses, also in a list of "or" and "ni", is not searched. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { converse, openSmallAssistant } from './assistant.fixture.ts'
import { parseContext } from './conversation-context.ts'

const directory = await openSmallAssistant({})
after(() => directory[Symbol.asyncDispose]())

async function needOf(text: string) {
  return parseContext((await converse(directory.assistant, [text])).at(-1)!.context).need?.text ?? ''
}

describe('someone to talk to instead of a psychiatrist', () => {
  for (const text of [
    'no quiero pastillas ni psiquiatra, alguien para platicar, en Warwick',
    'mi hijo anda triste, no queremos psiquiatra ni medicinas, solo alguien con quien hablar, Warwick',
    'quiero platicar con alguien, no con un psiquiatra, en Warwick',
    'alguien que me escuche, ni psiquiatra ni pastillas, en Warwick',
    "I don't want pills or a psychiatrist, just someone to talk to in Warwick",
    'someone to talk to in Warwick, no meds, no psychiatrist',
    "I don't need a psychiatrist or any meds, someone to talk to in Warwick",
    'no necesito psiquiatra, necesito hablar con alguien, en Warwick',
  ])
    test(text, async () => {
      const need = await needOf(text)
      assert.match(need, /hablar|talk to/)
      assert.doesNotMatch(need, /psiq|psych|pastill|meds|pills/)
    })
})

describe('a kind that is sought stays', () => {
  for (const [text, need] of [
    ['psiquiatra en Warwick, no quiero solo hablar', /psiquiatra/],
    ['psychiatrist in Warwick, not therapy', /psychiatrist/],
    ['a chiropractor or a physical therapist in Warwick', /chiropractor/],
    ['psicólogo o psiquiatra en Warwick', /psicologo|psiquiatra/],
    ["I don't have a dentist, need one in Warwick", /dentist/],
    ['no puedo dormir, busco psiquiatra en Warwick', /psiquiatra/],
    ['sin seguro, dermatólogo en Warwick', /dermatologo/],
    ['no surgeon, a podiatrist in Warwick', /podiatrist/],
  ] as const)
    test(text, async () => assert.match(await needOf(text), need))
})
