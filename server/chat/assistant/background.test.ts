/** The life of a person is not what care is sought for, though its words name care. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { converse, openSmallAssistant } from './assistant.fixture.ts'
import { parseContext } from './conversation-context.ts'

const directory = await openSmallAssistant()
after(() => directory[Symbol.asyncDispose]())

async function needOf(text: string): Promise<string | undefined> {
  const [answer] = await converse(directory.assistant, [text])
  return parseContext(answer!.context).need?.text
}

describe('the need is what the rest of the message asks for', () => {
  for (const [text, need, background] of [
    ['my son the lawyer keeps telling me to get my hearing checked', /hearing/, /lawyer/],
    ['after the dentist appointment yesterday i slipped and now my knee is swollen', /knee/, /dentist/],
    ['my sister works at a pharmacy and she says i should get my moles checked', /moles/, /pharmacy/],
    ['my husband is a nurse at the hospital and i have had heartburn for 3 months', /heartburn/, /nurse/],
    ['my daughter is studying to be a vet and she has a cough that wont quit', /cough/, /vet/],
    ['im a dental assistant and my wrist hurts all day', /wrist/, /dental/],
    ['someone for my knee that wont just push surgery', /knee/, /surgery/],
    ['a doctor for my back who does not push opioids', /back/, /opioids/],
    ['un doctor para mi rodilla que no empuje la cirugía', /rodilla|knee/, /cirugia|surgery/],
    ['coming back from the eye doctor visit i fell and my shoulder hurts', /shoulder/, /eye/],
    ['mi hermana es enfermera y yo tengo acidez', /acidez|heartburn/, /enfermera|nurse/],
    ['mi hijo trabaja en una farmacia y yo necesito un podólogo', /podologo/, /farmacia/],
    ['saliendo de la cita del dentista me caí y me duele la rodilla', /rodilla|knee/, /dentist/],
  ] as const)
    test(text, async () => {
      const read = (await needOf(text)) ?? ''
      assert.match(read, need)
      assert.doesNotMatch(read, background)
    })
})

describe('words about care are kept without other care in the message', () => {
  for (const [text, need] of [
    ['after my dentist visit my jaw hurts', /dentist/],
    ['i need a nurse for my mom at home', /nurse/],
    ['my mom needs a dentist', /dentist/],
    ['my husband needs a doctor for his back', /doctor|back/],
    ['we need a hospital', /hospital/],
  ] as const)
    test(text, async () => assert.match((await needOf(text)) ?? '', need))
})
