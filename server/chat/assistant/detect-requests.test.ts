import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { detectRequests, type RequestKind } from './detect-requests.ts'

const requests: readonly (readonly [text: string, ...kinds: RequestKind[]])[] = [
  ['hi', 'greeting'],
  ['muchas gracias', 'thanks'],
  ['bye!', 'goodbye'],
  ['are you a robot?', 'identity'],
  ['who made you', 'help'],
  ['i hate this bot', 'help'],
  ['u r useless', 'help'],
  ['start over', 'start over'],
  ['can we start over', 'start over'],
  ['can we speak English please', 'english'],
  ['contésteme en español', 'spanish'],
  ['save my chat history', 'history'],
  ['show me more', 'more'],
  ['otros', 'more'],
  ['none of these are good', 'more'],
  ['closer', 'closer'],
  ['that is too far away', 'closer'],
  ['más lejos está bien', 'farther'],
  ['expand the radius', 'farther'],
  ['any gender is fine', 'any gender'],
  ['a woman', 'woman'],
  ['un hombre por favor', 'man'],
  ['i pay cash', 'no payer'],
  ['idk', 'decline'],
  ['no sé', 'decline'],
  ['yes please', 'yes'],
  ['nope', 'no'],
  ['never mind', 'cancel'],
  ['can I book online', 'booking'],
  ['why these', 'why'],
  ['why does it give me Pawtucket', 'why'],
  ['¿por qué me salen de Warwick?', 'why'],
  ['wait youre not a doctor', 'identity'],
  ['so no real human then', 'identity'],
  ['hang on', 'pause'],
  ['do any take both plans', 'plan', 'any of them'],
  ['la tercera es mujer?', 'gender', 'woman'],
  ['who is Dr. Costa', 'who'],
  ['tell me about the second one', 'details'],
  ["what's the phone number", 'phone'],
  ['telefone numbr', 'phone'],
  ['cómo llego', 'address'],
  ['how far is the first one', 'distance'],
  ['qué tan lejos está', 'distance'],
  ['what about Tuesday evenings?', 'hours'],
  ['a qué hora abre', 'hours'],
  ['is she in my plan?', 'plan'],
  ['which insurances does he take', 'plans'],
  ['do they take new patients', 'accepting'],
  ['does she speak Spanish', 'languages'],
  ['book me an appointment with a dentist', 'booking'],
  ['how much does a crown cost', 'price'],
  ['the best rated surgeon', 'rating'],
  ['do i have strep throat', 'diagnosis'],
  ['how much ibuprofen can I give my son', 'dosage'],
  ['refill my adderall', 'prescription'],
  ['send me my lab results', 'records'],
  ['can I send you a picture', 'attachment'],
  ['let me talk to a human', 'human'],
  ['write me a poem', 'pastime'],
  ['could u help me out', 'help'],
  ['useless app', 'help'],
  ['what a podiatrist does', 'explanation'],
  ["what's an endodontist", 'explanation'],
  ['how much is it', 'price'],
  ['what should we do now', 'opinion'],
  ['hes breathing again', 'recovered'],
  ['ya se le pasó', 'recovered'],
  ["what's their fax", 'fax'],
  ['does he have a website', 'unstated'],
  ['someone comparable', 'similar'],
  ['why is she on top', 'why'],
  ['why did you put this one first?', 'why'],
  ['how do you sort these', 'why'],
  ['¿por qué sale ese primero?', 'why'],
  ['¿por qué me recomendó la primera?', 'why'],
  ['por qué me mostraste el primero', 'why'],
  ['¿y por qué escogió ese?', 'why'],
  ['por que sugirio esa doctora', 'why'],
  ['any that are open on Saturdays', 'any of them'],
  ['¿sabe si mi hijo tiene varicela?', 'diagnosis'],
  ['do i need to go to the er', 'opinion'],
]

describe('requests', () => {
  for (const [text, ...kinds] of requests)
    test(text, () => {
      const found = detectRequests(text).kinds
      assert.deepEqual(
        kinds.filter((kind) => !found.has(kind)),
        [],
        `found ${[...found].join()}`,
      )
    })
})

describe('needs that are no requests', () => {
  const needs = [
    'a woman of 50 with hot flashes needs womens health',
    'i had chest pain 3 hours ago',
    'more pain in my knee than before',
    'open wound on my foot',
    'no sé qué me pasa en la rodilla',
    'numbness in my hand',
    'my dad passed out',
    'closest pharmacy to 02840',
    'family doctor accepting medicare',
    'I cannot keep living like this',
    'one that picks up the phone',
    'an office that answers the phone',
  ]
  const actions: readonly RequestKind[] = [
    'more',
    'history',
    'closer',
    'hours',
    'decline',
    'woman',
    'phone',
    'plan',
    'no',
    'yes',
  ]
  for (const text of needs)
    test(text, () => {
      const { kinds } = detectRequests(text)
      assert.deepEqual(
        actions.filter((kind) => kinds.has(kind)),
        [],
      )
    })
})

test('the words of a request are removed from the need', () => {
  const { withoutRequests } = detectRequests('can you book me an appointment with a dermatologist')
  assert.match(
    withoutRequests('can you book me an appointment with a dermatologist'),
    /^can you +a dermatologist$/,
  )
})

describe('the care that a request seeks remains', () => {
  for (const [text, rest] of [
    ['is there an urgent care open right now', 'urgent care right now'],
    ['do you have speech therapists who work with stroke patients', 'speech therapists stroke patients'],
    ['are any pediatricians open on sundays', 'pediatricians sundays'],
    ['do you have any doctors who work with aetna', 'aetna'],
    ['is the urgent care open now', ''],
    ['she is pregnant we found out on sunday', 'she is pregnant we found out on sunday'],
  ] as const)
    test(text, () => assert.equal(detectRequests(text).withoutRequests(text), rest))
})
