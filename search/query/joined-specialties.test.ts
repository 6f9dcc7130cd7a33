import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { emptyResources } from './empty-resources.fixture.ts'
import { parseQuery } from './parse-query.ts'

const codes = {
  allergy: '207K00000X',
  cardiology: '207RC0000X',
  chiropractic: '111N00000X',
  dermatology: '207N00000X',
  massage: '225700000X',
  endocrinology: '207RE0101X',
  eyes: '207W00000X',
  kidneys: '207RN0300X',
  lungs: '207RP1001X',
  neurology: '2084N0400X',
  nutrition: '133V00000X',
  occupational: '225X00000X',
  orthopedics: '207X00000X',
  physical: '225100000X',
  podiatry: '213E00000X',
  psychiatry: '2084P0800X',
  psychology: '103T00000X',
  rheumatology: '207RR0500X',
  speech: '235Z00000X',
} as const

function scoreOf(query: string, field: keyof typeof codes): number {
  return parseQuery(query, 'providers', 'hybrid', emptyResources).text.codes.get(codes[field]) ?? 0
}

suite('specialties beside "or" or "and" are equally good', () => {
  for (const [query, first, second] of [
    ['physical therapist or speech therapist', 'physical', 'speech'],
    ['speech therapist or physical therapist', 'speech', 'physical'],
    ['a massage therapist or maybe an occupational therapist', 'massage', 'occupational'],
    ['physical or occupational therapist', 'physical', 'occupational'],
    ['speech and physical therapists for my dad', 'speech', 'physical'],
    ['i want a chiropractor or a massage therapist', 'chiropractic', 'massage'],
    ['dermatologist or allergist', 'dermatology', 'allergy'],
    ['podiatrist or chiropractor for foot pain', 'podiatry', 'chiropractic'],
    ['orthopedist and rheumatologist', 'orthopedics', 'rheumatology'],
    ['psychologist or psychiatrist', 'psychology', 'psychiatry'],
    ['dietitian or speech language pathologist', 'nutrition', 'speech'],
    ['cardiologist plus a neurologist', 'cardiology', 'neurology'],
    ['psicólogo o psiquiatra', 'psychology', 'psychiatry'],
    ['fonoaudióloga o fisioterapeuta', 'speech', 'physical'],
    ['terapeuta físico o terapeuta ocupacional', 'physical', 'occupational'],
    ['dermatólogo y reumatólogo', 'dermatology', 'rheumatology'],
    ['quiropráctico o podólogo', 'chiropractic', 'podiatry'],
  ] as const)
    test(query, () => {
      const [one, other] = [scoreOf(query, first), scoreOf(query, second)]
      assert.ok(one > 0)
      assert.ok(Math.abs(one - other) < 0.1 * one, `${one} and ${other}`)
    })
})

suite('a specialty that is not sought stays lower', () => {
  for (const [query, sought, mentioned] of [
    ['cardiologist and my dermatologist says its a mole', 'cardiology', 'dermatology'],
    ['psychologist not psychiatrist', 'psychology', 'psychiatry'],
    ['neurologist for headaches and dizziness', 'neurology', 'cardiology'],
    ['speech therapist', 'speech', 'physical'],
    ['physical therapist for shoulder and neck', 'physical', 'orthopedics'],
    ['orthopedist, I have already seen a chiropractor and a podiatrist', 'orthopedics', 'podiatry'],
    ['psicólogo, el psiquiatra dijo que sí', 'psychology', 'psychiatry'],
  ] as const)
    test(query, () => {
      assert.ok(scoreOf(query, sought) > 1.1 * scoreOf(query, mentioned))
    })
})

suite('the word after a Spanish role names its specialty', () => {
  for (const [query, field, other] of [
    ['terapeuta del habla para derrame cerebral', 'speech', 'neurology'],
    ['terapeuta ocupacional para la mano', 'occupational', 'orthopedics'],
    ['especialista en alergias para mi asma', 'allergy', 'cardiology'],
    ['doctor de los pies, soy diabético', 'podiatry', 'neurology'],
    ['médico del corazón, tengo diabetes', 'cardiology', 'nutrition'],
    ['nutricionista para el corazón', 'nutrition', 'cardiology'],
    ['fisioterapeuta para la espalda', 'physical', 'orthopedics'],
    ['podiatra para diabéticos', 'podiatry', 'nutrition'],
  ] as const)
    test(query, () => {
      assert.ok(scoreOf(query, field) > 1.1 * scoreOf(query, other))
    })
})

suite('care that a query names precedes the field of the group', () => {
  for (const [query, field, other] of [
    ['eye care for diabetics', 'eyes', 'endocrinology'],
    ['eye care for people with lupus', 'eyes', 'rheumatology'],
    ['skin care for diabetics', 'dermatology', 'endocrinology'],
    ['kidney care for diabetics', 'kidneys', 'endocrinology'],
    ['kidney care for people with lupus', 'kidneys', 'rheumatology'],
    ['foot care for diabetics', 'podiatry', 'endocrinology'],
    ['heart care for diabetics', 'cardiology', 'endocrinology'],
    ['lung care for people with lupus', 'lungs', 'rheumatology'],
    ['cuidado de los ojos para diabéticos', 'eyes', 'endocrinology'],
    ['cuidado de la piel para diabéticos', 'dermatology', 'endocrinology'],
    ['diabetes care for people with glaucoma', 'endocrinology', 'podiatry'],
    ['endocrinologist for diabetics', 'endocrinology', 'eyes'],
  ] as const)
    test(query, () => {
      assert.ok(scoreOf(query, field) > 1.1 * scoreOf(query, other))
    })
})
