/** Extracts what a query excludes: "not a nurse practitioner", "other than a chiropractor", "sin cirugía". */
import { allTaxonomies } from '@careatlas/directory/taxonomy'
import { stemOf, wordsOf } from '@careatlas/vocabulary/words'
import { isClinician, isTitle } from './care-words.ts'
import { phraseSet, type Extraction, TokenCursor } from './token-cursor.ts'
import { allWordLists, wordLists } from './word-lists.ts'

/** Excluded taxonomy codes. */
export type Exclusions = ReadonlySet<string>

const exclusionCues = phraseSet(wordLists('exclusion-cues.txt', ['phrases']).phrases)

/** Words between the cue and the excluded clinician: "no more oral surgeons". */
const wordsBetweenMax = 3

/** Alone, these words describe no taxonomy: "not a doctor" excludes nothing. */
const anyClinician = /^(?:doctor|physician|provider|practitioner|specialist|medic[oa]|doctora)e?s?$/

/** Treatments by surgeons, which are excluded; other treatments are only removed from the query with their cue. */
const operationWords = /^(?:surger(?:y|ies)|surgical|operations?|cirugias?|operacion|operar(?:me)?)$/
const otherTreatmentWords =
  /^(?:medications?|medicines?|meds|pills?|drugs|opioids?|injections?|needles?|radiation|chemo|medicamentos?|medicinas?|pastillas?|inyecciones)$/

/** Excludes only names in the taxonomy: "not sure which doctor" and "no insurance dentist" exclude nothing. */
export function extractExclusions(tokens: readonly string[]): Extraction<Exclusions> {
  const words = new TokenCursor(tokens)
  const found = new Set<string>()
  for (let index = 0; index < words.length; index++) {
    const count = words.phrase(index, exclusionCues)
    const excluded = count === 0 ? null : excludedAt(words, index + count)
    if (excluded === null) continue
    for (const code of excluded.codes) found.add(code)
    const end = index + count + excluded.length
    words.consume(index, count + excluded.length)
    for (const code of excludeNext(words, end)) found.add(code)
  }
  return { found, rest: words.remaining() }
}

/** Consumes the terms that "or" and "ni" add: "no pills or a psychiatrist". Returns their codes. */
function excludeNext(words: TokenCursor, from: number): readonly string[] {
  if (!joiningWords.test(words.at(from))) return []
  let to = from + 1
  while (articles.test(words.at(to))) to++
  const excluded = excludedAt(words, to)
  if (excluded === null) return []
  const end = to + excluded.length
  words.consume(from, end - from)
  return [...excluded.codes, ...excludeNext(words, end)]
}

const joiningWords = /^(?:or|nor|ni|o|u)$/
const articles = /^(?:an?|the|any|another|with|to|see|un|una|el|la|los|las|ningun|ninguna|al?|con|de|ver)$/

interface ExcludedTerm {
  readonly codes: readonly string[]
  readonly length: number
}

/** The excluded person, treatment or clinician that begins here; null if there is none. */
function excludedAt(words: TokenCursor, from: number): ExcludedTerm | null {
  const nameLength = countNameWords(words, from)
  if (nameLength > 0) return { codes: [], length: nameLength }
  if (operationWords.test(words.at(from))) return { codes: taxonomiesByName(['surgeon']), length: 1 }
  if (otherTreatmentWords.test(words.at(from))) return { codes: [], length: 1 }
  let last = -1
  for (let step = 0; step <= wordsBetweenMax; step++) {
    const word = words.at(from + step)
    if (word === '' || linkingWords.test(word)) break
    if (isClinician(word) || assistant.test(word)) last = step
  }
  if (last === -1) return null
  const tokens = words.joined(from, last + 1).split(' ')
  if (tokens.length === 1 && anyClinician.test(tokens[0]!)) return null
  const codes = taxonomiesByName(tokens.flatMap((word) => synonyms.get(word) ?? word))
  return codes.length === 0 ? null : { codes, length: last + 1 }
}

/** Of a physician; alone, it is in no list of clinicians. */
const assistant = /^assistants?$/

/** The number of words of an excluded person: "not dr lopez", "anyone but dr maria lopez". */
function countNameWords(words: TokenCursor, from: number): number {
  if (!isTitle(words.at(from))) return 0
  const mayBeName = (index: number): boolean =>
    words.at(index) !== '' && !linkingWords.test(words.at(index)) && !isClinician(words.at(index))
  if (!mayBeName(from + 1)) return 0
  return mayBeName(from + 2) ? 3 : 2
}

/** All codes whose names contain the words, as `orthopedic surgeon` contains `surgeon`. */
function taxonomiesByName(words: readonly string[]): readonly string[] {
  const stems = words.map(stemOf)
  return taxonomyNames().flatMap((name) => (stems.every((stem) => name.stems.has(stem)) ? name.code : []))
}

interface Name {
  readonly code: string
  readonly stems: ReadonlySet<string>
}

let cachedNames: readonly Name[] | undefined

function taxonomyNames(): readonly Name[] {
  cachedNames ??= allTaxonomies().map(({ code, name }) => ({
    code,
    stems: new Set(wordsOf(name).map(stemOf)),
  }))
  return cachedNames
}

/** Words that end the excluded term. */
const linkingWords =
  /^(?:for|in|near|who|that|with|and|or|but|to|is|are|please|para|en|que|con|y|o|pero|can|could|will|has|helps?|ever|knows?|no|not|nor|ni|sin|without|nada|just|only|solo|sino|instead)$/

/** Short and Spanish words for clinicians, as the taxonomy names them. */
const synonyms = allWordLists('clinician-synonyms.txt')
