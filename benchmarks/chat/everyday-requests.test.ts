/** Requests in everyday words after a list. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { openDemoDirectory } from './demo-directory.ts'
import { runMessages } from './run-dialogue.ts'

const directory = await openDemoDirectory()
after(() => directory[Symbol.asyncDispose]())

async function say(...texts: readonly string[]) {
  const { turns } = await runMessages(texts, directory)
  const { answer } = turns.at(-1)!
  const kinds = answer.cards.map((card) => (card.kind === 'provider' ? card.specialty : card.focus))
  return { text: answer.text, kinds }
}

describe('other care is listed', () => {
  for (const [before, text, kind] of [
    ['orthopedic surgeon in Warwick', 'ok show me PTs too', 'Physical therapist'],
    ['gynecologist in Pawtucket', 'what about midwives', 'Advanced practice midwife'],
    ['dentist in Warwick', 'is there an urgent care open now', 'Urgent care'],
    ['psychiatrist in Warwick', "any that aren't NPs?", 'Psychiatrist'],
    ['pediatra en Central Falls', 'tengo el seguro del estado', 'Pediatra'],
    [
      'physical therapy for my shoulder in Cranston',
      'for religious reasons I need a male therapist',
      'Physical therapist',
    ],
    ['urgent care in Warwick', 'actually I want a dermatologist', 'Dermatologist'],
  ] as const)
    test(text, async () => {
      const { text: said, kinds } = await say(before, text)
      assert.ok(kinds.length > 0 && kinds.every((each) => each === kind), `${said} ${kinds.join()}`)
    })
})

describe('the question is answered', () => {
  for (const [before, text, line] of [
    [
      'orthopedic surgeon in Warwick',
      'is that different from a physical therapist',
      /Orthopedic surgeon: .*Physical therapist: /s,
    ],
    [
      'chiropractor in Bristol',
      'physical therapist or chiropractor, which one first',
      /Physical therapist: .*Chiropractor: /s,
    ],
    ['nursing home in Warwick', 'which ones are good', /no ratings/],
    ['physical therapy in Warwick', 'is a script needed', /referral/],
    ['pediatra en Central Falls', 'tengo el seguro del estado', /State Medicaid/],
    [
      'geriatrician in Westerly',
      'what is the difference with a regular doctor',
      /Geriatrician: .*Family doctor: /s,
    ],
    ['internist in Newport', 'is the first one a good doctor', /no ratings/],
    ['internist in Newport', 'the second one is man or woman?', /registered as a (?:wo)?man/],
    ['dentist in Warwick', 'does the 2nd one do implants', /does not state which tests and treatments/],
    ['dentist in Warwick', 'who can see me first', /waiting times/],
    ['dentist in Warwick', 'free?', /no prices/],
    ['dolor de espalda en Central Falls', '¿qué doctor necesito?', /Ortopedista: /],
    ['blood test lab near 02840', 'how much without insurance', /no prices/],
    ['dentist in Cranston', 'do they take insurance or is it cash', /no prices/],
  ] as const)
    test(text, async () => assert.match((await say(before, text)).text, line))
})

test('the place of the office of the user is that of the search', async () => {
  const { kinds } = await say(
    'I work front desk at a PCP office in Warwick, need a cardiologist nearby for a patient',
  )
  assert.equal(kinds[0], 'Cardiologist')
})

test('"a therapist" is none for the body', async () => {
  const { kinds } = await say('i need a therapist', 'Warwick')
  assert.ok(kinds.length > 0 && !kinds.includes('Physical therapist'), kinds.join())
})

test('"is it far?" removes no record', async () => {
  const { text } = await say('dentista en Providence', 'la primera queda muy lejos?')
  assert.doesNotMatch(text, /Ya no incluyo/)
})

test('the phones of a list are those of the cards', async () => {
  const { turns } = await runMessages(['podiatrist in Bristol, RI, phone numbers please'], directory)
  const { text, cards } = turns.at(-1)!.answer
  const phones = cards.map((card) => (card.kind === 'provider' ? card.location?.phone : card.phone))
  for (const phone of phones) if (phone) assert.ok(text.replaceAll(/\D/g, '').includes(phone.slice(2)), text)
})

test('"RI anywhere" is no town', async () =>
  assert.ok((await say('ADHD testing for adults', 'RI anywhere')).kinds.length > 0))

test('"not by video" refuses visits by video', async () => {
  const { text } = await say('psicóloga en Pawtucket', 'que no sea por video')
  assert.doesNotMatch(text, /a distancia/)
})

test('home nurses are those of agencies', async () => {
  const { text, kinds } = await say('home nurse for wound care, my dad, 02886')
  assert.equal(kinds[0], 'Home health care')
  assert.doesNotMatch(text, /Ask me next/)
})

test('a wound after urgent care asks for no other care', async () => {
  const { turns } = await runMessages(['urgent care in Warwick', 'it probably needs stitches'], directory)
  assert.doesNotMatch(turns.at(-1)!.answer.text, /emergency physician/)
})

test('the therapies of a chart note are several needs', async () => {
  const { text, kinds } = await say('s/p CVA, needs outpt PT/OT/SLP 02886')
  assert.match(text, /occupational therapy, speech therapy\./)
  assert.equal(kinds[0], 'Physical therapist')
})

describe('the clinician of a complaint is named', () => {
  for (const [text, line] of [
    ['what kind of doctor treats vertigo', /usually an otolaryngologist/],
    ['who treats plantar fasciitis', /usually a podiatrist/],
    ['quien trata la gota', /reumatólogo/],
    ['where do i go for a pregnancy test', /usually an obstetrician/],
  ] as const)
    test(text, async () => assert.match((await say(text)).text, line))
})
