/** Of several clinicians with one last name, the town or the first name chooses, and "her number" asks again which one is meant. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { openDemoDirectory } from './demo-directory.ts'
import { runMessages } from './run-dialogue.ts'

const directory = await openDemoDirectory()
after(() => directory[Symbol.asyncDispose]())

const question = 'is Dr. Patel a heart doctor?'

type Card = Awaited<ReturnType<typeof runMessages>>['turns'][number]['answer']['cards'][number]

const townOf = (card: Card) => (card.kind === 'provider' ? card.location?.city : card.city)

async function say(...texts: readonly string[]) {
  const { turns } = await runMessages([question, ...texts], directory)
  const { cards, text } = turns.at(-1)!.answer
  return { names: cards.map(({ name }) => name ?? ''), towns: cards.map(townOf), text }
}

const { names, towns } = await say()
const [first = '', second = ''] = names

describe('of several clinicians with the name', () => {
  test('those in the town that the user adds are listed', async () => {
    const [town] = towns
    const inTown = await say(`in ${town}`)
    assert.ok(inTown.names.length > 0 && inTown.names.length < names.length, inTown.text)
    assert.ok(
      inTown.towns.every((other) => other === town),
      inTown.text,
    )
  })

  for (const asked of ["what's her number", 'his address?', 'does she speak spanish'])
    test(`"${asked}" asks which one, and is answered after the first name`, async () => {
      assert.deepEqual((await say(asked)).names, names)
      assert.deepEqual((await say(asked, second.split(' ')[0]!)).names, [second])
    })

  for (const [before, after_] of [
    ['', ' please'],
    ['dr ', ''],
  ])
    test(`"${before}…${after_}" is one of them`, async () =>
      assert.deepEqual((await say(`${before}${first.split(' ')[0]!.toLowerCase()}${after_}`)).names, [first]))
})

test('the field that the user adds finds a clinician of a frequent last name', async () => {
  const { turns } = await runMessages(
    ['is Dr. Ortiz taking new patients', 'the podiatrist in Warwick'],
    directory,
  )
  const { cards, text } = turns.at(-1)!.answer
  assert.ok(cards.length > 0, text)
  assert.ok(
    cards.every((card) => card.kind === 'provider' && card.specialty === 'Podiatrist'),
    text,
  )
})
