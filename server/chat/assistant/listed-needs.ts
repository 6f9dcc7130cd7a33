/** Finds the kinds of care of a list: "a dialysis center, a podiatrist and someone for her eyes". */
import { isAnyDoctor, isClinician, isFacility } from '@careatlas/search/query/care-words'
import type { QueryResources } from '@careatlas/search/query/query-resources'
import { wordsOf } from '@careatlas/vocabulary/words'
import { isAdult } from './open-needs.ts'
import { negation } from './other-needs.ts'
import { bestScore, parseNeed, readNeed } from './read-need.ts'
import { findStatedKinds } from './stated-kind.ts'

/** The parts of the list in their order, each of another field; fewer than two are no list. */
export function findListedNeeds(text: string, resources: QueryResources): readonly string[] {
  if (negation.test(text.replace(lack, ' '))) return []
  for (const sentence of text.split(/[.!;]|(?<=\?)/)) {
    const [, list] = listAfter.exec(sentence) ?? []
    const needs = list === undefined ? readNames(sentence, resources) : readList(list, resources)
    if (needs.length > 1) return needs
  }
  return []
}

/** "With no insurance" refuses no care. */
const lack =
  /\b(?:no|without|sin|not have) (?:any |health |an? |un )?(?:insurance|car|money|papers|id|ride|seguro|carro|dinero|papeles)\b/iu

const listAfter =
  /\b(?:needs?|looking for|find|wants?|like|both|is there|are there|do you have|(?:does|do|can) (?:\S+ ){1,5}(?:do|offer|provide)|hay|busc\p{L}+|necesit\p{L}+|quier\p{L}+|quisiera)\b(?:[^,:;]{0,12}:)?(.+)$/iu

const betweenNeeds =
  /[,+&]|\bor (?:who|what)ever\b.*$|\b(?:and|or|plus|also|maybe|y|o|ademas|además|tambien|también)\b/iu

/** "Chiropractor or massage therapist in Newport": names of care alone. */
function readNames(sentence: string, resources: QueryResources): readonly string[] {
  if (sentence.endsWith('?')) return []
  const parts = sentence
    .slice(sentence.indexOf(':') + 1)
    .split(betweenNeeds)
    .filter((part) => part.trim() !== '')
  const read = parts.map((part) => readPart(part, resources))
  // The place, or what the sentence goes on with, may follow the names.
  const end = read.indexOf(null)
  const needs = (end === -1 ? read : read.slice(0, end)).flatMap((need) => need ?? [])
  const isGeneral = needs.some(({ name }) => name.split(' ').every(isAnyDoctor))
  if (isGeneral || !needs.some(({ name }) => namesPlaceOrClinician(name))) return []
  return needs
    .filter((need, index) => !needs.slice(0, index).some((earlier) => isRelated(earlier, need)))
    .map(({ name }) => name)
}

/** A cardiologist and a heart surgeon are found by one search. */
function isRelated(one: Part, other: Part): boolean {
  return [...one.codes].some((code) => other.codes.has(code))
}

function namesPlaceOrClinician(name: string): boolean {
  return name.split(' ').some((word) => isClinician(word) || isFacility(word))
}

function readList(list: string, resources: QueryResources): readonly string[] {
  const [first = '', ...others] = list.split(betweenNeeds)
  // "A doctor for diabetes, asthma and gout" lists complaints for one clinician.
  const isOfOne = purpose.test(first)
  const needs: Part[] = []
  let isDescribed = false
  const doctorOf = doctorOfPart.test(first)
  for (const part of [first, ...others].filter((words) => words.trim() !== '')) {
    const isOfPart = doctorOf && ofPart.test(part)
    const need = readPart(isOfPart ? `un doctor ${part.trim()}` : part, resources)
    if (need === null) break
    const isOwn =
      need.isIntroduced ||
      need.name.split(' ').some(isClinician) ||
      abbreviation.test(need.name) ||
      findStatedKinds(need.name.split(' '), resources).includes(need.name)
    // "A dentist, my gums bleed", "my knee, twisted it at soccer": what the first one treats, and then what belongs to it.
    const isTreated = needs.some(({ code }) => code !== undefined && need.treating.has(code))
    isDescribed ||= needs.length > 0 && !isOwn && (isTreated || event.test(need.name))
    if (needs.some(({ code }) => code === need.code) || (isDescribed && !isOwn)) continue
    if (needs.length > 0 && !isOwn && (isOfOne || others.length < 2) && !/\bboth\b/i.test(first)) break
    needs.push(need)
  }
  return needs.map(({ name }) => name)
}

/** "Doctor de los ojos y también de los pies" */
const doctorOfPart = /\b(?:doctora?|m[eé]dic[oa]|especialista) de(?:l| el| la| los| las) /iu
const ofPart = /^ *de(?:l| el| la| los| las) /iu

/** "Ortho and PT" */
const abbreviation =
  /^(?:dental|vision|counseling|(?:mental|behavioral) health|primary care|pt|ot|slp|ortho|derm|gi|ent|ob ?gyn|gyn|cardio|neuro|psych|peds|rheum|endo|pulm|uro|nephro|onc|heme|podiatry|pcp|physical therapy|speech therapy|occupational therapy)$/

const purpose = /\b(?:for|who|that|with|para|que|con)\b/iu

interface Part {
  readonly name: string
  /** The best code. */
  readonly code: string | undefined
  /** The codes of the clinicians who usually treat it. */
  readonly treating: ReadonlySet<string>
  /** All codes, also those of clinicians who treat it more rarely. */
  readonly codes: ReadonlySet<string>
  readonly isIntroduced: boolean
}

function readPart(part: string, resources: QueryResources): Part | null {
  const words = wordsOf(part).join(' ')
  const [introduction = ''] = introductionOfPart.exec(words) ?? []
  const name = words.slice(introduction.length).replace(afterName, '').trim()
  const length = name.split(' ').filter((word) => !ofOrArticle.test(word)).length
  if (name === '' || length > nameWordsMax || statementOrWish.test(name)) return null
  // "A nurse for wound care, my dad"
  if (name.split(' ').every(isAdult)) return null
  const parsed = parseNeed(name, resources)
  const isCare = readNeed(name, resources) !== null && bestScore(parsed) >= scoreMin
  if (!isCare) return null
  const codes = parsed.care.flatMap((concept) => concept.codes)
  return {
    name,
    code: parsed.care[0]?.codes[0]?.code,
    treating: new Set(codes.flatMap(({ code, weight }) => (weight >= treatingMin ? [code] : []))),
    codes: new Set(codes.map(({ code }) => code)),
    isIntroduced: article.test(introduction),
  }
}

const treatingMin = 0.7

/** What has happened, or what does not work: "twisted it", "scratched my cornea", "can't sleep". */
const event =
  /\b(?:it|me|him|them|cant|cannot|couldnt|wont|dont|doesnt|keeps?|keep|me lo|me la|no puedo|no puede)\b|^\S+ed (?:my|his|her|our|their|the|an?|up|on|off)\b/

/** Most names of care reach this score. */
const scoreMin = 0.5
const nameWordsMax = 3
const ofOrArticle = /^(?:del?|el|la|los|las)$/

const introductionOfPart =
  /^(?:(?:(?:i|we|he|she|they|(?:my|our|his|her) \S+) (?:also |will |all )*(?:needs?|wants?)|also|then|maybe|both|now|to|see|find|needs?|necesit\w+|busc\w+|an?|the|some(?: (?:kind|sort|type) of)?|un|una|el|la|alg[uú]n) )*(?:(?:some(?:one|body)|person|doctor|dr|alguien) (?:for|to (?:do|look at|check|help with|treat)|who does|para|que (?:vea|haga|revise)) )?(?:(?:his|her|my|our|their|the|su|sus|mi|mis|la|el|los|las) )*/
/** A part with its own article or verb is a need of its own. */
const article = /\b(?:an?|some(?:one|body)|some (?:kind|sort|type) of|un|una|alguien|needs?|necesit\w+)\b/
const afterName = / ?\b(?:in|near|around|at(?! home)|by|for|who|that|with|en|cerca|para|que|con)\b.*$/
/** A statement, or a wish for the clinician: "taking new patients", "female". */
const statementOrWish =
  /^(?:i|we|he|she|they|it|ella|ellos|prefer\w*|prefier\w*)\b|^(?:(?:trans\w*|cis|gay|straight|adult|older|young) )?(?:(?:fe)?males?|(?:wo)?m[ae]n|mujer(?:es)?|hombres?)$|\b(?:young(?:er|ish)?|old(?:er|ish)|joven|mayor)$|\b(?:friendly|suggest(?:s|ed)|recommend(?:s|ed)|refer(?:s|red)|order(?:s|ed)|mentioned|thinks?|thought|told|sent|sugirio|recomendo|mando|refirio|has|have|had|is|are|was|were|takes?|taking|accepts?|accepting|open|speaks?|speaking|hours|patients?|insurance|lives?|live|said|says|tiene|tengo|toma|acepta|abre|habla|vive|vivo|es|soy|pacientes|seguro|horario)\b/
