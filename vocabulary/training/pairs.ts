/** Training data: pairs of a question and a matching text, from the concepts and taxonomy only. */
import { allTaxonomies, type Taxonomy } from '@careatlas/directory/taxonomy'
import type { Concept } from '../concept.ts'
import type { Random } from './random.ts'

export interface Pair {
  readonly question: string
  readonly text: string
  /** Concepts of the question: texts of these are not negative examples. */
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
export function pairsOf(concepts: readonly Concept[], random: Random): readonly Pair[] {
  const taxonomies = new Map(allTaxonomies().map((taxonomy) => [taxonomy.code, taxonomy]))
  const homes = conceptsByPhrase(concepts)
  const pairs = concepts.flatMap((concept, number) => {
    const held = concept.codes.flatMap(({ code }) => taxonomies.get(code) ?? [])
    const texts = (): string => textOf(concept, held, random)
    return [
      ...concept.phrases
        .filter(({ weight }) => random.next() < weight)
        .map(({ text }) => ({
          question: toQuestion(text, concept, random),
          text: texts(),
          concepts: homes.get(text)!,
          concept: number,
        })),
      ...held.flatMap(taxonomyTexts).map((saying) => ({
        question: toQuestion(saying, concept, random),
        text: texts(),
        concepts: homes.get(saying) ?? [number],
        concept: number,
      })),
    ]
  })
  return random.shuffle(pairs)
}

/** Phrase → the concepts that contain it. */
function conceptsByPhrase(concepts: readonly Concept[]): ReadonlyMap<string, readonly number[]> {
  const homes = new Map<string, number[]>()
  concepts.forEach(({ phrases }, number) => {
    for (const { text } of phrases) homes.set(text, [...(homes.get(text) ?? []), number])
  })
  return homes
}

/** The names and descriptions of a profession, split at commas. */
function taxonomyTexts({ name, plural, plain, field, care }: Taxonomy): readonly string[] {
  return [name, plural, plain ?? name, field, ...care.split(/[,:;]/).map((part) => part.trim())].filter(
    (saying) => saying.length > 3,
  )
}

function textOf(concept: Concept, held: readonly Taxonomy[], random: Random): string {
  const draw = random.next()
  if (held.length > 0 && draw < 0.35) return random.oneOf(taxonomyTexts(random.oneOf(held)).slice(0, 4))
  if (held.length > 0 && draw < 0.5) return random.oneOf(held).care
  if (draw < 0.75)
    return random.oneOf(concept.phrases.filter(({ kind }) => kind === 'canonical' || kind === 'roles')).text
  return Array.from({ length: 4 }, () => random.oneOf(concept.phrases).text).join(', ')
}

function toQuestion(phrase: string, { audience }: Concept, random: Random): string {
  const draw = random.next()
  if (draw < 0.55) return phrase
  if (draw < 0.7) return misspell(phrase, random)
  const wrapping = random.oneOf(audience === 'child' ? [...templates, ...childTemplates] : templates)
  return wrapping.replace('*', phrase)
}

const letters = 'abcdefghijklmnopqrstuvwxyz'

/** One letter removed, doubled, swapped with the next or replaced. */
function misspell(phrase: string, random: Random): string {
  const at = 1 + random.below(Math.max(1, phrase.length - 2))
  const [before, letter, after] = [phrase.slice(0, at), phrase[at] ?? '', phrase.slice(at + 1)]
  const mistakes = [
    before + after,
    before + letter + letter + after,
    before + (after[0] ?? '') + letter + after.slice(1),
    before + letters[random.below(letters.length)] + after,
  ]
  return random.oneOf(mistakes)
}
