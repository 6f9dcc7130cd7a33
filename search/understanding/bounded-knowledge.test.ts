import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { carrierNames } from './asked-carrier-names.ts'
import { gazetteerOf } from './gazetteer.ts'
import { hostileQuestions } from './hostile-questions.fixture.ts'
import { type Knowledge, theVocabulary } from './knowledge.ts'
import { understand } from './understand.ts'

const vocabulary = theVocabulary()

/** Where every word is somebody's name and nobody is called by two of them: then the most is looked up. */
const knowledge: Knowledge = {
  ...vocabulary,
  gazetteer: gazetteerOf(
    ['springfield', 'providence', 'boston', 'sacramento'].map((name) => {
      return { name, state: 'MA', lat: 42, lng: -72, addresses: 9 }
    }),
  ),
  carriers: carrierNames([{ code: '60054', name: 'Aetna', aliases: [] }]),
  isTownWord: () => false,
  isName: ({ first, last }) => first === undefined || last === undefined,
  isPlaceName: () => false,
  isFamilyName: () => false,
  isUsualPlace: () => false,
  isUsualName: () => false,
}

/** How often each thing was looked up that costs. */
interface LookUps {
  names: number
  usualNames: number
  usualPlaces: number
  mended: number
  townsCompared: number
}

function lookUpsOf(question: string, collection: 'providers' | 'locations' = 'providers'): LookUps {
  const count: LookUps = { names: 0, usualNames: 0, usualPlaces: 0, mended: 0, townsCompared: 0 }
  const counted =
    <Asked extends unknown[], Answer>(what: keyof LookUps, lookUp: (...asked: Asked) => Answer) =>
    (...asked: Asked): Answer => {
      count[what]++
      return lookUp(...asked)
    }
  const { spelling, gazetteer } = knowledge
  understand(question, collection, 'hybrid', {
    ...knowledge,
    spelling: {
      has: (word) => spelling.has(word),
      mend: counted('mended', (word: string) => spelling.mend(word)),
    },
    gazetteer: {
      ...gazetteer,
      cityLike: counted('townsCompared', (name: string, state: string | null) =>
        gazetteer.cityLike(name, state),
      ),
    },
    isName: counted('names', knowledge.isName),
    isUsualName: counted('usualNames', knowledge.isUsualName),
    isUsualPlace: counted('usualPlaces', knowledge.isUsualPlace),
  })
  return count
}

suite('no question looks up more than its share, whatever it is full of', () => {
  for (const collection of ['providers', 'locations'] as const) {
    for (const [what, question] of Object.entries(hostileQuestions))
      test(`${collection}: ${what}`, () => {
        assert.equal(question.length, 512)
        const { names, usualNames, usualPlaces, mended, townsCompared } = lookUpsOf(question, collection)
        assert.ok(names <= 250, `${names} names`)
        assert.ok(mended <= 20, `${mended} words mended`)
        assert.ok(usualNames <= 20 && usualPlaces <= 20, `${usualNames} usual names, ${usualPlaces} places`)
        assert.ok(townsCompared <= 6, `${townsCompared} towns compared`)
      })
  }
})

test('the bounds are those of questions that no one asks', () => {
  const all = Object.values(hostileQuestions).map((question) => lookUpsOf(question))
  const most = (what: keyof LookUps): number => Math.max(...all.map((count) => count[what]))
  assert.deepEqual([most('names'), most('mended'), most('usualNames')], [250, 20, 20])
})

test('a word is mended once, however often it is said', () => {
  assert.equal(lookUpsOf('cardioligist dermatoligist '.repeat(18)).mended, 2)
})

test('twenty misspelt words are all mended', () => {
  const slips =
    'cardioligist dermatoligist neuroligist rheumatoligist psycologist pediatrican optomitrist podiatrst ' +
    'dentits surgoen theripist chiropracter urolgist nefrologist alergist anesthesiologst pulmonoligist ' +
    'gastroenteroligist endocrinoligist hematoligist'
  const { expanded } = understand(slips, 'providers', 'hybrid', { ...knowledge, isName: () => false })
  for (const slip of slips.split(' ')) assert.ok(!expanded!.split(' ').includes(slip), slip)
})
