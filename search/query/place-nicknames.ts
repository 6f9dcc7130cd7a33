/** Nicknames of large places: "philly", "the big apple". The data file has them. */
import { allWordLists } from './word-lists.ts'

export interface NicknamedPlace {
  /** As `wordsOf` returns it, joined by spaces: `new york`. */
  readonly name: string
  /** Postal abbreviation. */
  readonly state: string
}

/** The place of a nickname, as `wordsOf` returns it, joined by spaces; undefined if no place has it. */
export function findNicknamedPlace(nickname: string): NicknamedPlace | undefined {
  return places.get(nickname)
}

/** The words of all nicknames, which are not corrected: "philly" is not a typo of "philip". */
export function nicknameWords(): readonly string[] {
  return [...places.keys()].flatMap((nickname) => nickname.split(' '))
}

const places: ReadonlyMap<string, NicknamedPlace> = new Map(
  [...allWordLists('place-nicknames.txt')].flatMap(([label, nicknames]) => {
    const [, name = '', state = ''] = /^(.+) ([a-z]{2})$/.exec(label) ?? []
    return nicknames.map((nickname) => [nickname, { name, state: state.toUpperCase() }] as const)
  }),
)
