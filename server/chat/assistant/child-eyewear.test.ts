/** Glasses for a child are a need of an eye doctor, not of a pediatrician. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { converse, openSmallAssistant } from './assistant.fixture.ts'
import { parseContext } from './conversation-context.ts'

const directory = await openSmallAssistant({})
after(() => directory[Symbol.asyncDispose]())

async function needOf(...texts: readonly string[]) {
  return parseContext((await converse(directory.assistant, texts)).at(-1)!.context).need?.text ?? ''
}

describe('an eye doctor', () => {
  for (const text of [
    'my 8 year old needs glasses, Warwick',
    'glasses for my son in Cranston',
    'contact lenses for a teenager in Warwick RI',
    'where can my kid get new glasses near Providence',
    'our daughter broke her glasses, Warwick',
    'an eye exam for the kids near 02903',
    'lentes para mi niño en Warwick',
    'mi hija de 6 años necesita espejuelos, Providence',
    'anteojos para los niños en Cranston',
    'a mi hijo le hacen falta, o sea mi hijo necesita unos lentes nuevos, Warwick',
  ])
    test(text, async () => assert.equal(await needOf(text), 'optometrist'))

  test('after another search', async () =>
    assert.equal(
      await needOf('dermatólogo en Warwick', 'saltar', 'ahora los lentes del niño'),
      'optometrist',
    ))
})

describe('another clinician', () => {
  for (const [text, need] of [
    ['my son wears glasses and has an earache, Warwick', /ear/],
    ["a dentist for my daughter, she doesn't need glasses, Warwick", /dentist/],
    ['pediatrician for my son who needs glasses, Warwick', /pediatrician/],
    ['my kid broke his arm, orthopedist in Warwick', /orthopedist/],
    ['glasses in Warwick', /glasses/],
    ['mi niño tiene fiebre, pediatra en Warwick', /pediatra/],
    ['ophthalmologist for my son in Warwick', /ophthalmologist/],
    ['pediatra en Warwick, mi hija ya tiene lentes', /pediatra/],
  ] as const)
    test(text, async () => assert.match(await needOf(text), need))

  test('a question about a listed clinician keeps the list', async () =>
    assert.match(
      await needOf('cardiologist near 02903', 'skip', 'do they check if he needs glasses'),
      /cardio/,
    ))
})
