/** Insurance, transport, the laboratory and other ordinary matters, whose words often score like those of an emergency. */
import { indexRedFlags, readRedFlags, type RedFlag } from './red-flag.ts'

export const ordinaryMatters = readRedFlags(import.meta.dirname, 'ordinary-matters.txt').flags

/** The score of an emergency, or of a notice, in a text that is about such matters. */
export const ordinaryScoreMin = 3.5

const excludedIllness = 'fear of an illness that was excluded'
const woundByThing = 'wound by a thing'

/** They are described by several clauses: "cut my hand on a lid, not deep". */
const ofSeveralClauses: ReadonlySet<string> = new Set([
  'prenatal care',
  'breast reduction',
  'jewelry of a piercing',
  'small wound',
  'injury of a limb or the back',
  'stiffness from sleep or a posture',
  'constipation',
  'color of the stool',
  'worry about school or work',
  'rash that fades',
  excludedIllness,
  'weakness that remains',
  'bruise of a toe or a finger alone',
  'nip of a pet',
  'limb asleep from a posture',
  'question about the usual time',
  'care without the knowledge of the parents',
  'wish for a younger clinician',
  'conversation that parents do not learn about',
  'stroke of an earlier month',
  woundByThing,
  'fear of needles',
  'cut of a finger in the kitchen',
  'low mood of most days',
  'plan of the parents who do not learn about the visit',
  'person who cannot be left alone during a visit',
  'parent with dementia',
])
const isOfSeveralClauses = ({ name }: RedFlag): boolean => ofSeveralClauses.has(name)

const findWholeMatters = indexRedFlags(ordinaryMatters.filter(isOfSeveralClauses))
const findMatters = indexRedFlags(ordinaryMatters.filter((flag) => !isOfSeveralClauses(flag)))

/** The clauses that may describe an emergency; those about an ordinary matter have no serious word. */
export function withoutOrdinaryMatters(clauses: readonly string[]): readonly string[] {
  if (findWholeMatters(clauses.join(' ')).length > 0) return []
  return clauses.filter((clause) => findMatters(clause).length === 0)
}

/** Whether the user fears an illness that a clinician excluded: "I get scared I'm having one, the doctor says my heart is fine". */
export function fearsExcludedIllness(text: string): boolean {
  return findWholeMatters(text).some(({ name }) => name === excludedIllness)
}

/** Whether the user was wounded by a thing in an accident, whose words score like those of self-harm: "cut my hand on a can". */
export function isWoundByThing(text: string): boolean {
  return findWholeMatters(text).some(({ name }) => name === woundByThing)
}
