/** Turns of speech whose words mean something else: nobody who is dying to lose weight asks for a hospice. */
import { phraseSet, TokenCursor } from './token-cursor.ts'

const idioms = phraseSet(`
  dying to, dying for a|an|some, dying of curiosity|boredom|embarrassment|laughter, to die for, scared to death, bored to death
  an arm and a leg, arm and a leg, a pain in the neck to find|get|reach, rule of thumb, on the other hand, heads up, head start
  second hand, by heart, learn by heart, from the bottom of my heart, keep an eye on, see eye to eye, sick and tired of, sick of
  skin in the game, cold feet about, shot in the dark, long shot, no brainer, foot the bill, back to back, gut feeling
  me muero por, me muero de ganas|curiosidad|risa, de todo corazon, a primera vista
`)

/** The words without them. */
export function withoutIdioms(said: readonly string[]): readonly string[] {
  const words = new TokenCursor(said)
  return words.takeAll(idioms) ? words.remaining() : said
}
