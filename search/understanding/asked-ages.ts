/** Whether a question is about a child or about somebody old. */
import { phrases, type Words } from './asked-reading.ts'

const childWords: ReadonlySet<string> = new Set(
  (
    'kid kids child children daughter daughters toddler toddlers baby babies infant infants newborn newborns teen teens ' +
    'teenager teenagers teenage adolescent adolescents boy boys girl girls preschooler tween stepson stepdaughter ' +
    'grandson granddaughter grandchild grandchildren nephew niece pediatric pediatrics paediatric pediatrician ' +
    'pediatricians peds nino nina ninos ninas hijo hija hijos hijas bebe bebes infantil pediatra pediatras adolescente ' +
    'adolescentes nieto nieta'
  ).split(' '),
)
const olderWords: ReadonlySet<string> = new Set(
  (
    'elderly elder elders senior seniors geriatric geriatrics geriatrician gerontologist grandmother grandfather ' +
    'grandma grandpa granny grandparent grandparents octogenarian anciano anciana ancianos ancianas abuelo abuela ' +
    'abuelos abuelita abuelito geriatra'
  ).split(' '),
)
const olderPhrases = phrases(
  'older adult|adults|people|person|parent|parents|patients|man|woman, adulto|adultos mayor|mayores, tercera edad, old age',
)

/** Words with a child in them that say nothing about who is ill. */
const birthAround =
  /^(?:having|have|had|deliver|delivering|delivery|inner|adult|grown|birth|conceive|want|make|for)$/
const notChildBefore = phrases('birth, bearing, aspirin, blues, shower, abuse survivor, survivor')

/** "son" is a Spanish verb too. */
const sonAfter = /^(?:my|our|his|her|a|the|old|little|young|teen|teenage|infant|baby|step|year)$/

const adultFrom = 18
const olderFrom = 65
const oldestYears = 115

export function readAges(words: Words): { readonly child: boolean; readonly older: boolean } {
  let child = false
  let older = false
  for (let place = 0; place < words.length; place++) {
    const years = yearsAt(words, place)
    child ||= years === null ? isChild(words, place) : years < adultFrom
    older ||= years === null ? isOlder(words, place) : years >= olderFrom && years <= oldestYears
  }
  return { child, older }
}

function isChild(words: Words, place: number): boolean {
  const word = words.at(place)
  const before = words.at(place - 1)
  if (word === 'son' ? place > 0 && !sonAfter.test(before) : !childWords.has(word)) return false
  return !bornLater(words, place) && words.phrase(place + 1, notChildBefore) === 0 && !isGrown(words, place)
}

/** "having a baby", "want a child" */
function bornLater(words: Words, place: number): boolean {
  const back = /^(?:a|my|another|our)$/.test(words.at(place - 1)) ? 2 : 1
  const before = words.at(place - back)
  if (before === 'for') return false
  return birthAround.test(before)
}

/** "40 year old son", "my son who is 40" */
function isGrown(words: Words, place: number): boolean {
  const from = place - 1 - Number(words.at(place - 1) === 'old')
  const yearsBefore = [from, from - 1, from - 2].map((at) => yearsAt(words, at))
  const yearsAfter = [1, 2, 3].map((step) => yearsAt(words, place + step))
  return [...yearsBefore, ...yearsAfter].some((years) => years !== null && years >= adultFrom)
}

function isOlder(words: Words, place: number): boolean {
  const afterSchool = words.at(place) === 'senior' && /^(?:school|college)$/.test(words.at(place - 1))
  return (olderWords.has(words.at(place)) && !afterSchool) || words.phrase(place, olderPhrases) > 0
}

/** The age that a number states: "7 year old", "18 months old", "5yo", "is 80", "tiene 80 años"; null for other numbers. */
function yearsAt(words: Words, place: number): number | null {
  const [, digits = '', unit = ''] = /^(\d{1,3})([a-z]*)$/.exec(words.at(place)) ?? []
  if (digits === '') return null
  const number = Number(digits)
  if (unit === 's') return /^(?:his|her|my|their)$/.test(words.at(place - 1)) ? number : null
  if (unit !== '') return ageUnits.has(unit) ? number : null
  return yearsFrom(words, place, number)
}

const ageUnits: ReadonlySet<string> = new Set(['yo', 'yr', 'yrs', 'y', 'year'])

function yearsFrom(words: Words, place: number, number: number): number | null {
  const [next, then, before] = [words.at(place + 1), words.at(place + 2), words.at(place - 1)]
  const old = then === 'old' || then === 'olds' || isPerson(then)
  if (next === 'yo' || (next === 'y' && then === 'o')) return number
  if (/^(?:years?|yrs?)$/.test(next) && old) return number
  if (/^(?:months?|weeks?|days?|mo|wk)$/.test(next) && old) return 0
  if (/^(?:anos|meses)$/.test(next) && /^(?:de|tiene|con)$/.test(before)) return next === 'anos' ? number : 0
  const stated = /^(?:is|aged|age|turned|turning|tiene)$/.test(before)
  return stated && !/^(?:minutes?|hours?|miles?|weeks?|months?|mg|pounds|lbs|percent)$/.test(next)
    ? number
    : null
}

function isPerson(word: string): boolean {
  return (
    childWords.has(word) ||
    olderWords.has(word) ||
    /^(?:son|mother|father|mom|dad|man|woman|male|female)$/.test(word)
  )
}
