/** Plain words for care find the right kind of clinician or place, and an answer says so if there is none. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { openDemoDirectory } from './demo-directory.ts'
import { runMessages } from './run-dialogue.ts'

const directory = await openDemoDirectory()
after(() => directory[Symbol.asyncDispose]())

async function say(...texts: readonly string[]) {
  const { answer } = (await runMessages(texts, directory)).turns.at(-1)!
  const fields = answer.cards.map((card) =>
    card.kind === 'provider' ? (card.specialty ?? '') : (card.focus ?? ''),
  )
  return { answer, fields, need: (answer.context as { need: { text: string } | null }).need?.text ?? '' }
}

describe('help with daily life comes from a home health agency', () => {
  for (const text of [
    "my wife has Parkinson's and I need help at home some hours a week, 02893",
    'an aide for my dad, Warwick, RI',
    'home care in Warwick, RI',
    'i need a home health aide in Cranston, RI',
    'someone to look after my mother at home in Providence, RI',
    'a caregiver for my grandmother, Pawtucket, RI',
    'busco ayuda para mi mamá en casa, Providence, RI',
  ])
    test(text, async () => assert.equal((await say(text)).need, 'home health agency'))
  for (const text of [
    'physical therapist who comes to the house, Warwick, RI',
    'a dentist in Warwick, RI, I take care of my mother at home',
    'hearing aids in Warwick, RI',
    'he hits me and I need help at home, Warwick, RI',
    'help my son sleep at home, Warwick, RI',
  ])
    test(`not: ${text}`, async () => assert.notEqual((await say(text)).need, 'home health agency'))
})

describe('a visit to an emergency room that is over is no search for a hospital', () => {
  for (const text of [
    'my father fell, he did go to the ER, nothing broken, what kind of doctor should he see in Warwick, RI',
    'she was at the emergency room yesterday for her back, we need follow up in Cranston, RI',
    'my son went to the ER for his asthma, now he needs a doctor, Warwick, RI',
    'took my daughter to the er last night for an ear infection, need a pediatrician in Warwick, RI',
    'I was just in the ER for kidney stones and they said see a urologist in Providence, RI',
    'they sent her home from the ER with a sling, she needs an orthopedist in Providence, RI',
    'mi papá estuvo en emergencias por la presión, necesita un médico en Providence, RI',
  ])
    test(text, async () => assert.notEqual((await say(text)).need, 'hospital'))
  for (const text of [
    'where is the nearest ER, 02903',
    'emergency room in Providence, RI',
    'should we go to the ER? Warwick, RI',
  ])
    test(`not: ${text}`, async () => assert.equal((await say(text)).need, 'hospital'))
})

describe('rehab after an operation or a stroke is that of the body', () => {
  for (const text of [
    'rehab place after a stroke near Warwick, RI',
    'where do people do rehab after a hip replacement, Warwick, RI',
    'rehab for my knee surgery in Providence, RI',
    'which centers do rehab after heart surgery, Providence, RI',
  ])
    test(text, async () =>
      assert.match((await say(text)).fields[0]!, /[Pp]hysical therap|[Rr]ehab|[Pp]hysiatr/),
    )
  test('not: drug rehab', async () =>
    assert.match((await say('drug rehab in Providence, RI')).need, /addiction/))
})

describe('where no place for family planning is registered, gynecologists are listed', () => {
  for (const text of [
    'Is there a Planned Parenthood in Providence, RI?',
    'birth control clinic in Providence, RI',
    'family planning center in Warwick, RI',
    'clínica de planificación familiar en Providence, RI',
  ])
    test(text, async () => {
      const { fields, answer } = await say(text)
      assert.ok(
        fields.every((field) => /[Oo]bstetric|[Gg]inec/.test(field)),
        fields.join(),
      )
      assert.doesNotMatch(answer.text, /others of its kind/)
    })
})

describe('the answer says that the usual clinician of a complaint is not among the matches', () => {
  for (const text of [
    'substance use program in Providence, RI',
    'i want to get off opioids, 02903',
    'need help to quit drinking in Warwick, RI',
  ])
    test(text, async () => assert.match((await say(text)).answer.text, /No addiction doctor .*matches here/))
  for (const text of [
    'my heel hurts, 02903',
    'anxiety and panic in Providence, RI',
    'high blood pressure 02903',
  ])
    test(`not: ${text}`, async () => assert.doesNotMatch((await say(text)).answer.text, /matches here/))
})

describe('what follows "I need a doctor" decides the field', () => {
  for (const [first, text, field] of [
    ['hi i need a doctor', "for my stomach, it's burned after eating for months", /astroenterolog/],
    ['i need a doctor', "it's for my knee", /rthoped/],
    ['necesito un doctor', 'es para mi piel', /ermatólog/],
    ['i want to see a doctor', 'my ears keep ringing', /tolaryngolog|udiolog/],
    ['looking for a doctor', 'about my migraines', /eurolog/],
  ] as const)
    test(text, async () => assert.match((await say(first, text, 'Warwick, RI')).fields[0]!, field))
  test('no missing internist is named for a child', async () =>
    assert.doesNotMatch(
      (await say('i need a doctor', 'for my son', 'Warwick, RI')).answer.text,
      /No internist/,
    ))
})

describe('a place to live is no clinician', () => {
  for (const texts of [
    ['my grandma needs a nursing home in Cranston, RI'],
    ['my dad needs a nursing home with a memory unit, Medicaid, Warwick, RI'],
    ['mi abuela necesita un asilo en Providence, RI'],
    ['memory care for my wife in Warwick, RI'],
    ['i need to find a place for my dad to live, he has alzheimers, Warwick, RI'],
    ['hospital in Providence, RI', 'i meant a nursing home'],
    ['hospital or nursing home in Newport, RI', 'memory care then'],
    ['geriatrician in Warwick, RI', 'skip', 'what about assisted living'],
  ])
    test(texts.join(' / '), async () =>
      assert.ok((await say(...texts)).answer.cards.every(({ kind }) => kind === 'location')),
    )
})

describe('the clinician after an excluded one is sought', () => {
  for (const text of ['no doctors, a midwife', 'not a doctor, a midwife', 'no un doctor, una partera'])
    test(text, async () =>
      assert.match(
        (await say('obgyn in Cranston, RI', 'skip', text)).fields[0]!,
        /[Mm]idwife|[Pp]artera|matrona/,
      ),
    )
})

describe('places of the stated kind are listed, and no nearer ones of another kind', () => {
  for (const [text, field] of [
    ['nursing home in Cranston, RI', /Skilled nursing/],
    ['dialysis center in Woonsocket, RI', /Dialysis/],
    ['urgent care in Newport, RI', /Urgent care/],
    ['pharmacy in Westerly, RI', /Pharmacy/],
  ] as const)
    test(text, async () => {
      const { fields } = await say(text)
      assert.ok(
        fields.every((name) => field.test(name)),
        fields.join(),
      )
    })
})
