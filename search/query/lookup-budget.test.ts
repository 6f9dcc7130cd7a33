import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { wordsOf } from '@careatlas/vocabulary/words'
import { carrierNames } from './carrier-names.ts'
import { withLookupBudget } from './lookup-budget.ts'
import { gazetteerOf } from './gazetteer.ts'
import { hostileQuestions } from './hostile-questions.fixture.ts'
import { type QueryResources, theVocabulary } from './query-resources.ts'
import { correctSpelling } from './correct-spelling.ts'
import { parseQuery } from './parse-query.ts'

const vocabulary = theVocabulary()

/** Where every word is somebody's name and nobody is called by two of them: then the most is looked up. */
const knowledge: QueryResources = {
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

/** Where nobody is called anything: then no look-up spares another. */
const amongStrangers: QueryResources = { ...knowledge, isName: () => false }

/** How often each thing was looked up that costs. */
interface LookUps {
  names: number
  usualNames: number
  familyNames: number
  usualPlaces: number
  mended: number
  townsCompared: number
}

function lookUpsOf(
  question: string,
  collection: 'providers' | 'locations' = 'providers',
  among: QueryResources = knowledge,
): LookUps {
  const count: LookUps = {
    names: 0,
    usualNames: 0,
    familyNames: 0,
    usualPlaces: 0,
    mended: 0,
    townsCompared: 0,
  }
  const counted =
    <Asked extends unknown[], Answer>(what: keyof LookUps, lookUp: (...asked: Asked) => Answer) =>
    (...asked: Asked): Answer => {
      count[what]++
      return lookUp(...asked)
    }
  const { spelling, gazetteer } = among
  parseQuery(question, collection, 'hybrid', {
    ...among,
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
    isName: counted('names', among.isName),
    isFamilyName: counted('familyNames', among.isFamilyName),
    isUsualName: counted('usualNames', among.isUsualName),
    isUsualPlace: counted('usualPlaces', among.isUsualPlace),
  })
  return count
}

suite('no question looks up more than its share, whatever it is full of', () => {
  for (const collection of ['providers', 'locations'] as const) {
    for (const [what, question] of Object.entries(hostileQuestions))
      test(`${collection}: ${what}`, () => {
        assert.equal(question.length, 512)
        const { names, usualNames, familyNames, usualPlaces, mended, townsCompared } = lookUpsOf(
          question,
          collection,
        )
        assert.ok(names <= 250, `${names} names`)
        assert.ok(mended <= 20, `${mended} words mended`)
        assert.ok(usualNames <= 20 && usualPlaces <= 20, `${usualNames} usual names, ${usualPlaces} places`)
        assert.ok(familyNames <= 5, `${familyNames} family names`)
        assert.ok(townsCompared <= 6, `${townsCompared} towns compared`)
      })
  }
})

test('no judged question comes to its bounds, even where nobody is called anything', () => {
  const file = join(import.meta.dirname, '../../benchmarks/relevance/queries.tsv')
  const [, ...lines] = readFileSync(file, 'utf8').trimEnd().split('\n')
  const all = lines.map((line) => lookUpsOf(line.split('\t')[1]!, 'providers', amongStrangers))
  const most = (what: keyof LookUps): number => Math.max(...all.map((count) => count[what]))
  assert.ok(most('names') < 250 && most('mended') < 20 && most('usualNames') < 20)
})

test('the bounds are those of questions that no one asks', () => {
  const all = Object.values(hostileQuestions).map((question) =>
    lookUpsOf(question, 'providers', amongStrangers),
  )
  const most = (what: keyof LookUps): number => Math.max(...all.map((count) => count[what]))
  assert.deepEqual([most('names'), most('mended'), most('usualNames')], [250, 20, 20])
})

/** The look-ups of a question, counted where they arrive. */
function counting(isBorne: boolean) {
  const asked: string[] = []
  const lookUp = (name: unknown): boolean => {
    asked.push(JSON.stringify(name))
    return isBorne
  }
  return { asked, known: withLookupBudget({ ...knowledge, isName: lookUp, isFamilyName: lookUp }) }
}

test('a person is looked up once, in whatever order the parts of the name are given', () => {
  const { asked, known } = counting(true)
  assert.ok(known.isName({ first: 'ADA', last: 'QUILL' }) && known.isName({ last: 'QUILL', first: 'ADA' }))
  assert.equal(asked.length, 1)
  known.isName({ first: 'QUILL', last: 'ADA' })
  known.isName({ first: 'ADA', middle: 'QUILL' })
  assert.equal(asked.length, 3)
})

test('family names are looked up once each, and no more of them than a question has', () => {
  const { asked, known } = counting(true)
  assert.ok(known.isFamilyName('ward') && known.isFamilyName('ward'))
  assert.equal(asked.length, 1)
  for (let at = 0; at < 40; at++) known.isFamilyName(`ward${at}`)
  assert.equal(asked.length, 5)
  assert.ok(!known.isFamilyName('gray'))
})

test('two names that nobody bears leave look-ups for one that somebody bears', () => {
  const firsts = ['KAROLINA', 'BRUNHILDE']
  const known = withLookupBudget({
    ...knowledge,
    isName: ({ first, last }) => (first === undefined ? last === 'HART' : !last && firsts.includes(first)),
  })
  correctSpelling(wordsOf('karolina wojciechow brunhilde brzezinska'), known)
  assert.ok(known.isName({ last: 'HART' }))
})

test('a word is mended once, however often it is said', () => {
  assert.equal(lookUpsOf('cardioligist dermatoligist '.repeat(18)).mended, 2)
})

test('twenty misspelled words are all mended', () => {
  const slips =
    'cardioligist dermatoligist neuroligist rheumatoligist psycologist pediatrican optomitrist podiatrst ' +
    'dentits surgoen theripist chiropracter urolgist nefrologist alergist anesthesiologst pulmonoligist ' +
    'gastroenteroligist endocrinoligist hematoligist'
  const { expanded } = parseQuery(slips, 'providers', 'hybrid', { ...knowledge, isName: () => false })
  for (const slip of slips.split(' ')) assert.ok(!expanded!.split(' ').includes(slip), slip)
})
