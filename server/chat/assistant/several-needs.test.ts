/** Of several needs in one message, the assistant answers the first and offers the others. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { converse, openSmallAssistant } from './assistant.fixture.ts'
import { parseContext } from './conversation-context.ts'

const directory = await openSmallAssistant({})
after(() => directory[Symbol.asyncDispose]())

async function ask(text: string) {
  const answer = (await converse(directory.assistant, [text, 'skip'])).at(0)!
  return { answer, need: parseContext(answer.context).need?.text }
}

for (const [text, need, other] of [
  [
    'I need a cardiologist for my husband and a mammogram for me near 02903',
    /cardiologist for my husband$/,
    'mammogram',
  ],
  [
    'a cardiologist for me and an eye doctor for my son near 02903',
    /cardiologist(?: for me)?$/,
    'eye doctor',
  ],
  ['cardiologist and eye exam near 02903', /cardiologist$/, 'eye exam'],
  ['need a podiatrist and a doctor to look at his eyes near 02903', /podiatrist$/, 'eyes'],
  [
    'looking for a dialysis center, a podiatrist and someone for her lungs near 02903',
    /dialysis/,
    'podiatrist, lungs',
  ],
  ['my aunt needs primary care, heart, kidneys and skin. 02903', /primary care/, 'heart, kidneys, skin'],
  ['I need a dentist, a podiatrist and someone for my lungs near 02903', /dentist/, 'podiatrist, lungs'],
  ['I need both a dentist and nutrition help near 02903', /dentist/, 'nutrition help'],
] as const)
  test(`"${text}" offers ${other}`, async () => {
    const { answer, need: found } = await ask(text)
    assert.match(found ?? '', need)
    assert.match(answer.text, new RegExp(`Ask me next for: ${other}`))
  })

describe('a message with one need offers no other', () => {
  for (const text of [
    'a cardiologist for my wife and me near 02903',
    'I need a pediatrician, taking new patients and open late near 02903',
    'need a doctor for diabetes, high blood pressure and gout near 02903',
    'he needs a cardiologist, he smokes and is 80, near 02903',
    'looking for a pediatrician, my son has asthma and eczema. 02903',
    'need someone to check my wrist, jammed it at volleyball and it still clicks. near 02903',
    'I need a doctor for my elbow, banged it on a door, it swells. 02903',
    'looking for an eye doctor, poked my eye and it burns. 02903',
    'he needs a dentist, his gums bleed, near 02903',
    'need a podiatrist, my heel hurts and burns, near 02903',
    'need a counselor, cant sleep, near 02903',
    'busco un dentista, me sangran las encías, cerca de 02903',
    'necesito un dermatólogo, me pica la piel, cerca de 02903',
  ])
    test(text, async () => assert.doesNotMatch((await ask(text)).answer.text, /Ask me next/))
})
