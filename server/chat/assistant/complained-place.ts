/** Reads a complaint that the listed records are in another town, which is no wish to search there: "that's in Lincoln, too far". */
import { wordsOf } from '@careatlas/vocabulary/words'
import { spellOutIs } from './detect-requests.ts'
import { findServedTowns, type ServedArea } from './served-towns.ts'

export interface ComplainedPlace {
  /** The message without the complaint. */
  readonly text: string
  /** The label of the town, whose records the next list leaves out; null without a complaint. */
  readonly label: string | null
}

/** @param known the labels of the places of the search; empty before the first list */
export function findComplainedPlace(
  text: string,
  known: readonly string[],
  area: ServedArea,
): ComplainedPlace {
  const words = wordsOf(spellOutIs(text)).join(' ')
  if (known.length === 0 || !subject.test(words)) return { text, label: null }
  for (const town of findServedTowns(text, area, true)) {
    if (known.includes(town.place.label)) continue
    const isThere = new RegExp(`${subject.source}(?:${around.source} )*${town.words}\\b`).test(words)
    // "It's not Warwick, it's Cranston" corrects the place.
    const corrects = /^(?:(?:no|oh|sorry|actually|wait) )*(?:its|it is|i) /.test(words)
    if (isThere && (far.test(words) || (deniesKnown(words, known) && !corrects)))
      return { text: withoutClauses(text, town.words, known), label: town.place.label }
  }
  return { text, label: null }
}

const subject =
  /\b(?:thats|that is|that one is|those are|these are|theyre|they are|this is|its|it is|the first(?: one)? is|(?:eso|ese|esa|esos|esas|est[eao]s?) (?:es|esta|son|estan|queda|quedan)|quedan?|estan?) /
const around = /(?:all|in|over|up|down|out|way|clear|like|actually|literally|near|en|por|todos?|todas?)/
const far =
  /\b(?:far|miles away|not close|nowhere near|isnt close|lejos|not (?:in )?my (?:town|area|city)|a long (?:way|drive|ride))\b/

/** "That's not Woonsocket, that's Lincoln" */
function deniesKnown(words: string, known: readonly string[]): boolean {
  return known.some((label) => {
    const town = wordsOf(label.split(',')[0] ?? '').join(' ')
    return new RegExp(
      `\\b(?:not|isnt|arent|no es|no son|no esta|no estan)(?: ${around.source})* ${town}\\b`,
    ).test(words)
  })
}

/** The clauses that neither name the town nor complain. */
function withoutClauses(text: string, town: string, known: readonly string[]): string {
  return text
    .split(/(?<=[.,;!?])\s/)
    .filter((clause) => {
      const words = wordsOf(spellOutIs(clause)).join(' ')
      return (
        !words.includes(town) && !far.test(words) && !subject.test(`${words} `) && !deniesKnown(words, known)
      )
    })
    .join(' ')
}
