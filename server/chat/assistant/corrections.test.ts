/** A correction changes what was searched: a refused kind, a refused payer, another name, a town of the list that is too far. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { converse, openSmallAssistant } from './assistant.fixture.ts'
import { parseContext } from './conversation-context.ts'
import { rewriteCorrections } from './corrections.ts'

const directory = await openSmallAssistant({})
after(() => directory[Symbol.asyncDispose]())

async function last(...texts: readonly string[]) {
  const answer = (await converse(directory.assistant, texts)).at(-1)!
  return { answer, context: parseContext(answer.context) }
}

describe('"not pediatric" excludes pediatricians and keeps the need, also after the age of a child', () => {
  for (const text of [
    'not pediatric please',
    "nah not peds i'm almost grown",
    'no pediatric offices, he is too old for that',
    "not a kids' doctor",
    'not kids. he is 16',
    'que no sea pediátrico',
    'no un doctor de niños',
  ])
    test(text, async () => {
      const { context } = await last('family doctor near 02903', 'he is 16', text)
      assert.deepEqual([context.need?.text, context.patient], ['family doctor', []])
      assert.match(context.excluded, /pedia?tri/)
    })
  test('a wish for a pediatrician is none', () =>
    assert.equal(rewriteCorrections('a pediatric dentist, not far'), 'a pediatric dentist, not far'))
})

describe('excluded clinicians are left out until the user takes it back', () => {
  for (const [removed, restored] of [
    ['remove the nurse practitioners', 'actually put them back'],
    ['leave out the nurse practitioners please', 'ok include them again'],
    ['no nurse practitioners', 'nurse practitioners are fine after all'],
    ['quita las enfermeras', 'bueno, inclúyalas de nuevo'],
  ] as const)
    test(`${removed} / ${restored}`, async () => {
      const listed = ['heart doctor near 02903', 'skip', removed] as const
      assert.notEqual((await last(...listed)).context.excluded, '')
      const { answer, context } = await last(...listed, restored)
      assert.equal(context.excluded, '')
      assert.match(answer.text, /no longer leave out|no excluyo/)
    })
  test('"I want an MD" beside an exclusion keeps the field', async () => {
    const { context } = await last('heart doctor near 02903', 'skip', 'take out the nurses, I want an MD')
    assert.equal(context.need?.text, 'heart doctor')
  })
})

describe('of two payers, the refused one is not searched', () => {
  for (const [text, kept] of [
    ['sorry, Medicare not Medicaid', 'sorry, Medicare'],
    ["it's aetna, not cigna", "it's aetna"],
    ["it's Molina, not Kaiser", "it's Molina"],
    ['Aetna instead of Wellsense', 'Aetna'],
    ['not Medicaid, Medicare', 'Medicare'],
    ['tengo medicare, perdón, medicaid no medicare', 'tengo , perdón, medicaid'],
    ['Humana instead of Medicare', 'Humana'],
  ] as const)
    test(text, () => assert.equal(rewriteCorrections(text).replace(/^, /, ''), kept))
  for (const [text, kept] of [
    ['we had Aetna, now it is Cigna', 'we had , now it is Cigna'],
    ['My job moved us from Humana to Cigna in May', 'My job moved us to Cigna in May'],
    [
      'The card says Tufts. Hold on, they switched us to Anthem',
      'The card says . Hold on, they switched us to Anthem',
    ],
    ['antes tenía Aetna y ahora tengo Cigna', 'antes tenía y ahora tengo Cigna'],
    ['Forget the workers comp, it is Aetna', 'it is Aetna'],
    ["scratch the worker's comp, billing has Cigna", 'billing has Cigna'],
  ] as const)
    test(`${text}: only the new payer`, () =>
      assert.equal(rewriteCorrections(text).replaceAll(/ {2,}/g, ' '), kept))
  for (const text of [
    'Medicare and a Humana supplement',
    'Aetna, and now I also have Medicare',
    'I have Medicare now with an AARP supplement',
    'not workers comp',
    'I have Aetna, last year it was Cigna',
    'It is Aetna, we used to have Cigna',
    'Tengo Aetna, antes tenía Cigna',
    'I have Aetna. I am moving to Warwick, my husband has Cigna',
    'is it Aetna or Cigna?',
  ])
    test(`${text} keeps what it names`, () => assert.equal(rewriteCorrections(text), text))
  test('a message that refuses its only payer stays', () =>
    assert.equal(rewriteCorrections('no medicaid'), 'no medicaid'))
})

describe('another name after one that was not found is looked up', () => {
  for (const text of [
    'maybe it was Olivera',
    'or it could be Dr. Olivera',
    'creo que era Olivera',
    'I think her name is Olivera',
  ])
    test(text, async () => {
      const { answer } = await last('phone of Dr. Zobrist', text)
      assert.match(answer.text, /Olive/)
    })
})

describe('a request after "never mind him" is read as it is', () => {
  for (const text of [
    'never mind him, show me any cardiologist near 02903',
    'ok forget the name, a cardiologist near 02903',
    'skip her. cardiologist near 02903',
    'olvídelo a él, un cardiólogo cerca de 02903',
  ])
    test(text, async () =>
      assert.match((await last('phone of Dr. Zobrist', text)).context.need?.text ?? '', /cardiolog/),
    )
})

describe('a complaint about the town of the list leaves it out and does not search there', () => {
  for (const text of [
    "that's in Pawtucket, way too far",
    'those are all in Pawtucket, not Cranston',
    'thats not cranston thats pawtucket',
    'eso queda en Pawtucket, muy lejos',
    "they're in Pawtucket, it's a long drive",
  ])
    test(text, async () => {
      const { context } = await last('heart doctor near Cranston, RI', 'skip', text)
      assert.deepEqual([context.place?.label, context.refusedPlaces], ['Cranston, RI', ['Pawtucket, RI']])
    })
  for (const text of ['sorry, it is Pawtucket', 'Pawtucket then'])
    test(`"${text}" searches there`, async () => {
      const { context } = await last('heart doctor near Cranston, RI', 'skip', text)
      assert.equal(context.place?.label, 'Pawtucket, RI')
    })
})
