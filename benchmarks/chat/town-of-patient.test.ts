/** Over the demo region, which serves three states: a town that says where the patient is, and one that resembles a word of requests. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { parseContext } from '@careatlas/server/chat/assistant/conversation-context'
import { openDemoDirectory } from './demo-directory.ts'
import { runMessages } from './run-dialogue.ts'

const directory = await openDemoDirectory()
after(() => directory[Symbol.asyncDispose]())

for (const [text, place] of [
  ["i need a cardiologist for my uncle, he's in Quincy", 'Quincy, MA'],
  ['podiatrist in quincy', 'Quincy, MA'],
  ["eye doctor for my mom, she's over in Braintree", 'Braintree, MA'],
] as const)
  test(text, async () => {
    const { turns: answered } = await runMessages([text], directory)
    assert.equal(parseContext(answered[0]!.answer.context).place?.label, place)
  })

for (const [text, ...places] of [
  ['cardiologist anywhere in RI or New London', 'Rhode Island', 'New London, CT'],
  ['dentist, all of Rhode Island is fine, also southeastern Mass', 'Rhode Island', 'New Bedford, MA'],
  ['dermatóloga en cualquier parte de Connecticut o en Westerly', 'Connecticut', 'Westerly, RI'],
  ['podiatrist in South Kingstown or Newport', 'Wakefield, RI', 'Newport, RI'],
] as const)
  test(text, async () => {
    const { turns: answered } = await runMessages([text], directory)
    const { place, otherPlaces } = parseContext(answered[0]!.answer.context)
    assert.deepEqual(
      [place, ...otherPlaces].map((each) => each?.label),
      places,
    )
  })

test('a town whose name resembles an illness changes only the place', async () => {
  const messages = ['sleep doctor for my dad, he snores', 'we are in Quincy']
  const { turns: answered } = await runMessages(messages, directory)
  const { need, place } = parseContext(answered[1]!.answer.context)
  assert.match(need?.text ?? '', /sleep doctor/)
  assert.equal(place?.label, 'Quincy, MA')
})

for (const [text, place] of [
  ['le duele una muela desde ayer, busco dentista', null],
  ['se cayó ayer por la tarde, necesito un doctor de los huesos', null],
  ['my niece is here for two weeks from Ohio and has an earache', null],
  ['our cousin is visiting from New York & needs an eye doctor, providence', 'Providence, RI'],
  ['mi sobrina está de visita desde Ohio y le duele el oído, Cranston RI', 'Cranston, RI'],
  ['dentist in Mansfield, my mom is visiting from Texas', 'Mansfield, MA'],
] as const)
  test(`"${text}" searches ${place ?? 'no town'}`, async () => {
    const { turns: answered } = await runMessages([text], directory)
    const context = parseContext(answered[0]!.answer.context)
    assert.equal(context.place?.label ?? context.unknownPlace, place)
  })
