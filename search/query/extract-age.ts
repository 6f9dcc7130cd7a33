/** Detects whether a query is about a child or an older person. */
import { phraseSet, type PhraseSet, type TokenCursor } from './token-cursor.ts'
import { wordLists } from './word-lists.ts'

const lists = wordLists('age-words.txt', [
  'child',
  'older',
  'older-phrases',
  'not-child-before',
  'of-the-mother',
])
const childWords: ReadonlySet<string> = new Set(lists.child)
const olderWords: ReadonlySet<string> = new Set(lists.older)
const olderPhrases = phraseSet(lists['older-phrases'])

/** Words around "child" or "baby" that do not make the patient a child. */
const birthAround =
  /^(?:having|have|had|deliver|delivering|delivery|delivered|birthed|inner|adult|grown|birth|conceive|want|make|for|after|before|since)$/
const notChildBefore = phraseSet(lists['not-child-before'])
const ofTheMother = phraseSet(lists['of-the-mother'])

/** "son" is also a Spanish verb. */
const sonAfter = /^(?:my|our|his|her|a|the|old|little|young|teen|teenage|infant|baby|step|year)$/

const adultAgeMin = 18
const olderAgeMin = 65
const ageMax = 115

interface Ages {
  readonly child: boolean
  readonly older: boolean
}

/** Replaces ages with a word of the vocabulary: "4 year old" becomes "child". */
export function extractAges(words: TokenCursor): Ages {
  const mother = hasPhrase(words, ofTheMother)
  let child = false
  let older = false
  let named = false
  const ages: { readonly place: number; readonly age: Age }[] = []
  for (let place = 0; place < words.length; place++) {
    const age = ageAt(words, place)
    named ||= age === null && (childWords.has(words.at(place)) || isOlder(words, place))
    child ||= age === null ? !mother && isChild(words, place) : age.years < adultAgeMin
    older ||= age === null ? isOlder(words, place) : stageOf(age.years) === 'elderly'
    if (age !== null) ages.push({ place, age })
  }
  for (const { place, age } of ages) words.replace(place, age.words, named ? '' : stageOf(age.years))
  return { child, older }
}

function hasPhrase(words: TokenCursor, known: PhraseSet): boolean {
  for (let place = 0; place < words.length; place++) if (words.phrase(place, known) > 0) return true
  return false
}

/** Empty for ages that need no word. */
function stageOf(years: number): string {
  if (years < 1) return 'baby'
  if (years < 3) return 'toddler'
  if (years < 13) return 'child'
  if (years < adultAgeMin) return 'teenager'
  return years >= olderAgeMin && years <= ageMax ? 'elderly' : ''
}

function isChild(words: TokenCursor, place: number): boolean {
  const word = words.at(place)
  const before = words.at(place - 1)
  if (word === 'son' ? place > 0 && !sonAfter.test(before) : !childWords.has(word)) return false
  return (
    !isUnborn(words, place) && words.phrase(place + 1, notChildBefore) === 0 && !isAdultChild(words, place)
  )
}

/** "having a baby", "want a child" */
function isUnborn(words: TokenCursor, place: number): boolean {
  const back = /^(?:a|my|another|our|the)$/.test(words.at(place - 1)) ? 2 : 1
  const before = words.at(place - back)
  if (before === 'for') return false
  return birthAround.test(before)
}

/** "40 year old son", "my son who is 40" */
function isAdultChild(words: TokenCursor, place: number): boolean {
  const from = place - 1 - Number(words.at(place - 1) === 'old')
  const before = [from, from - 1, from - 2]
  const after = [1, 2, 3].map((step) => place + step)
  return [...before, ...after].some((at) => (ageAt(words, at)?.years ?? 0) >= adultAgeMin)
}

function isOlder(words: TokenCursor, place: number): boolean {
  const afterSchool = words.at(place) === 'senior' && /^(?:school|college)$/.test(words.at(place - 1))
  return (olderWords.has(words.at(place)) && !afterSchool) || words.phrase(place, olderPhrases) > 0
}

interface Age {
  readonly years: number
  /** How many words the age has. */
  readonly words: number
}

const spelledNumbers = 'one two three four five six seven eight nine ten eleven twelve'.split(' ')

/** Length of a unit in years. */
const unitYears: ReadonlyMap<string, number> = new Map([
  ...'yo y yr yrs year years'.split(' ').map((unit) => [unit, 1] as const),
  ...'mo mos month months'.split(' ').map((unit) => [unit, 1 / 12] as const),
  ...'wk wks week weeks'.split(' ').map((unit) => [unit, 7 / 365] as const),
  ...'day days'.split(' ').map((unit) => [unit, 1 / 365] as const),
])
const unitYearsInSpanish: ReadonlyMap<string, number> = new Map([
  ['anos', 1],
  ['meses', 1 / 12],
  ['semanas', 7 / 365],
  ['dias', 1 / 365],
])

/**
 * The age that begins at a place: "7 year old", "5 day old", "18 mo", "5yo", "is 80", "tiene 80 años"; null for other numbers.
 */
function ageAt(words: TokenCursor, place: number): Age | null {
  const [, digits = '', unit = ''] = /^(\d{1,3})([a-z]*)$/.exec(words.at(place)) ?? []
  const spelled = spelledNumbers.indexOf(words.at(place)) + 1
  if (digits === '') return spelled > 0 ? ageBefore(words, place, spelled) : null
  const number = Number(digits)
  return unit === '' ? ageBefore(words, place, number) : ageWith(words, place, number, unit)
}

/** "5yo", "18mo old", "his 40s" */
function ageWith(words: TokenCursor, place: number, number: number, unit: string): Age | null {
  const inThe = unit === 's' && /^(?:his|her|my|their)$/.test(words.at(place - 1))
  if (inThe) return { years: number, words: 1 }
  const years = unitYears.get(unit)
  if (years === undefined || (years < 1 && !isAge(words, place, place + 1))) return null
  return { years: number * years, words: 1 + Number(words.at(place + 1) === 'old') }
}

/** "7 year old", "18 mo", "tiene 80 años", "is 80" */
function ageBefore(words: TokenCursor, place: number, number: number): Age | null {
  const [before, unit, then] = [words.at(place - 1), words.at(place + 1), words.at(place + 2)]
  if (unit === 'yo') return { years: number, words: 2 }
  if (unit === 'y' && then === 'o') return { years: number, words: 3 }
  const [english, spanish] = [unitYears.get(unit), unitYearsInSpanish.get(unit)]
  const old = Number(/^olds?$/.test(then))
  const ofSomebody = old > 0 || isPerson(then) || (/^mos?$/.test(unit) && isAge(words, place, place + 2))
  if (english !== undefined && unit !== 'y' && ofSomebody) return { years: number * english, words: 2 + old }
  if (spanish !== undefined && /^(?:de|tiene|con)$/.test(before)) return { years: number * spanish, words: 2 }
  const stated = /^(?:is|aged|age|turned|turning|tiene)$/.test(before) && /\d/.test(words.at(place))
  const lasts = (english ?? spanish ?? 1) < 1
  return stated && !lasts && !measure.test(unit) ? { years: number, words: 1 } : null
}

const measure = /^(?:minutes?|hours?|miles?|mg|pounds|lbs|percent)$/

/** "18 mo" is a duration unless a person has the age. */
function isAge(words: TokenCursor, from: number, to: number): boolean {
  return (
    !/^(?:for|past|last|over|since|every|in|within|about|hace|por)$/.test(words.at(from - 1)) &&
    words.at(to) !== 'ago'
  )
}

function isPerson(word: string): boolean {
  return (
    childWords.has(word) ||
    olderWords.has(word) ||
    /^(?:son|mother|father|mom|dad|man|woman|male|female)$/.test(word)
  )
}
