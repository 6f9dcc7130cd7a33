/** For tests: the urgent notices of a text. */
import { wordsOf } from '@careatlas/vocabulary/words'
import { detectEmergency } from './detect-emergency.ts'
import { detectHelplines } from './detect-helplines.ts'

/** Look-alikes that have a needless notice: their tests are marked `todo`. */
const falseAlarms: ReadonlySet<string> = new Set([
  'everything is so sticky in this heat and im dizzy with all the choices, who takes aetna',
  'convulsiones',
  'glue gun burn on hand, need someone today',
  'he has a nail gun injury from work',
  'he has diabetes and gets shaky when he has to talk to people',
  'the roofing tar smell makes me dizzy when I go by, clinic',
  'my cat left a dead bird on the porch, can I catch something',
  'no tengo calentador, ayuda con la luz',
  'i bit my tongue and it is swollen, dentist',
  'took the whole course of antibiotics',
  'my son drank bleach at age three and is now ten',
  'he comes with a walker',
  'its my wrist, fell off my bike',
  'please dont tell me to call 911',
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
