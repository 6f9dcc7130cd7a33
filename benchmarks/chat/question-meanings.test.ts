/** Follow-up questions are answered by what they ask, and wishes that no source states are named. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { openDemoDirectory } from './demo-directory.ts'
import { runMessages } from './run-dialogue.ts'

const directory = await openDemoDirectory()
after(() => directory[Symbol.asyncDispose]())

async function say(...texts: readonly string[]) {
  const { answer } = (await runMessages(texts, directory)).turns.at(-1)!
  return { answer, text: answer.text, facts: (answer.context as { readonly facts: readonly string[] }).facts }
}

const therapist = ['therapist in Warwick, RI', 'skip', 'the first one']
const cardiologist = ['cardiologist in Warwick, RI', 'skip']
const dentist = ['dentist in Warwick, RI', 'skip']

describe('a follow-up question has its own answer', () => {
  for (const [before, text, fact] of [
    // Visits by telephone, and the number to call.
    [therapist, 'can they do it by telephone', 'telehealth'],
    [therapist, 'would she do sessions over the telephone', 'telehealth'],
    [therapist, 'what is the telephone number', 'phone'],
    [therapist, 'do you have a telephone for her', 'phone'],
    // Whether the office has moved.
    [[...cardiologist, 'the first one'], 'has the doctor moved?', 'data_date'],
    [[...cardiologist, 'the first one'], 'could he have moved offices', 'data_date'],
    [[...cardiologist, 'the first one'], 'se habrá mudado?', 'data_date'],
    [[...cardiologist, 'the first one'], 'could it be cancer', 'cannot_diagnosis'],
    // The data, also beside a complaint.
    [dentist, 'this list is trash. how old is this stuff', 'data_date'],
    [dentist, 'this list is trash', 'frustrated'],
    // Hours of one clinician.
    [cardiologist, 'does the second one see patients after 7?', 'hours'],
    [cardiologist, 'tell me about the second one', 'details'],
    // The credential on the card.
    [cardiologist, 'is the first one an MD or a PA? I have a stent', 'field'],
    [cardiologist, 'is number 2 a physician or an NP', 'field'],
    // Two records.
    [cardiologist, "what's the differnce between the first and the second", 'comparison'],
    [cardiologist, 'number 1 or number 2, which', 'comparison'],
    [cardiologist, 'numbers for the first two please', 'phone'],
    [cardiologist, 'call the first two', 'phone'],
    // Whether the kind is right.
    [[], 'is a chiropractor even right for a herniated disc', 'kinds'],
    [dentist, 'is an orthodontist the right one for a cracked tooth?', 'kinds'],
    // What no source states.
    [[], 'do i need my mom to sign for me to see a therapist, im 16', 'cannot_confidentiality'],
    [[], "do i need my dad's permission to get birth control", 'cannot_confidentiality'],
    [dentist, 'can you just pick one for me', 'cannot_rating'],
    [dentist, 'escoja uno por mí', 'cannot_rating'],
    [dentist, 'need one for me too', 'cards'],
    [['pharmacy in Warwick, RI', 'skip'], 'do walgreens have it', 'cannot_stock'],
    [
      ['pharmacy in Warwick, RI', 'skip'],
      'does walgreens have parking',
      'cannot_parking_or_public_transport',
    ],
    [[], 'vegan nutritionist in Warwick, RI', 'cannot_background_or_belief_of_the_clinician'],
    [[], 'a dietitian in Cranston, RI who is vegan', 'cannot_background_or_belief_of_the_clinician'],
    // The search stays.
    [dentist, 'will you remember these or do i have to start over', 'question_not_understood'],
    [dentist, 'start over', 'started_over'],
  ] as const)
    test(`"${text}"`, async () => {
      const { facts, text: reply } = await say(...before, text)
      assert.ok(facts.includes(fact), `${facts.join()}: ${reply}`)
    })
})

describe('the patient named after a search changes it', () => {
  for (const text of ['for my son', 'for my 6 year old', 'para mi hijo'])
    test(`"${text}"`, async () => {
      const { answer } = await say(...dentist, text)
      const fields = answer.cards.map((card) => (card.kind === 'provider' ? card.specialty : ''))
      assert.ok(
        fields.every((field) => /pediatric|pediátrico/i.test(field ?? '')),
        fields.join(),
      )
    })
  for (const text of ['for my wife', 'my son is autistic'])
    test(`not "${text}"`, async () => {
      const { answer } = await say(...dentist, text)
      assert.ok(
        !answer.cards.some((card) => card.kind === 'provider' && /pediatric/i.test(card.specialty ?? '')),
      )
    })
})

describe('a gender alone at the end is a wish for the clinician', () => {
  for (const [text, isMet] of [
    ['therapist in Cranston, RI, female', true],
    ['someone who does grief counseling in Cranston, RI, a woman please', true],
    ['dentist in Warwick, RI for me, 42, female', false],
  ] as const)
    test(text, async () => assert.equal((await say(text)).facts.includes('met_gender'), isMet))
})

test('after an ambulance, the list is shown again', async () => {
  const opening = ['dentist in Warwick, RI', 'my husband has crushing chest pain and cannot breathe']
  const { text, answer } = await say(
    ...opening,
    'the ambulance took him. can you show me those dentists again later or do i start over?',
  )
  assert.match(text, /^Good\. /)
  assert.equal(answer.cards.length, 5)
})
