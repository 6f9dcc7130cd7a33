/** Reads clinical words that no phrase has by their Greek and Latin parts: `valvulopathy` is a disease of the heart valves. */
import { type Organ, type Process, readAnatomy } from './anatomy.ts'
import { singularize, wordsOf } from './words.ts'

/** Shorter words are names and common words by chance. */
const wordLengthMin = 6

/** Parts that change neither the organ nor the process: `poly` of polyneuropathy. */
const prefix =
  /^(?:poly|mono|hemi|para|pan|peri|endo|epi|pseudo|intra|sub|supra|neo|hemo|hemat|hydro|pyo|adeno|fibro|lipo|electro|sclero)/

/** Between two parts: the `o` of gastr-o-enter-itis. */
const linkingVowel = /^[aio]/

/** The organs and the process of the word in plain words, `heart valve disease`; null if it is not made of known parts. */
export function plainWordsOf(word: string): readonly string[] | null {
  if (word.length < wordLengthMin) return null
  const singular = word.endsWith('is') ? word : singularize(word)
  for (const [suffix, process] of suffixes()) {
    if (!singular.endsWith(suffix)) continue
    const organs = readOrgans(singular.slice(0, -suffix.length))
    if (organs !== null) return wordsOf(inPlainWords(organs, process))
  }
  return null
}

/** The process is beside the first organ and the last, so that it pairs with both. */
function inPlainWords(organs: readonly Organ[], process: Process): string {
  const [first, last] = [organs[0]!, organs.at(-1)!]
  const names =
    first === last ? [first.words[0], process.words[0]] : [first.words[0], process.words[0], last.words[0]]
  return names.join(' ')
}

/** The organs whose roots make up the text; null if any part is unknown. */
function readOrgans(text: string): readonly Organ[] | null {
  if (text === '') return null
  for (const [root, organ] of roots()) {
    if (!text.startsWith(root)) continue
    const rest = text.slice(root.length)
    if (rest === '' || linkingVowel.test(rest)) {
      const others = rest.length <= 1 ? [] : readOrgans(rest.slice(1))
      if (others !== null) return [organ, ...others]
    }
  }
  const start = prefix.exec(text)?.[0]
  return start === undefined ? null : readOrgans(text.slice(start.length))
}

let cachedRoots: readonly (readonly [string, Organ])[] | undefined
let cachedSuffixes: readonly (readonly [string, Process])[] | undefined

function roots(): readonly (readonly [string, Organ])[] {
  return (cachedRoots ??= longestFirst(readAnatomy().organs))
}

function suffixes(): readonly (readonly [string, Process])[] {
  return (cachedSuffixes ??= longestFirst(readAnatomy().processes))
}

function longestFirst<Term extends Organ | Process>(
  terms: readonly Term[],
): readonly (readonly [string, Term])[] {
  return terms
    .flatMap((term) => term.parts.map((part) => [part, term] as const))
    .toSorted(([a], [b]) => b.length - a.length)
}
