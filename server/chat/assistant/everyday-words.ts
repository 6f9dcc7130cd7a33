/** Words of messages about a list, an office or an appointment, which describe nothing urgent. */
import { readLists } from '@careatlas/vocabulary/data-file'
import { join } from 'node:path'

const lists = readLists(join(import.meta.dirname, 'words'), 'everyday-words.txt', ['english', 'spanish'])
const everyday: ReadonlySet<string> = new Set([...lists.english, ...lists.spanish])

/** Whether the folded word is one of them. */
export function isEverydayWord(word: string): boolean {
  return everyday.has(word)
}

/** Whether the folded words of a need are about mental health, after which a few everyday words may be a sign of a crisis. */
export function isAboutMind(need: string): boolean {
  return mind.test(need)
}

const mind =
  /\b(?:mental|mind|(?<!\b(?:physical|speech|occupational|massage|radiation|hand|vision|respiratory) )therap\w*|terap\w*(?! (?:fisic|ocupacional|del habla|respirator))|psych\w*|psi[cq]\w*|counsel\w*|consejer\w*|depress\w*|depres\w*|anxi\w*|ansi\w*|suicid\w*|bipolar|trauma|grief|addict\w*|adic\w*|detox|(?<!\bphysical )rehab\w*(?! centers?\b)|alcohol\w*|drugs?|crisis)\b/
