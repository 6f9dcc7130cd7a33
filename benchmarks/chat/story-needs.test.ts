/** The care of a story or of several requests is neither lost nor replaced by another field in silence. */
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

describe('the kind of care is listed', () => {
  for (const [texts, kind] of [
    [['I sliced my thumb on a broken glass, it may need a couple of stitches. Cranston'], 'Urgent care'],
    [['urgent care in Pawtucket', 'it has stopped bleeding, probably needs stitches'], 'Urgent care'],
    [['stitches put in last week, I need a podiatrist in Providence'], 'Podiatrist'],
    [
      ['physical therapy for my hip in Warwick', 'for my faith I need a female therapist'],
      'Physical therapist',
    ],
    [['where do I send a patient for a sleep study near 02886?'], 'Pulmonologist'],
    [['my brother is trans and wants to start T, Providence'], 'Endocrinologist'],
    [['an eye doctor in Warwick', 'the surgeon kind, not the kind that sells glasses'], 'Ophthalmologist'],
    [['an eye doctor in Warwick', 'not the glasses kind'], 'Ophthalmologist'],
    [['I need glasses in Warwick'], 'Optometrist'],
    [['a surgeon in Warwick, which kind takes out a gallbladder?'], 'General surgeon'],
  ] as const)
    test(texts.join(' / '), async () => {
      const { text, kinds } = await say(...texts)
      assert.ok(kinds.length > 0 && kinds.every((each) => each === kind), `${text} ${kinds.join()}`)
    })
})

describe('the reply says which care is left', () => {
  for (const [texts, line] of [
    [
      ['patient goes home to Cranston and needs PT/OT/SLP'],
      /next for: occupational therapy, speech therapy\./,
    ],
    [['pt and ot for my dad in Warwick'], /next for: occupational therapy\./],
    [
      [
        'Bristol - any cardiologists? my dad is 70 and gets tired on the stairs',
        'I also want a lung doctor, can you show me both?',
      ],
      /next for: cardiologists?\./,
    ],
    [
      ['my leg was taken off below the knee in spring, I need someone to fit the new prosthesis', '02860'],
      /^No prosthetist .* matches here\./m,
    ],
  ] as const)
    test(texts.join(' / '), async () => {
      const { text } = await say(...texts)
      assert.match(text, line)
    })
})

describe('no other care is left', () => {
  for (const texts of [
    ['my pt needs OT in Warwick'],
    ['physical therapist in Cranston', 'which of them is a man'],
  ] as const)
    test(texts.join(' / '), async () => {
      const { text } = await say(...texts)
      assert.doesNotMatch(text, /next for|matches here/)
    })
})
