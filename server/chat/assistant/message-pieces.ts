/** Divides a long message, because the search reads at most 512 characters at a time. */
import { queryLengthMax } from '@careatlas/contract/parameters'

/** A message of 4,000 characters without sentences has this many pieces. */
const piecesMax = 24

/** Clauses of one description are often in neighboring sentences, so each piece repeats the end of the previous one. */
const overlapCharacters = 120

/** Removes control, format and private characters, which no search needs. Line breaks become the ends of sentences. */
export function cleanMessage(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/[\r\n]+/g, '. ')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}]/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** Overlapping pieces in order; one for a short message. */
export function messagePieces(text: string): readonly string[] {
  const pieces: string[] = []
  let from = 0
  while (from < text.length && pieces.length < piecesMax) {
    const to = endOfPiece(text, from)
    pieces.push(text.slice(from, to).trim())
    if (to === text.length) break
    from = startOfWord(text, to - overlapCharacters)
  }
  return pieces
}

/** The end of the last sentence that fits, else of the last word; a longer word is cut. */
function endOfPiece(text: string, from: number): number {
  const max = from + queryLengthMax
  if (text.length <= max) return text.length
  const window = text.slice(from, max)
  const sentence = Math.max(...['. ', '! ', '? '].map((end) => window.lastIndexOf(end)))
  if (sentence > queryLengthMax / 2) return from + sentence + 1
  const word = window.lastIndexOf(' ')
  return word > queryLengthMax / 2 ? from + word : max
}

function startOfWord(text: string, at: number): number {
  const space = text.indexOf(' ', at)
  return space === -1 || space > at + overlapCharacters / 2 ? at : space + 1
}
