/** Several towns are searched together: those of one message, and one that a later message adds, corrects or takes away. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { converse, openSmallAssistant } from './assistant.fixture.ts'
import { parseContext } from './conversation-context.ts'
import { readTownChange } from './town-change.ts'

const directory = await openSmallAssistant({})
after(() => directory[Symbol.asyncDispose]())

async function last(...texts: readonly string[]) {
  const answer = (await converse(directory.assistant, texts)).at(-1)!
  const { place, otherPlaces, need } = parseContext(answer.context)
  const towns = [...(place === null ? [] : [place]), ...otherPlaces].map(({ label }) => label.split(',')[0])
  return { answer, towns, need: need?.text ?? null }
}

describe('several towns of one message are searched together', () => {
  for (const [text, ...towns] of [
    ['heart doctor in Cranston or East Greenwich', 'Cranston', 'East Greenwich'],
    ['heart doctor in East Greenwich, if not then Warwick', 'East Greenwich', 'Warwick'],
    ['I live in Cranston and work in Warwick, looking for a heart doctor', 'Cranston', 'Warwick'],
    ['a heart doctor somewhere between Warwick and Cranston', 'Warwick', 'Cranston'],
    ['un cardiólogo en Cranston o Central Falls', 'Cranston', 'Central Falls'],
    ['heart doctor in Providence, Cranston and Warwick', 'Providence', 'Cranston', 'Warwick'],
    ['heart dr, cranston/warwick', 'Cranston', 'Warwick'],
    ['heart doctor either near Cranston, RI or maybe in Warwick, RI', 'Cranston', 'Warwick'],
    ['heart doctor. im over in Cranston but my son is in Warwick so whichever', 'Cranston', 'Warwick'],
    ['heart doctor 02903 or 02886', '02903', '02886'],
    ['I live in Cranston but work in Warwick so either, heart doctor', 'Cranston', 'Warwick'],
    ['heart doctor. im in warwick but at school in cranston so either', 'Warwick', 'Cranston'],
  ] as const)
    test(`"${text}"`, async () => {
      const { answer, towns: searched, need } = await last(text)
      assert.deepEqual(searched, towns)
      for (const town of towns) assert.ok(answer.text.includes(town), answer.text)
      assert.doesNotMatch(need ?? '', /warwick|falls|greenwich|cranston/)
    })

  for (const [text, town] of [
    ['heart doctor in Cranston, my mother is in Warwick', 'Cranston'],
    ['heart doctor in Cranston, Warwick is too far', 'Cranston'],
    ['heart doctor in Cranston, not Warwick', 'Cranston'],
    ['a heart doctor or a lung doctor in Cranston', 'Cranston'],
  ] as const)
    test(`"${text}" names one`, async () => assert.deepEqual((await last(text)).towns, [town]))

  test('and each record is listed once, around one of them', async () => {
    const { answer } = await last('heart doctor in Cranston or Warwick')
    const ids = answer.cards.map((card) => (card.kind === 'provider' ? card.npi : card.location_uuid))
    assert.equal(new Set(ids).size, ids.length)
    assert.match(
      answer.text,
      /near Cranston, RI and Warwick, RI\.\nAround Cranston, RI: .*\nAround Warwick, RI: /,
    )
  })
})

describe('a later message', () => {
  for (const text of [
    'or Warwick',
    'what about Warwick too',
    'add Warwick',
    'also check warwick please',
    'we could also go to Warwick',
    'is there one in warwick as well?',
    'Warwick works too',
    'y en Warwick también',
    'agregue Warwick',
  ])
    test(`"${text}" adds the town`, async () => {
      const { towns, need } = await last('heart doctor in Cranston', 'skip', text)
      assert.deepEqual(towns, ['Warwick', 'Cranston'])
      assert.equal(need, 'heart doctor')
    })

  for (const text of [
    'Warwick',
    'what about Warwick',
    'just Warwick',
    'Cranston is too far, try Warwick',
    'hmm what about warwick again',
    'sorry, I meant Warwick',
    'oops i ment warwick',
  ])
    test(`"${text}" replaces the town`, async () => {
      const { towns, need } = await last('heart doctor in Cranston', 'skip', text)
      assert.deepEqual(towns, ['Warwick'])
      assert.equal(need, 'heart doctor')
    })

  for (const text of [
    'sorry, I meant Providence',
    'perdón, quise decir Providence',
    'wrong town, Providence',
  ])
    test(`"${text}" corrects the town that was added`, async () => {
      const { towns } = await last('heart doctor in Cranston', 'skip', 'Warwick too', text)
      assert.deepEqual(towns, ['Providence', 'Cranston'])
    })

  for (const text of ['show both', 'try both please', 'both towns', 'los dos'])
    test(`"${text}" returns to the town before`, async () => {
      const { towns } = await last('heart doctor in Cranston', 'skip', 'what about Warwick', text)
      assert.deepEqual(towns, ['Warwick', 'Cranston'])
    })

  test('without one of the towns keeps the other', async () => {
    const { towns } = await last('heart doctor in Cranston or Warwick', 'skip', 'not Cranston')
    assert.deepEqual(towns, ['Warwick'])
  })

  test('with another need searches it in its own town', async () => {
    const { towns } = await last('heart doctor in Cranston', 'skip', 'also a pharmacy in Warwick')
    assert.deepEqual(towns, ['Warwick'])
  })

  test('without a town keeps both, and lists no record twice', async () => {
    const answers = await converse(directory.assistant, [
      'heart doctor in Cranston or Warwick',
      'skip',
      'closer',
    ])
    const { place, otherPlaces } = parseContext(answers.at(-1)!.context)
    assert.equal(otherPlaces.length, 1)
    assert.equal(otherPlaces[0]!.radiusMiles, place!.radiusMiles)
  })
})

test('"too" of an amount adds no town', () => {
  for (const text of ['Warwick is too far', 'too expensive in Warwick'])
    assert.equal(readTownChange(text, true), null)
})
