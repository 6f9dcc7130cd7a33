/** Covers a text with reviewed phrases and with words of rows; whatever is left over says more than the rows. */
import type { CardReport } from './findings.ts'
import { type CellWords, longestRun } from './cell-runs.ts'
import { type Captured, type Match, PhraseTree } from './phrase-tree.ts'
import { phrases } from './tables.ts'
import { wordsOf } from './words.ts'

/** Evidence of one card: exact phrases of its own, rows whose words may be used in part, and what is true of it. */
export interface ProseEvidence {
  /** Names of codes, of languages, of schools, texts of sources: whole or not at all. */
  readonly own: PhraseTree<OwnPhrase>
  readonly rows: readonly CellWords[]
  /** Whether what a reviewed phrase needs is there. */
  readonly holds: (needs: string, captured: Captured) => boolean
}

/** What an exact phrase is, so that the words around it can be checked against it. */
export interface OwnPhrase {
  readonly kind: 'code' | 'other'
  /** Of a code: in the singular or the plural. */
  readonly plural?: boolean
  readonly text: string
}

const reviewed = new PhraseTree<string>()
for (const { words, needs } of phrases) reviewed.add(words, needs)

/** A part of a text and what it was recognized as. */
export interface Part {
  readonly words: readonly string[]
  readonly from: 'phrase' | 'own' | 'row' | 'nothing'
  readonly own?: OwnPhrase
  readonly captured?: Captured
}

/** Checks each sentence of `text`, and returns its parts. */
export function checkProse(
  field: string,
  text: string,
  evidence: ProseEvidence,
  report: CardReport,
): readonly Part[] {
  const words = wordsOf(text)
  const parts: Part[] = []
  let unknown: string[] = []
  let previous = null as CellWords | null
  const flush = (): void => {
    if (unknown.length > 0) {
      report.check(false, field, 'unsupported_words', unknown.join(' '))
      parts.push({ words: unknown, from: 'nothing' })
    }
    unknown = []
  }
  for (let at = 0; at < words.length;) {
    const phrase: Match<string> | null = reviewed.longest(words, at)
    const own = evidence.own.longest(words, at)
    // A line of an address goes on in the same row: "Main Street, Suite 4" is not the street of one and the suite of another.
    const run: ReturnType<typeof longestRun> =
      (previous?.kind === 'address' ? longestRun(words, at, [previous]) : null) ??
      longestRun(
        words,
        at,
        previous?.kind === 'address' ? evidence.rows.filter(({ kind }) => kind !== 'address') : evidence.rows,
      )
    const [ofRow, ofOwn, ofPhrase] = [run?.length ?? 0, own?.length ?? 0, phrase?.length ?? 0]
    const longest = Math.max(ofRow, ofOwn, ofPhrase)
    if (longest === 0) {
      unknown.push(words[at]!)
      previous = null
      at++
      continue
    }
    flush()
    const covered = words.slice(at, at + longest)
    if (ofOwn === longest) {
      parts.push({ words: covered, from: 'own', own: own!.value })
      previous = null
    } else if (ofPhrase === longest && !(ofRow === longest && phrase!.value !== '')) {
      const { value: needs, captured } = phrase!
      if (needs !== '')
        for (const need of needs.split(' '))
          report.check(evidence.holds(need, captured), field, need, covered.join(' '))
      parts.push({ words: covered, from: 'phrase', captured })
      previous = null
    } else {
      parts.push({ words: covered, from: 'row' })
      previous = run!.cells
    }
    at += longest
  }
  flush()
  report.statements += text.split(/[.!?:;](?=\s|$)/).length
  return parts
}
