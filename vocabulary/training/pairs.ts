/** Training data: pairs of a query and a matching text, from the concepts and taxonomy only. */
import { allTaxonomies, type Taxonomy } from '@careatlas/directory/taxonomy'
import type { Concept } from '../concept.ts'
import type { Random } from './random.ts'

export interface Pair {
  readonly query: string
  readonly text: string
  /** The concepts of the query; their texts are not negative examples. */
  readonly concepts: readonly number[]
  /** The concept of the text. */
  readonly concept: number
}

/** Templates of queries; `*` is the phrase. */
const templates = [
  'doctor for *',
  'i have *',
  'help with *',
  'specialist for *',
  'treatment for *',
  'someone who treats *',
  'who do i see for *',
  'best * near me',
  '* appointment',
  'my mom has *',
] as const
const childTemplates = [
  'my kid has *',
  'my baby has *',
  'my son has *',
  'my daughter needs *',
  '* child',
] as const

/** The pairs of one epoch in random order; the weight of a phrase is its probability. */
export function createPairs(concepts: readonly Concept[], random: Random): readonly Pair[] {
  const taxonomies = new Map(allTaxonomies().map((taxonomy) => [taxonomy.code, taxonomy]))
  const conceptsOfPhrase = groupConceptsByPhrase(concepts)
  const pairs = concepts.flatMap((concept, number) => {
    const matching = concept.codes.flatMap(({ code }) => taxonomies.get(code) ?? [])
    const draw = (): string => drawText(concept, matching, random)
    return [
      ...concept.phrases
        .filter(({ weight }) => random.next() < weight)
        .map(({ text }) => ({
          query: toQuery(text, concept, random),
          text: draw(),
          concepts: conceptsOfPhrase.get(text)!,
          concept: number,
        })),
      ...matching.flatMap(listTaxonomyTexts).map((phrase) => ({
        query: toQuery(phrase, concept, random),
        text: draw(),
        concepts: conceptsOfPhrase.get(phrase) ?? [number],
        concept: number,
      })),
    ]
  })
  return random.shuffle(pairs)
}

/** Phrase → the concepts that contain it. */
function groupConceptsByPhrase(concepts: readonly Concept[]): ReadonlyMap<string, readonly number[]> {
  const conceptsOfPhrase = new Map<string, number[]>()
  concepts.forEach(({ phrases }, number) => {
    for (const { text } of phrases)
      conceptsOfPhrase.set(text, [...(conceptsOfPhrase.get(text) ?? []), number])
  })
  return conceptsOfPhrase
}

/** The names and descriptions of a profession, split at commas. */
function listTaxonomyTexts({ name, plural, plain, field, care }: Taxonomy): readonly string[] {
  return [name, plural, plain ?? name, field, ...care.split(/[,:;]/).map((part) => part.trim())].filter(
    (phrase) => phrase.length > 3,
  )
}

function drawText(concept: Concept, matching: readonly Taxonomy[], random: Random): string {
  const draw = random.next()
  if (matching.length > 0 && draw < 0.35)
    return random.oneOf(listTaxonomyTexts(random.oneOf(matching)).slice(0, 4))
  if (matching.length > 0 && draw < 0.5) return random.oneOf(matching).care
  if (draw < 0.75)
    return random.oneOf(concept.phrases.filter(({ kind }) => kind === 'canonical' || kind === 'roles')).text
  return Array.from({ length: 4 }, () => random.oneOf(concept.phrases).text).join(', ')
}

function toQuery(phrase: string, { audience }: Concept, random: Random): string {
  const draw = random.next()
  if (draw < 0.55) return phrase
  if (draw < 0.7) return misspell(phrase, random)
  const template = random.oneOf(audience === 'child' ? [...templates, ...childTemplates] : templates)
  return template.replace('*', phrase)
}

const letters = 'abcdefghijklmnopqrstuvwxyz'

/** One letter removed, doubled, swapped with the next or replaced. */
function misspell(phrase: string, random: Random): string {
  const index = 1 + random.below(Math.max(1, phrase.length - 2))
  const [before, letter, after] = [phrase.slice(0, index), phrase[index] ?? '', phrase.slice(index + 1)]
  const mistakes = [
    before + after,
    before + letter + letter + after,
    before + (after[0] ?? '') + letter + after.slice(1),
    before + letters[random.below(letters.length)] + after,
  ]
  return random.oneOf(mistakes)
}
