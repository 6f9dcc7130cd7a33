/**
 * Detects what has a notice of its own besides that of an emergency or a crisis: a possible poisoning, violence, a danger to others
 * and an urgent sign of pregnancy.
 */
import { withoutFaultyThings } from '../faulty-things.ts'
import { queryTokensMax } from '../token-cursor.ts'
import type { Emergency } from './detect-emergency.ts'
import { withoutEmergencyWork } from './emergency-work.ts'
import { withoutEnded } from './ended-emergency.ts'
import { withoutFigurativeDanger } from './figurative-danger.ts'
import { ordinaryScoreMin, withoutOrdinaryMatters } from './ordinary-matters.ts'
import { indexRedFlags, readRedFlags, type RedFlag } from './red-flag.ts'
import { dangerToOthers, pregnancy } from './shared-red-flags.ts'
import { scoreUrgency, urgentScoreMin } from './urgent-words.ts'

export type Helpline = 'poison' | 'violence' | 'danger_to_others' | 'pregnancy_urgent'

interface HelplineFlags {
  readonly helpline: Helpline
  readonly flags: readonly RedFlag[]
  /** The flags count only in an emergency of these kinds, whose detection weighs the rest of the query; null if in any query. */
  readonly within: readonly Emergency[] | null
}

const redFlags: readonly HelplineFlags[] = [
  { helpline: 'poison', flags: readRedFlags(import.meta.dirname, 'poison.txt').flags, within: null },
  {
    helpline: 'poison',
    flags: readRedFlags(import.meta.dirname, 'overdose.txt').flags,
    within: ['body', 'mind'],
  },
  { helpline: 'violence', flags: readRedFlags(import.meta.dirname, 'violence.txt').flags, within: null },
  { helpline: 'danger_to_others', flags: dangerToOthers, within: ['mind'] },
  { helpline: 'pregnancy_urgent', flags: pregnancy, within: ['body'] },
]

const selfInflicted = readRedFlags(import.meta.dirname, 'context.txt').group('self inflicted injury')

export const helplineFlags = redFlags.flatMap(({ flags }) => flags)
const indexed = redFlags.map((entry) => ({ ...entry, findFlags: indexRedFlags(entry.flags) }))

/** The threshold of a kind that is less probable than another one, for example violence beside an overdose. */
const furtherKindScoreMin = 0

/**
 * @param emergency the emergency of the same query
 * @param spellings the words of the query in corrected spelling and as written: a flag in either counts
 */
export function detectHelplines(
  emergency: Emergency | null,
  ...spellings: readonly (readonly string[])[]
): readonly Helpline[] {
  const texts = [
    ...new Set(spellings.map((words) => withoutHarmless(words.slice(0, queryTokensMax).join(' ')))),
  ]
  const scores = scoreUrgency(
    texts.map((text) => text.split(' ').filter((word) => word !== '')),
    spellings[0],
  )
  const isOrdinary = withoutOrdinaryMatters(texts).length === 0
  const isSelfInflicted = texts.some((text) => selfInflicted.test(text))
  const highest = Math.max(...Object.values(scores))
  const scoreMinOf = (helpline: Helpline): number => {
    // Only red flags name another person.
    if (isSelfInflicted && helpline === 'violence') return Infinity
    if (isOrdinary) return ordinaryScoreMin
    return scores[helpline] === highest ? urgentScoreMin : furtherKindScoreMin
  }
  const found = indexed
    .filter(({ within }) => within === null || (emergency !== null && within.includes(emergency)))
    .filter(
      ({ helpline, findFlags }) =>
        scores[helpline] >= scoreMinOf(helpline) || texts.some((text) => findFlags(text).length > 0),
    )
    .map(({ helpline }) => helpline)
  return [...new Set(found)]
}

/** The text without things that have a fault, figures of speech, work in emergency services and what ended long ago. */
function withoutHarmless(text: string): string {
  return withoutEnded(withoutEmergencyWork(withoutFigurativeDanger(withoutFaultyThings(text))))
}
