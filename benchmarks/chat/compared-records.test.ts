/** Questions that compare the listed records by address or distance, and records of an earlier list. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { openDemoDirectory } from './demo-directory.ts'
import { runMessages } from './run-dialogue.ts'

const directory = await openDemoDirectory()
after(() => directory[Symbol.asyncDispose]())

async function say(...texts: readonly string[]) {
  const { turns } = await runMessages(texts, directory)
  const { answer } = turns.at(-1)!
  const context = answer.context as {
    readonly place: { readonly label: string } | null
    readonly facts: string[]
  }
  return { answer, context, answers: turns.map((turn) => turn.answer) }
}

const list = ['cardiologist in Providence, RI', 'skip'] as const

describe('the addresses that several of the records have are named', () => {
  for (const text of [
    'which of those are at the same address',
    'are any of these in the same building?',
    'do some of them share an office',
    'which ones are in the same clinic',
    '¿hay algunos en el mismo consultorio?',
    'do any of them practice at the same place',
  ])
    test(text, async () => {
      const { answer, context } = await say(...list, text)
      assert.ok(context.facts.includes('shared_address'), answer.text)
      assert.match(answer.text, /(?:At|En) \d+ .*Providence.*: .* (?:and|y) /)
    })
  test('of the records that the message names', async () => {
    const { context } = await say(
      'nephrologist in Providence, RI',
      'skip',
      'are the first two at the same address?',
    )
    assert.ok(context.facts.includes('no_shared_address'))
  })
})

describe('the distances of the listed records answer which one is closest to another place', () => {
  for (const [text, from] of [
    ['which one is closest to Warwick', 'Warwick, RI'],
    ['who is nearest to 02886', '02886'],
    ['cuál queda más cerca de Cranston', 'Cranston, RI'],
    ['which of these is closest to the mall', 'Providence, RI'],
    ["which is closest to garden city, I don't drive", 'Providence, RI'],
    ['is there anything closer than Warwick?', 'Providence, RI'],
    ['nothing closer than cranston?', 'Providence, RI'],
  ] as const)
    test(text, async () => {
      const { answer, context } = await say(...list, text)
      assert.ok(context.facts.includes('distance'), answer.text)
      assert.match(answer.text, new RegExp(`(?:From|Desde) ${from}`))
      assert.equal(answer.cards.length, 5)
    })
  test('a distance from a ZIP code is measured there', async () => {
    const { answer } = await say(...list, 'how far is the second one from 02886')
    assert.match(answer.text, /mi from 02886/)
  })
})

describe('a position with the field of an earlier list means that list', () => {
  for (const [first, second, text] of [
    ['cardiologist in Providence, RI', 'also a dermatologist', 'phone of the first cardiologist'],
    ['needs nephro f/u in Providence, RI', 'also endo, same area pls', 'just phone # for the first nephro'],
    ['dentist in Cranston, RI', 'and an eye doctor', 'what are the hours of the first dentist'],
    [
      'pediatra en Cranston, RI',
      'y también un dermatólogo',
      'teléfono del primer pediatra'.replace('del', 'de el'),
    ],
  ] as const)
    test(text, async () => {
      const { answer, answers } = await say(first, second, text)
      assert.deepEqual(
        answer.cards.map(({ name }) => name),
        [answers[0]!.cards[0]!.name],
        answer.text,
      )
    })
  test('the field of the last list means the last list', async () => {
    const { answer, answers } = await say(...list, 'also a dermatologist', 'phone of the first dermatologist')
    assert.equal(answer.cards[0]!.name, answers[2]!.cards[0]!.name)
  })
})

describe('a question about the order or the date of an address is answered', () => {
  for (const text of ['then how do you decide the order?', 'how do you rank them', 'how are they sorted'])
    test(`${text} before the place`, async () =>
      assert.ok((await say('rheumatologist', text)).context.facts.includes('order')))
  for (const text of [
    'is that address current? she moved last spring',
    'is this address still right',
    'how recent is the address',
  ])
    test(text, async () =>
      assert.match((await say(...list, text)).answer.text, /one of the registry.*Nov 9, 2025/s),
    )
  for (const text of [
    'will they ask for documents',
    'do they need to see an ID',
    '¿van a pedir documentos?',
    'would they ask me for identification or proof of anything',
  ])
    test(text, async () =>
      assert.ok((await say('clinic in 02903', text)).context.facts.includes('cannot_papers')),
    )
})
