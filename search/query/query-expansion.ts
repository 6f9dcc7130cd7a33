/** The question as it was understood, fit to be asked again. */
import { queryLengthMax } from '@careatlas/contract/parameters'
import type { Concept } from '@careatlas/vocabulary/concept'

/** Below this the question is about something else, and is only corrected. */
const answered = 0.5

/** A concept of this score lends its clinical names, and with it those that are nearly as good. */
const lending = 0.6
const nearlyBest = 0.9
const conceptsAtMost = 2
const namesOfEach = 2

interface Understood {
  readonly question: string
  /** The words that are left of the question, and the same ones in corrected spelling. */
  readonly said: readonly string[]
  readonly spelled: readonly string[]
  readonly concepts: readonly Concept[]
  readonly scores: Float32Array
  /** 0 to 1: how likely it is that any of them is meant. */
  readonly sure: number
}

/** `cardioligist near me` → `cardiologist near me cardiology cardiovascular disease`; null where nothing changed. */
export function queryExpansion({
  question,
  said,
  spelled,
  concepts,
  scores,
  sure,
}: Understood): string | null {
  const mended = said.reduce(
    (text, word, at) =>
      word === spelled[at] ? text : text.replace(new RegExp(`\\b${word}\\b`, 'iu'), spelled[at]!),
    question,
  )
  const known = mended.toLowerCase()
  const names = (sure < answered ? [] : surest(concepts, scores))
    .flatMap(({ phrases }) => phrases.filter(({ kind }) => kind === 'canonical').slice(0, namesOfEach))
    .map(({ text }) => text)
    .filter((name) => !known.includes(name))
  const expanded = [mended, ...new Set(names)].join(' ')
  return expanded === question || expanded.length > queryLengthMax ? null : expanded
}

function surest(concepts: readonly Concept[], scores: Float32Array): readonly Concept[] {
  const best = scores.reduce((most, score) => Math.max(most, score), 0)
  return [...scores.entries()]
    .filter(([at, score]) => score >= lending && score >= nearlyBest * best && concepts[at]!.codes.length > 0)
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, conceptsAtMost)
    .map(([at]) => concepts[at]!)
}
