/** Expands a query with its corrections and clinical names, so that a client can send it again. */
import { queryLengthMax } from '@careatlas/contract/parameters'
import { stripInvisible } from '@careatlas/directory/strip-invisible'
import type { Concept } from '@careatlas/vocabulary/concept'

/** Below this confidence (0 to 1) the query is probably out of scope, and is only corrected. */
const confidenceMin = 0.5

/** A concept adds its clinical names if it reaches this score, and this share of the best score. */
const scoreMin = 0.6
const minOfBest = 0.9
const conceptsMax = 2
const namesPerConceptMax = 2

interface ExpansionInput {
  readonly queryText: string
  /** The words of the query, and the same words corrected. */
  readonly tokens: readonly string[]
  readonly corrected: readonly string[]
  /** What `findCare` returns for the query. */
  readonly care: readonly Concept[]
}

/** `cardioligist near me` → `cardiologist near me cardiology cardiovascular disease`; null if nothing changed. */
export function queryExpansion({ queryText, tokens, corrected, care }: ExpansionInput): string | null {
  const visibleText = stripInvisible(queryText)
  const correctedText = tokens.reduce(
    (text, word, index) =>
      word === corrected[index] ? text : text.replace(new RegExp(`\\b${word}\\b`, 'iu'), corrected[index]!),
    visibleText,
  )
  const lowerCaseText = correctedText.toLowerCase()
  const names = care
    .flatMap(({ phrases }) => phrases.filter(({ kind }) => kind === 'canonical').slice(0, namesPerConceptMax))
    .map(({ text }) => text)
    .filter((name) => !lowerCaseText.includes(name))
  const expanded = [correctedText, ...new Set(names)].join(' ')
  return expanded === visibleText || expanded.length > queryLengthMax ? null : expanded
}

/** The concepts that a query means, the best first; none if the query is probably out of scope. */
export function findCare(
  concepts: readonly Concept[],
  scores: Float32Array,
  confidence: number,
): readonly Concept[] {
  if (confidence < confidenceMin) return []
  let best = 0
  for (let index = 0; index < scores.length; index++) if (scores[index]! > best) best = scores[index]!
  const min = Math.max(scoreMin, minOfBest * best)
  const found: number[] = []
  for (let index = 0; index < scores.length; index++)
    if (scores[index]! >= min && concepts[index]!.codes.length > 0) found.push(index)
  const ids = found.toSorted((a, b) => scores[b]! - scores[a]!).map((index) => concepts[index]!.id)
  // A range of ICD-10-CM has the ID of the concept that describes its field, which precedes it.
  return [...new Set(ids)].slice(0, conceptsMax).map((id) => concepts.find((concept) => concept.id === id)!)
}
