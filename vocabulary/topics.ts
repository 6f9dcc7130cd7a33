/** Topics: phrases that several concepts share, such as the drugs that they prescribe. The data is in `topics/`. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Concept, Phrase } from './concept.ts'
import { parseSections } from './data-file.ts'
import { parseWeightedItems, type WeightedText } from './weighted-items.ts'

export interface Topic {
  readonly name: string
  /** IDs of concepts with their weights. */
  readonly concepts: readonly WeightedText[]
  readonly phrases: readonly Phrase[]
}

const folder = join(import.meta.dirname, 'topics')

/** The topics of all files. Throws an Error that names a malformed line. */
export function allTopics(): readonly Topic[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.txt'))
    .toSorted()
    .flatMap((file) => parseTopics(readFileSync(join(folder, file), 'utf8'), file))
}

const kinds = { phrases: 'conditions', spanish: 'spanish' } as const

export function parseTopics(text: string, file: string): readonly Topic[] {
  return parseSections(text, file, ['concepts', 'phrases', 'spanish']).map(({ name, fields, where }) => {
    const itemsOf = (field: string): readonly WeightedText[] =>
      parseWeightedItems(
        fields.find((candidate) => candidate.name === field),
        where,
      )
    const phrases = (['phrases', 'spanish'] as const).flatMap((field) =>
      itemsOf(field).map((item): Phrase => ({ ...item, kind: kinds[field] })),
    )
    if (itemsOf('concepts').length === 0 || phrases.length === 0)
      throw new Error(`${where}: ${name} needs concepts and phrases`)
    const concepts = itemsOf('concepts').map(({ text: id, weight }, index) => ({
      text: id,
      weight: index === 0 ? weight : Math.min(weight, sharedWeight),
    }))
    return { name, concepts, phrases }
  })
}

/** Adds the phrases of the topics to their concepts. */
export function addTopics(concepts: readonly Concept[], topics: readonly Topic[]): readonly Concept[] {
  return addPhrases(concepts, ({ id }) =>
    topics.flatMap(({ concepts: ids, phrases }) => {
      const weight = ids.find(({ text }) => text === id)?.weight
      return weight === undefined
        ? []
        : phrases.map((phrase) => ({ ...phrase, weight: phrase.weight * weight }))
    }),
  )
}

/** The weight of an added phrase that is already the best of another concept. */
const sharedWeight = 0.95

/** Each concept with the phrases that it lacks; one concept at most has a phrase with weight 1, the first. */
export function addPhrases(
  concepts: readonly Concept[],
  listFor: (concept: Concept) => readonly Phrase[],
): readonly Concept[] {
  const best = new Set(
    concepts.flatMap(({ phrases }) => phrases.filter(({ weight }) => weight === 1).map(({ text }) => text)),
  )
  return concepts.map((concept) => {
    const known = new Set(concept.phrases.map(({ text }) => text))
    const added = listFor(concept)
      .filter(({ text }) => !known.has(text) && known.add(text))
      .map((phrase) =>
        best.has(phrase.text) ? { ...phrase, weight: Math.min(phrase.weight, sharedWeight) } : phrase,
      )
    for (const { text, weight } of added) if (weight === 1) best.add(text)
    return added.length === 0 ? concept : { ...concept, phrases: [...concept.phrases, ...added] }
  })
}
