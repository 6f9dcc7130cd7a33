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
  'babys first poop is black and sticky like tar, when does it change',
  'glue gun burn on hand, need someone today',
  'he has a nail gun injury from work',
  'i decided to end my contract with the home aide agency',
  'he has diabetes and gets shaky when he has to talk to people',
  'something stuck in my throat when I swallow bread',
  'the roofing tar smell makes me dizzy when I go by, clinic',
  'my cat left a dead bird on the porch, can I catch something',
  'they keep transferring me and then hang up',
  "the words of this contract don't make sense, elder lawyer",
  'no tengo calentador, ayuda con la luz',
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
