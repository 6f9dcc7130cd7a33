/** The specialties that a text names, by the words of the taxonomy tables. */
import { isNumber } from './founded-counts.ts'
import { specialtyNames } from './specialty-names.ts'

export interface NamedSpecialty {
  /** As written: "Cardiologists". */
  readonly name: string
  /** Where it begins. */
  readonly at: number
  /** "six" of "six cardiologists". */
  readonly number: string | null
}

/**
 * From left to right the longest name that begins there, of the tables or one of `more` in lower case: a family nurse
 * practitioner is not read as a nurse.
 */
export function* specialtiesIn(text: string, more: ReadonlySet<string>): Generator<NamedSpecialty> {
  const longest = Math.max(wordsMost(), ...[...more].map(wordCount))
  const words = [...text.matchAll(/[\p{L}\p{N}]+(?:['&/,-][\p{L}\p{N}]+)*/gu)]
  for (let first = 0; first < words.length; first++) {
    for (let last = Math.min(words.length, first + longest) - 1; last >= first; last--) {
      const at = words[first]!.index
      const name = text.slice(at, words[last]!.index + words[last]![0].length)
      const folded = name.toLowerCase()
      if (!specialtyNames().has(folded) && !more.has(folded)) continue
      const before = words[first - 1]?.[0] ?? ''
      const counted = isNumber(before) && text.slice(0, at).endsWith(`${before} `)
      yield { name, at, number: counted ? before : null }
      first = last
      break
    }
  }
}

let most: number | undefined

/** How many words the longest name has. */
function wordsMost(): number {
  most ??= Math.max(...[...specialtyNames().keys()].map(wordCount))
  return most
}

function wordCount(name: string): number {
  return name.split(' ').length
}
