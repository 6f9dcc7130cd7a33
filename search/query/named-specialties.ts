/** Finds the specialties that a query names outright, which rank before everything beside them: "cardiologist, also stressed". */
import type { Concept, Phrase } from '@careatlas/vocabulary/concept'
import { type PhraseIndex, stemsOf } from '@careatlas/vocabulary/phrase-index'
import { readSpecialtyNames } from '@careatlas/vocabulary/specialty-names'
import { stemOf, wordsOf } from '@careatlas/vocabulary/words'
import { isClinician } from './care-words.ts'
import { areJoined, findJoined, maxOf, type Mention, nameOf, raiseJoined } from './joined-specialties.ts'
import { wordLists } from './word-lists.ts'

const lists = wordLists('named-specialties.txt', ['general', 'roles', 'reports', 'mentions', 'determiners'])
const unspecific: ReadonlySet<string> = new Set(lists.general)

/** Whether the word is for clinicians of no single field: "doctor", "therapist". */
export function isGeneralClinician(word: string): boolean {
  return unspecific.has(word)
}

/** Short names, except "gi", which is also an organ: "gi cancer". */
const short: ReadonlySet<string> = new Set([
  'peds',
  'ped',
  'pedi',
  ...[...readSpecialtyNames().shortNames].flatMap(([specialty, names]) =>
    names.filter((name) => name !== specialty && name !== 'gi').flatMap(wordsOf),
  ),
])
/** Whether the word is the short name of a field, which may be part of the name of a service: "pulm". */
export function isShortName(word: string): boolean {
  return short.has(word)
}

/** The last words of names of two words that are no clinicians by themselves: "social worker". */
const roles: ReadonlySet<string> = new Set(lists.roles)
const reports: ReadonlySet<string> = new Set(lists.reports)
/** After these words, other clinicians are mentioned and not sought: "geneticist, we have seen an orthopedist". */
const mentions: ReadonlySet<string> = new Set([...lists.reports, ...lists.mentions])

/** Before the name of a specialty, they mention a clinician, too: "lactation consultant, the pediatrician sees no tongue tie". */
const determiners: ReadonlySet<string> = new Set(lists.determiners)

/** A specialty among this many first words is sought. */
const firstWords = 5

/** The factor for concepts beside a specialty that the query names. */
const unnamedFactor = 0.5

/** The greatest score of other concepts, as a share of the score of the named one. */
const notNamedMax = 0.9

/** The least score by words at which the words beside a specialty mean a subspecialty. */
const meantMin = 0.4

/** Among more words, some phrase of a subspecialty matches by chance. */
const besideMax = 40

/** NUCC codes of nurses: an orthopedic nurse is no orthopedist. */
const nurseCode = /^16[3-8]/

const nurse = /^(nurses?|enfermer[oa]s?)$/

/** The numbers of concepts that a query names, each in one set. */
export interface NamedConcepts {
  /** The longest name in the query is theirs; for a child, they are for children if the specialty has such a concept. */
  readonly best: ReadonlySet<number>
  /** A shorter name is theirs, or the patient is a child, and they are not for children. */
  readonly general: ReadonlySet<number>
  /** Their names share a specialty with the query. */
  readonly related: ReadonlySet<number>
  /** The topics that name no specialty, as stems. */
  readonly beside: readonly string[]
  /** The best concepts of each specialty beside "or" or "and": "dermatologist or allergist". They are equally good. */
  readonly joined: readonly ReadonlySet<number>[]
  readonly fields: readonly NamedField[]
}

/** A specialty as the query names it: "vascular surgeon", with every concept of that name. */
export interface NamedField {
  readonly name: string
  readonly concepts: ReadonlySet<number>
}

interface Name {
  readonly concept: number
  readonly stems: readonly string[]
  /** Whether no other concept is a better match for the name. */
  readonly isBest: boolean
}

export class NamedSpecialties {
  /** The stem of a specialty → the names with it, those of its subspecialties included. */
  readonly #names = new Map<string, Name[]>()
  /** The numbers of the concepts for children. */
  readonly #forChildren = new Set<number>()

  constructor(concepts: readonly Concept[]) {
    for (const [concept, { codes, phrases, audience }] of concepts.entries()) {
      if (nurseCode.test(codes[0]?.code ?? '')) continue
      if (audience === 'child') this.#forChildren.add(concept)
      for (const { text, kind, weight } of phrases)
        if (isNameOfClinician(text, kind)) this.#add({ concept, stems: stemsOf(text), isBest: weight === 1 })
    }
  }

  #add(name: Name): void {
    for (const stem of name.stems) {
      const names = this.#names.get(stem)
      if (names === undefined) this.#names.set(stem, [name])
      else names.push(name)
    }
  }

  /** Null if the query names none, or reports what a clinician said or did: "my dentist told me". */
  find(tokens: readonly string[], allTopics: readonly string[], isForChild: boolean): NamedConcepts | null {
    const end = this.#findMention(tokens)
    if (isReport(end === null ? tokens : tokens.slice(0, end + 1))) return null
    const sought = tokens.slice(0, end ?? undefined)
    const topics = end === null ? allTopics : allTopics.filter((topic) => sought.includes(topic))
    const indexes = this.#specialtyIndexes(topics).filter(
      (index) =>
        (end !== null || namesSpecialty(topics[index]!)) && !isVisit(tokens, tokens.indexOf(topics[index]!)),
    )
    if (indexes.length === 0) return null
    const stems = new Set(topics.map(stemOf))
    const [best, named, all] = [new Set<number>(), new Set<number>(), new Set<number>()]
    const specialtyMentions = indexes.flatMap((index) =>
      this.#qualifiers(index, topics, sought).map((qualifier) => ({ word: topics[index]!, qualifier })),
    )
    const joinedMentions = findJoined(specialtyMentions, sought)
    const joined: ReadonlySet<number>[] = []
    const fields: NamedField[] = []
    for (const mention of specialtyMentions) {
      const names = this.#namesWith(mention)
      // "Dentista o pediatra" does not name a pediatric dentist.
      const isJoined = joinedMentions.includes(mention)
      const others = isJoined ? joinedMentions.filter(({ word }) => word !== mention.word) : []
      const ownStems = stems.difference(new Set(others.map(({ word }) => stemOf(word))))
      const whole = names.filter((name) => name.stems.every((stem) => ownStems.has(stem)))
      const found = whole.filter(({ isBest }) => isBest)
      const concepts = new Set(this.#bestOf(found, names, isForChild).map(({ concept }) => concept))
      if (isJoined) joined.push(concepts)
      if (!service.test(mention.word) && found.length > 0)
        fields.push({
          name: nameOf(mention, sought),
          concepts: new Set(whole.map(({ concept }) => concept)),
        })
      for (const concept of concepts) best.add(concept)
      for (const { concept } of found) named.add(concept)
      for (const { concept } of names) all.add(concept)
    }
    if (all.size === 0) return null
    const general = named.difference(best)
    const words = new Set(indexes.map((index) => topics[index]!))
    const beside = [...new Set(allTopics.filter((word) => !words.has(word)).map(stemOf))]
    const related = all.difference(best).difference(general)
    return { best, general, related, beside, joined, fields }
  }

  /**
   * If a specialty is among the first words, the index of the first word after it that mentions another clinician, or the number of
   * words; otherwise null.
   */
  #findMention(tokens: readonly string[]): number | null {
    const [first] = this.#specialtyIndexes(tokens.slice(0, firstWords)).filter(
      (index) => !isVisit(tokens, index),
    )
    if (first === undefined) return null
    const start = first + 1
    const rest = tokens.slice(start)
    const index = rest.findIndex(
      (word, at) => mentions.has(word) || (determiners.has(word) && namesSpecialty(rest[at + 1] ?? '')),
    )
    return index === -1 ? tokens.length : start + index
  }

  /** Where a word names a specialty, by itself ("neurologist") or with another ("occupational therapist", "terapeuta del habla"). */
  #specialtyIndexes(words: readonly string[]): readonly number[] {
    return Array.from(words.keys()).filter(
      (index) => namesSpecialty(words[index]!) || this.#qualifier(index, words) !== undefined,
    )
  }

  /** The word that decides which specialty the role at the index is: "occupational", "habla"; undefined if it is no role. */
  #qualifier(index: number, words: readonly string[]): string | undefined {
    const [before, word] = [words[index - 1], words[index]!]
    if (!isRole(word)) return undefined
    if (before !== undefined && this.#isName(before, word)) return before
    const after = words.slice(index + 1).find((next) => !spanishParticle.test(next))
    return after !== undefined && this.#isName(word, after) ? after : undefined
  }

  /** The qualifiers of a role, two in "physical or occupational therapist"; undefined for a specialty without one. */
  #qualifiers(
    index: number,
    topics: readonly string[],
    tokens: readonly string[],
  ): readonly (string | undefined)[] {
    const word = topics[index]!
    if (namesSpecialty(word)) return [undefined]
    const [other, qualifier] = [topics[index - 2], this.#qualifier(index, topics)!]
    const hasTwo =
      qualifier === topics[index - 1] &&
      other !== undefined &&
      this.#isName(other, word) &&
      areJoined(tokens, other, qualifier)
    return hasTwo ? [other, qualifier] : [qualifier]
  }

  /** The names with the word; of a role, such as therapist, those with its qualifier: a speech therapist is no physical therapist. */
  #namesWith({ word, qualifier }: Mention): readonly Name[] {
    const names = this.#names.get(stemOf(word)) ?? []
    return qualifier === undefined ? names : names.filter(({ stems }) => stems.includes(stemOf(qualifier)))
  }

  #isName(first: string, last: string): boolean {
    const [before, stem] = [stemOf(first), stemOf(last)]
    const names = this.#names.get(stem) ?? []
    return names.some(
      ({ stems, isBest }) => isBest && stems.length === 2 && stems[0] === before && stems[1] === stem,
    )
  }

  /** The longest of the names found; for a child those for children, and for a name of one word, those of the specialty for children. */
  #bestOf(found: readonly Name[], all: readonly Name[], isForChild: boolean): readonly Name[] {
    const length = Math.max(0, ...found.map(({ stems }) => stems.length))
    const longest = found.filter(({ stems }) => stems.length === length)
    if (!isForChild) return longest
    const forChildren = all.filter(({ concept }) => this.#forChildren.has(concept))
    const named = longest.filter((name) => forChildren.includes(name))
    // "Peds neuro for headaches" has the names of two subspecialties.
    const others = length > 1 ? [longest] : [forChildren, longest]
    return [named, ...others].find((names) => names.length > 0) ?? []
  }
}

/**
 * Lowers the concepts that the query does not name. A subspecialty may be better than the named specialty only if the words beside it
 * mean the subspecialty: "cardiologist for afib", not "dentist for my anxious son".
 */
export function preferNamed(
  scores: Float32Array,
  named: NamedConcepts | null,
  index: PhraseIndex,
): Float32Array {
  if (named === null) return scores
  const { best, general, related, beside } = named
  const bestScore = maxOf(best, scores)
  const raised = raiseJoined(scores, named.joined)
  const max = bestScore === 0 ? 1 : notNamedMax * bestScore
  // Only a subspecialty with a higher score needs the second comparison with all phrases.
  const mayBeMeant = beside.length <= besideMax && maxOf(related, scores) > max
  const meant = mayBeMeant ? index.scores(beside) : null
  return scores.map((score, number) => {
    if (best.has(number)) return raised.get(number) ?? score
    if (general.has(number)) return Math.min(score, max)
    if (!related.has(number)) return Math.min(score, max) * unnamedFactor
    return meant !== null && meant[number]! >= meantMin ? score : Math.min(score, max)
  })
}

/** Whether a phrase is the name of a clinician; Spanish names are not apart from other phrases. "Psychologist not psychiatrist" names two. */
function isNameOfClinician(text: string, kind: Phrase['kind']): boolean {
  if (kind === 'spanish') return isRole(wordsOf(text)[0] ?? '')
  return (kind === 'roles' || kind === 'canonical') && !/\bnot\b/.test(text)
}

/** Last words of names of services, which are no clinicians. */
const service = /^(?:care|therapy|cuidados?)$/

/** Between a role and its qualifier: "terapeuta del habla", "especialista en alergias". */
const spanishParticle = /^(?:del?|el|la|los|las|en)$/

/** Whether the word can be a part of the name of a specialty; nurses have no names here. */
function isRole(word: string): boolean {
  return roles.has(word) || (isClinician(word) && !nurse.test(word))
}

/** Whether the word is for one specialty: "neurologist", not "doctor". */
export function namesSpecialty(word: string): boolean {
  return short.has(word) || (isClinician(word) && !unspecific.has(word))
}

/** Whether the clinician has been visited: "I went to the dentist and". */
function isVisit(tokens: readonly string[], index: number): boolean {
  return visited.test(tokens.slice(Math.max(0, index - 4), index).join(' '))
}

const visited =
  /\b(?:(?:went|been|was) (?:to|at)|saw|seen|already (?:have|has)) (?:a|an|the|my|his|her|our|their)$/

function isReport(tokens: readonly string[]): boolean {
  return tokens.some(
    (word, index) => reports.has(word) && tokens.slice(Math.max(0, index - 2), index).some(isClinician),
  )
}
