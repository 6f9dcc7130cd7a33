/** Detects whether a query is about a child, an older person or someone pregnant. */
import { isAnyDoctor, isClinician } from './care-words.ts'
import { numberWords } from './number-words.ts'
import { phraseSet, type PhraseSet, type TokenCursor } from './token-cursor.ts'
import { wordLists } from './word-lists.ts'

const lists = wordLists('patient-words.txt', [
  'child',
  'child-phrases',
  'child-conditions',
  'older',
  'older-phrases',
  'not-child-before',
  'not-child-after',
  'trying-for',
  'family',
  'of-the-mother',
  'pregnant',
  'not-pregnant-before',
  'not-pregnant-after',
  'relatives',
])
const childWords: ReadonlySet<string> = new Set(lists.child)
const childPhrases = phraseSet(lists['child-phrases'])
const childConditions = phraseSet(lists['child-conditions'])
const olderWords: ReadonlySet<string> = new Set(lists.older)
const olderPhrases = phraseSet(lists['older-phrases'])

/** Words before "child" or "baby" after which the patient is not a child. */
const notChildAfter =
  /^(?:having|have|had|deliver|delivering|delivery|delivered|birthed|inner|adult|grown|birth|conceive|want|make|for|after|before|since|tener|tenido|tuve|buscar|buscando)$/
const notChildBefore = phraseSet(lists['not-child-before'])
const notChildAfterPhrases = phraseSet(lists['not-child-after'])
const tryingFor = phraseSet(lists['trying-for'])
const familyPhrases = phraseSet(lists.family)
const ofTheMother = phraseSet(lists['of-the-mother'])
const pregnantPhrases = phraseSet(lists.pregnant)
const notPregnantBefore = phraseSet(lists['not-pregnant-before'])
const notPregnantAfter = phraseSet(lists['not-pregnant-after'])

/** Words before "son", which is also a Spanish verb, that show that it is the English noun. */
const beforeSon = /^(?:my|our|his|her|a|the|old|little|young|teen|teenage|infant|baby|step|year)$/

/** Before another word and "son": "my anxious son". */
const ofChild = /^(?:my|our|his|her|their)$/

const relatives: ReadonlySet<string> = new Set(lists.relatives)

const beforeRelative =
  /^(?:my|our|his|her|their|for|little|big|baby|older|younger|elderly|twin|mi|mis|su|sus|nuestr[ao]s?|para)$/

/**
 * The topics without the relative for whom the query requests a clinician: "home nurse for my grandmother" needs a home nurse, who need
 * not be for older people, and "doctor for my husband" a doctor of no field. "Doctor for my grandmother" names no field beside the
 * older relative, who then counts. A relative with a complaint is never the topic: "my wife has a headache on the left".
 */
export function withoutRelatives(topics: readonly string[], tokens: readonly string[]): readonly string[] {
  const relativesWithComplaint = new Set(tokens.filter((_, index) => hasComplaint(tokens, index)))
  const complaints = topics.filter((word) => !relativesWithComplaint.has(word))
  if (complaints.length > 0 && complaints.length < topics.length) return withoutRelatives(complaints, tokens)
  const patients = new Set(tokens.filter((_, index) => isRelative(tokens, index)))
  const others = topics.filter((word) => !patients.has(word))
  if (!others.some(isClinician)) return topics
  if (others.every(isAnyDoctor)) return topics.some((word) => olderWords.has(word)) ? topics : others
  return others.some((word) => !isClinician(word)) ? others : topics
}

/** Whether the word is for a relative with a complaint: "my wife has". */
function hasComplaint(tokens: readonly string[], index: number): boolean {
  return (
    relatives.has(tokens[index]!) &&
    beforeRelative.test(tokens[index - 1] ?? '') &&
    ofComplaint.test(tokens[index + 1] ?? '')
  )
}

const ofComplaint =
  /^(?:has|had|hasnt|gets|got|suffers|feels|complains|developed|is|was|isnt|he|hes|she|shes|just|keeps|cant|wont|doesnt|snores|says|thinks|fell|came|started|takes|tiene|tuvo|sufre|padece|siente)$/

/** Whether the word is for a relative: "my brother", "brother's doctor", or the "law" of "brother in law". */
function isRelative(tokens: readonly string[], index: number): boolean {
  const [before = '', word = '', after = ''] = [tokens[index - 1], tokens[index], tokens[index + 1]]
  if (word === 'law') return before === 'in' && relatives.has(tokens[index - 2] ?? '')
  return relatives.has(word) && (beforeRelative.test(before) || isAnyDoctor(after))
}

const adultAgeMin = 18
const olderAgeMin = 65
const ageMax = 115

interface Patient {
  readonly child: boolean
  /** Whether the patient is known to be an adult. */
  readonly adult: boolean
  /** Whether the query is for a family with children. */
  readonly family: boolean
  readonly older: boolean
  readonly pregnant: boolean
}

/** Replaces ages and phrases for children with a word of the vocabulary: "4 year old" and "little one" become "child". */
export function extractPatient(words: TokenCursor): Patient {
  const family = removeFamily(words)
  const isAboutMother = hasPhrase(words, ofTheMother)
  let child = replaceChildPhrases(words) && !isAboutMother
  let older = false
  let pregnant = false
  let isStageNamed = false
  const isSpeakerOlder = hasOlderSpeaker(words)
  const ages: { readonly index: number; readonly age: Age }[] = []
  for (let index = 0; index < words.length; index++) {
    const age = ageAt(words, index)
    pregnant ||= isPregnant(words, index)
    if (isBesideAdult(words, index) || (isSpeakerOlder && grownChild.test(words.at(index)))) {
      words.consume(index, 1)
      continue
    }
    isStageNamed ||=
      age === null && (childWords.has(words.at(index)) || isChild(words, index) || isOlder(words, index))
    child ||= age === null ? !isAboutMother && isChild(words, index) : age.years < adultAgeMin
    older ||= age === null ? isOlder(words, index) : lifeStage(age.years) === 'elderly'
    if (age !== null) ages.push({ index, age })
  }
  for (const { index, age } of ages) words.replace(index, age.words, isStageNamed ? '' : lifeStage(age.years))
  const isAdultAge = ages.some(({ age: { years } }) => years >= adultAgeMin)
  child ||= !isAdultAge && !older && !pregnant && hasPhrase(words, childConditions)
  const adult = !child && !family && (isAdultAge || older || pregnant || isAboutSelf(words))
  return { child, adult, family, older, pregnant }
}

/** Removes the children of a query for the whole family; returns whether it is one. */
function removeFamily(words: TokenCursor): boolean {
  if (!hasPhrase(words, familyPhrases)) return false
  for (let index = 0; index < words.length; index++)
    if (childWords.has(words.at(index))) words.consume(index, 1)
  return true
}

/** Whether the query states an older age of its author, whose children are grown: "I'm eighty four and my kids took my keys". */
function hasOlderSpeaker(words: TokenCursor): boolean {
  for (let index = 1; index < words.length; index++)
    if (words.at(index - 1) === 'im' && (ageAt(words, index)?.years ?? 0) >= olderAgeMin) return true
  return false
}

const grownChild = /^(?:kids?|child|children|daughters?|son|boys?|girls?)$/

/** Whether the child is only the company of an adult: "my back hurts from lifting my toddler". */
function isBesideAdult(words: TokenCursor, index: number): boolean {
  if (!childWords.has(words.at(index)) && words.at(index) !== 'son') return false
  const end = article.test(words.at(index - 1)) ? index - 1 : index
  return words.phraseBefore(end, notChildAfterPhrases) > 0
}

const article = /^(?:a|an|my|another|our|the|un|una|otro|otra|mis?|nuestr[oa]s?|los|las)$/

/** Whether the query is about its author: it has "I" or "my", and no other person. */
function isAboutSelf(words: TokenCursor): boolean {
  let found = false
  for (let index = 0; index < words.length; index++) {
    if (otherPerson.test(words.at(index)) || isRelativeWord(words.at(index))) return false
    found ||= self.test(words.at(index))
  }
  return found
}

const self = /^(?:i|im|ive|me|my|myself|mi|mis|tengo|yo)$/
const otherPerson =
  /^(?:he|hes|she|shes|him|his|her|they|their|them|someone|patients?|el|ella|student|class|school)$/

/** Replaces "little ones" of "sees little ones"; not "bumps, little ones on my neck". Returns whether there was any. */
function replaceChildPhrases(words: TokenCursor): boolean {
  let found = false
  for (let index = 0; index < words.length; index++) {
    const count = words.phrase(index, childPhrases)
    if (count === 0 || words.phrase(index + count, notChildBefore) > 0) continue
    words.replace(index + 1, count - 1, 'child')
    found = true
  }
  return found
}

/** Whether the patient is pregnant: not "pregnancy test", "avoid pregnancy". */
function isPregnant(words: TokenCursor, index: number): boolean {
  const count = words.phrase(index, pregnantPhrases)
  return (
    count > 0 &&
    words.phrase(index + count, notPregnantBefore) === 0 &&
    words.phraseBefore(index, notPregnantAfter) === 0
  )
}

function hasPhrase(words: TokenCursor, phrases: PhraseSet): boolean {
  for (let index = 0; index < words.length; index++) if (words.phrase(index, phrases) > 0) return true
  return false
}

/** The word that replaces an age; empty for an adult. */
function lifeStage(years: number): string {
  if (years < 1) return 'baby'
  if (years < 3) return 'toddler'
  if (years < 13) return 'child'
  if (years < adultAgeMin) return 'teenager'
  return years >= olderAgeMin && years <= ageMax ? 'elderly' : ''
}

function isChild(words: TokenCursor, index: number): boolean {
  const word = words.at(index)
  const before = words.at(index - 1)
  const isVerb = index > 0 && !beforeSon.test(before) && !ofChild.test(words.at(index - 2))
  if (word === 'son' ? isVerb : !childWords.has(word)) return false
  return (
    !isUnborn(words, index) && words.phrase(index + 1, notChildBefore) === 0 && !isAdultChild(words, index)
  )
}

/** Whether the child is not born: "having a baby", "want a child". */
function isUnborn(words: TokenCursor, index: number): boolean {
  const back = article.test(words.at(index - 1)) ? 2 : 1
  const before = words.at(index - back)
  if (before === 'for') return words.phraseBefore(index - back + 1, tryingFor) > 0
  return notChildAfter.test(before)
}

function isRelativeWord(word: string): boolean {
  return relatives.has(word) || childWords.has(word) || word === 'son'
}

/** Whether an adult age is stated beside the child: "40 year old son", "my son who is 40". */
function isAdultChild(words: TokenCursor, index: number): boolean {
  const from = index - 1 - Number(words.at(index - 1) === 'old')
  const before = [from, from - 1, from - 2]
  const after = [1, 2, 3].map((step) => index + step)
  return [...before, ...after].some((start) => (ageAt(words, start)?.years ?? 0) >= adultAgeMin)
}

function isOlder(words: TokenCursor, index: number): boolean {
  const afterSchool = words.at(index) === 'senior' && /^(?:school|college)$/.test(words.at(index - 1))
  return (olderWords.has(words.at(index)) && !afterSchool) || words.phrase(index, olderPhrases) > 0
}

/** Whether the word describes a child, an older person or a pregnancy, and no other need. */
export function isPatientWord(word: string): boolean {
  return childWords.has(word) || olderWords.has(word) || word === 'son' || pregnantPhrases.has(word)
}

interface Age {
  readonly years: number
  /** The number of words that state the age. */
  readonly words: number
}

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
 * The age that begins at an index: "7 year old", "5 day old", "18 mo", "5yo", "is 80", "I'm forty two", "tiene 80 años"; null for
 * other numbers.
 */
function ageAt(words: TokenCursor, index: number): Age | null {
  const [, digits = '', unit = ''] = /^(\d{1,3})([a-z]*)$/.exec(words.at(index)) ?? []
  if (digits === '') return ageBeforeUnit(words, index, spelledAt(words, index))
  const number = Number(digits)
  return unit === ''
    ? ageBeforeUnit(words, index, { value: number, words: 1 })
    : ageWithUnit(words, index, number, unit)
}

interface CountedNumber {
  readonly value: number
  /** The number of words; 0 if there is no number. */
  readonly words: number
}

/** "seven", "forty two"; no number for "a" and "half". */
function spelledAt(words: TokenCursor, index: number): CountedNumber {
  const value = spelledValue(words.at(index))
  if (value === 0) return { value, words: 0 }
  const unit = value >= 20 ? spelledValue(words.at(index + 1)) : 0
  return unit > 0 && unit < 10 ? { value: value + unit, words: 2 } : { value, words: 1 }
}

/** 0 if the word is no number from one to ninety-nine. */
function spelledValue(word: string): number {
  const value = word.length > 2 ? (numberWords.get(word) ?? 0) : 0
  return value >= 1 && value < 100 ? value : 0
}

/** The age of a number with its unit in one word: "5yo", "18mo old", "his 40s". */
function ageWithUnit(words: TokenCursor, index: number, number: number, unit: string): Age | null {
  const isDecade = unit === 's' && /^(?:his|her|my|their)$/.test(words.at(index - 1))
  if (isDecade) return { years: number, words: 1 }
  const years = unitYears.get(unit)
  if (years === undefined || (years < 1 && !isAge(words, index, index + 1))) return null
  return { years: number * years, words: 1 + Number(words.at(index + 1) === 'old') }
}

/** The age of a number before its unit, or without a unit: "7 year old", "18 mo", "tiene 80 años", "is 80". */
function ageBeforeUnit(words: TokenCursor, index: number, number: CountedNumber): Age | null {
  if (number.words === 0) return null
  const { value: years, words: count } = number
  const [before, unit, then] = [words.at(index - 1), words.at(index + count), words.at(index + count + 1)]
  if (unit === 'yo') return { years, words: count + 1 }
  if (unit === 'y' && then === 'o') return { years, words: count + 2 }
  const [english, spanish] = [unitYears.get(unit), unitYearsInSpanish.get(unit)]
  const old = Number(/^olds?$/.test(then))
  const isOfPerson =
    old > 0 || isPerson(then) || (/^mos?$/.test(unit) && isAge(words, index, index + count + 1))
  if (english !== undefined && unit !== 'y' && isOfPerson)
    return { years: years * english, words: count + 1 + old }
  if (spanish !== undefined && /^(?:de|tiene|con)$/.test(before))
    return { years: years * spanish, words: count + 1 }
  const isStated = /^(?:is|aged|age|turned|turning|tiene)$/.test(before) && /\d/.test(words.at(index))
  const isDuration = (english ?? spanish ?? 1) < 1
  if (isStated && !isDuration && !measure.test(unit)) return { years, words: count }
  return isAgeOfPerson(words, index, number)
    ? { years, words: count + (words.joined(index + count, 3) === 'and a half' ? 3 : 0) }
    : null
}

/** Whether a number without a unit is the age of a person: "he's two and a half", "my son is six"; not "I'm one of", "the pain is eight". */
function isAgeOfPerson(words: TokenCursor, index: number, { value, words: count }: CountedNumber): boolean {
  const before = words.at(index - 1)
  const subject = /^(?:is|turned|turning)$/.test(before) ? words.at(index - 2) : before
  const isPersonal = /^(?:im|he|hes|she|shes|who)$/.test(subject) || isRelativeWord(subject)
  return isPersonal && value > 1 && afterAge.test(words.at(index + count))
}

/** What follows an age without a unit: the end of the query or the next clause. */
const afterAge =
  /^(?:|and|but|so|or|now|i|im|ive|he|hes|she|shes|they|we|my|his|her|its|it|this|the|who|with|cant|dont|has|have|had|is|are|can|what|where|how)$/

const measure = /^(?:minutes?|hours?|miles?|mg|pounds|lbs|percent)$/

/** Whether a number with a unit, such as "18 mo", is an age and not a duration. */
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
