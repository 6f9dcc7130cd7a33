/** Puts the physician before the therapist for a condition that both treat, because a condition needs a diagnosis first. */
import type { Concept, Phrase } from './concept.ts'

/** NUCC codes of physicians. */
const physicianCode = /^20/

/** A physician who treats a condition at this weight or more makes the diagnosis. */
const diagnosisWeightMin = 0.9
const therapyWeight = 0.95

/** Swaps the weights of a condition between a therapist, for whom it is the best match, and the physician who shares it most. */
export function orderProfessions(concepts: readonly Concept[]): readonly Concept[] {
  const diagnosedBy = findDiagnosticians(concepts)
  return concepts.map((concept) => ({
    ...concept,
    phrases: concept.phrases.map((phrase) => ({
      ...phrase,
      weight: orderedWeight(phrase, concept, diagnosedBy),
    })),
  }))
}

function orderedWeight(
  { text, kind, weight }: Phrase,
  concept: Concept,
  diagnosedBy: ReadonlyMap<string, Concept>,
): number {
  const physician = kind === 'conditions' ? diagnosedBy.get(text) : undefined
  if (physician === concept) return 1
  return physician !== undefined && weight === 1 ? therapyWeight : weight
}

/** Condition → the physician who shares it most, if it is the best match of another profession. */
function findDiagnosticians(concepts: readonly Concept[]): ReadonlyMap<string, Concept> {
  const conditionsOf = (isPhysician: boolean): readonly (readonly [Phrase, Concept])[] =>
    concepts
      .filter(({ codes }) => codes.length > 0 && physicianCode.test(codes[0]!.code) === isPhysician)
      .flatMap((concept) =>
        concept.phrases
          .filter(({ kind }) => kind === 'conditions')
          .map((phrase) => [phrase, concept] as const),
      )
  const bestOfOthers = new Set(
    conditionsOf(false).flatMap(([{ text, weight }, { codes }]) =>
      weight === 1 && therapistCode.test(codes[0]!.code) ? text : [],
    ),
  )
  const found = new Map<string, readonly [number, Concept]>()
  for (const [{ text, weight }, concept] of conditionsOf(true))
    if (bestOfOthers.has(text) && weight >= diagnosisWeightMin && weight > (found.get(text)?.[0] ?? 0))
      found.set(text, [weight, concept])
  return new Map(found.entries().map(([text, [, concept]]) => [text, concept]))
}

/** NUCC codes of counselors, psychologists, social workers and rehabilitation therapists. */
const therapistCode = /^(?:10|22)/
