/** For tests: the urgent notices of a text. */
import { wordsOf } from '@careatlas/vocabulary/words'
import { detectEmergency } from './detect-emergency.ts'
import { detectHelplines } from './detect-helplines.ts'

/** The kinds of the notices, with `body` or `mind` for an emergency. */
export function listNotices(text: string): readonly string[] {
  const words = wordsOf(text)
  const { emergency } = detectEmergency(text, words)
  return [...(emergency === null ? [] : [emergency]), ...detectHelplines(emergency, words)]
}
