import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FoldedName } from '@careatlas/directory/person-name'
import { wordsOf } from '@careatlas/vocabulary/words'
import { type NameClassifier, extractPerson } from './extract-person.ts'

/** First, middle and last name. */
const people = [
  ['MARIA', 'JOSEFA', 'LOPEZ'],
  ['MARIA', '', 'GARCIA LOPEZ'],
  ['JOSE', '', 'DE LA CRUZ'],
  ['SEAN', '', 'OBRIEN'],
  ['MARY ANN', '', 'SMITH'],
  ['JAMES', 'K', 'HEART'],
  ['THOMAS', '', 'YOUNG'],
  ['ANNA', '', 'BOSTON'],
  ['MAI', '', 'DO'],
  ['FOOT', '', 'HEART'],
  ['YOUNG', '', 'BROWN'],
  ['SAM', '', 'GOOD'],
  ['JO', '', 'WARD'],
  ['LEA', '', 'CHRISTIAN'],
  ['ANNA', '', 'SKIN'],
] as const

/** Compares like the name parameters: an absent part matches anything, one letter is an initial. */
function isName({ first, middle, last }: FoldedName): boolean {
  return people.some(
    ([hasFirst, hasMiddle, hasLast]) =>
      (first === undefined || first === hasFirst) &&
      (last === undefined || last === hasLast) &&
      (middle === undefined || middle === hasMiddle || (middle.length === 1 && hasMiddle.startsWith(middle))),
  )
}

const topics = new Set(
  'heart foot eye doctor dentist cardiologist pain young skin care back brown good ward christian nurse'.split(
    ' ',
  ),
)
const phrases = new Set(['foot heart', 'heart', 'ward nurse'])
const known: NameClassifier = {
  isName,
  isTopic: (word) => topics.has(word),
  isPhrase: (words) => phrases.has(words.join(' ')),
  isFragment: (word) => ['brown', 'skin', 'good', 'ward', 'christian'].includes(word),
  isSurname: (word) => word !== 'skin',
  isLikelierName: (word) => word === 'brown' || word === 'young',
}

const lopez = { first: 'MARIA', last: 'LOPEZ' }
type Case = readonly [query: string, name: FoldedName | null, rest: string]

function check(guarantee: string, cases: readonly Case[]): void {
  for (const [query, name, rest] of cases) {
    test(`${guarantee}: ${query}`, () => {
      const extraction = extractPerson(wordsOf(query), known)
      assert.deepEqual(extraction.found, name)
      assert.equal(extraction.rest.join(' '), rest)
    })
  }
}

check('reads a name after a title with its title and degrees', [
  ['dr maria lopez', lopez, ''],
  ['Dr. Maria López, MD', lopez, ''],
  ['dra. lopez', { last: 'LOPEZ' }, ''],
  ['dr garcia lopez', { last: 'GARCIA LOPEZ' }, ''],
  ['dr de la cruz dentist', { last: 'DE LA CRUZ' }, 'dentist'],
  ['dr lopez cardiologist', { last: 'LOPEZ' }, 'cardiologist'],
  ['cardiologist dr maria lopez', lopez, 'cardiologist'],
  ['doctor lopez', { last: 'LOPEZ' }, ''],
  ['appointment with doctor maria lopez', lopez, 'appointment with'],
  ['dr jose de la cruz', { first: 'JOSE', last: 'DE LA CRUZ' }, ''],
  ["dr sean o'brien", { first: 'SEAN', last: 'OBRIEN' }, ''],
  ['dr maria j lopez', { first: 'MARIA', middle: 'J', last: 'LOPEZ' }, ''],
  ['dr maria x lopez', lopez, ''],
  ['dr james heart', { first: 'JAMES', last: 'HEART' }, ''],
  ['dr young', { last: 'YOUNG' }, ''],
  ['dr mai do', { first: 'MAI', last: 'DO' }, ''],
])

check('ignores a title that no name follows', [
  ['dr unknownname', null, 'dr unknownname'],
  ['heart doctor boston', null, 'heart doctor boston'],
  ['a doctor for my foot', null, 'a doctor for my foot'],
  ['doctor heart failure', null, 'doctor heart failure'],
  ['dr young skin care', null, 'dr young skin care'],
  ['dr', null, 'dr'],
])

check('reads two or three words as a name if they are the whole query and a clinician has it', [
  ['maria lopez', lopez, ''],
  ['López, María', lopez, ''],
  ['Maria J. Lopez', { first: 'MARIA', middle: 'J', last: 'LOPEZ' }, ''],
  ['Lopez, Maria J.', { first: 'MARIA', middle: 'J', last: 'LOPEZ' }, ''],
  ['maria josefa lopez', { first: 'MARIA', middle: 'JOSEFA', last: 'LOPEZ' }, ''],
  ['Maria Garcia-Lopez', { first: 'MARIA', last: 'GARCIA LOPEZ' }, ''],
  ['garcia-lopez, maria', { first: 'MARIA', last: 'GARCIA LOPEZ' }, ''],
  ['mary ann smith', { first: 'MARY ANN', last: 'SMITH' }, ''],
  ['jose de la cruz', { first: 'JOSE', last: 'DE LA CRUZ' }, ''],
  ['maria lopez md', lopez, ''],
  ['Maria Lopez, Ph.D.', lopez, ''],
  ['mai do', { first: 'MAI', last: 'DO' }, ''],
  ['thomas young', { first: 'THOMAS', last: 'YOUNG' }, ''],
  ['Young, Thomas MD', { first: 'THOMAS', last: 'YOUNG' }, ''],
  ['find maria lopez', lopez, 'find'],
  ["Sean O'Brien DDS", { first: 'SEAN', last: 'OBRIEN' }, ''],
])

check('reads two words of the vocabulary that form no phrase as a name if a clinician has it', [
  ['young brown', { first: 'YOUNG', last: 'BROWN' }, ''],
  ['dr young brown', { first: 'YOUNG', last: 'BROWN' }, ''],
  ['dr foot brown', { first: 'FOOT', last: 'BROWN' }, ''],
  ['foot brown', null, 'foot brown'],
  ['maria brown', { first: 'MARIA', last: 'BROWN' }, ''],
  ['brown maria', null, 'brown maria'],
  ['young ward', null, 'young ward'],
  ['foot heart', null, 'foot heart'],
])

check('reads a rare topic word as a surname, alone or beside a clinician', [
  ['brown', { last: 'BROWN' }, ''],
  ['brown dentist', { last: 'BROWN' }, 'dentist'],
  ['brown md', { last: 'BROWN' }, ''],
  ['brown eye doctor', { last: 'BROWN' }, 'eye doctor'],
  ['brown eye', null, 'brown eye'],
  ['find a cardiologist brown', { last: 'BROWN' }, 'find a cardiologist'],
  ['dr brown boston', { last: 'BROWN' }, 'boston'],
  ['young', { last: 'YOUNG' }, ''],
  ['young dentist', null, 'young dentist'],
  ['skin', null, 'skin'],
  ['skin dentist', null, 'skin dentist'],
  ['good dentist', null, 'good dentist'],
  ['ward nurse', null, 'ward nurse'],
  ['ward dentist', { last: 'WARD' }, 'dentist'],
  ['christian dentist', null, 'christian dentist'],
  ['brown skin', null, 'brown skin'],
])

test('looks up the surname of a name without a degree once', () => {
  let surnameLookups = 0
  const counting: NameClassifier = {
    ...known,
    isSurname: (word) => {
      surnameLookups++
      return known.isSurname(word)
    },
  }
  assert.deepEqual(extractPerson(['maria', 'brown'], counting).found, { first: 'MARIA', last: 'BROWN' })
  assert.equal(surnameLookups, 1)
  surnameLookups = 0
  assert.equal(extractPerson(['paula', 'brown'], counting).found, null)
  assert.equal(surnameLookups, 1)
})

check('ignores fewer or more words, known words and unknown people', [
  ['lopez', null, 'lopez'],
  ['lopez md', null, 'lopez md'],
  ['thomas heart', null, 'thomas heart'],
  ['maria lopez cardiologist', null, 'maria lopez cardiologist'],
  ['john unknownname', null, 'john unknownname'],
  ['maria lopez 12', null, 'maria lopez 12'],
  ['one two three maria lopez', null, 'one two three maria lopez'],
  ['', null, ''],
])
