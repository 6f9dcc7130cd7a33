/** Medical abbreviations and their long forms. The data is in `abbreviations.txt`. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Concept, Phrase } from './concept.ts'
import { parseLists } from './data-file.ts'
import { addPhrases } from './topics.ts'

export interface Abbreviation {
  readonly short: string
  readonly long: string
}

/** Throws an Error that names a malformed line. */
export function readAbbreviations(): readonly Abbreviation[] {
  const file = 'abbreviations.txt'
  const lists = parseLists(readFileSync(join(import.meta.dirname, file), 'utf8'), file)
  return [...lists].flatMap(([short, longForms]) => longForms.map((long) => ({ short, long })))
}

/**
 * Adds each phrase with a long form again with its abbreviation, and the reverse if the concept has the long form: `ed` is a
 * place in one concept and a condition in another.
 */
export function addAbbreviations(
  concepts: readonly Concept[],
  abbreviations: readonly Abbreviation[],
): readonly Concept[] {
  return addPhrases(concepts, (concept) => {
    const allTexts = concept.phrases.map(({ text }) => pad(text)).join()
    const swaps = abbreviations
      .map(({ short, long }) => ({ short: pad(short), long: pad(long) }))
      .filter(({ long }) => allTexts.includes(long))
      .flatMap(({ short, long }) => [
        { from: long, to: short },
        { from: short, to: long },
      ])
    return swaps.length === 0 ? [] : concept.phrases.flatMap((phrase) => swapEach(phrase, swaps))
  })
}

interface Swap {
  readonly from: string
  readonly to: string
}

function swapEach(phrase: Phrase, swaps: readonly Swap[]): readonly Phrase[] {
  const padded = pad(phrase.text)
  return swaps
    .filter(({ from }) => padded.includes(from))
    .map(({ from, to }) => ({ ...phrase, text: padded.replace(from, to).trim() }))
}

/** Between spaces, whole words are found. */
function pad(text: string): string {
  return ` ${text} `
}
