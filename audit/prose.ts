/** Covers a text with reviewed phrases and with words of rows; any words left over are unsupported. */
import type { CardReport } from './findings.ts'
import { type CellWords, longestRun, type Run } from './cell-runs.ts'
import { type Captured, PhraseTree } from './phrase-tree.ts'
import { designators, phrases } from './tables.ts'
import { wordsOf } from './words.ts'

/** The evidence of one card: phrases that must match exactly, rows that may match in part, and its facts. */
export interface ProseEvidence {
  /** Names of codes, languages and schools, and texts of sources, which must match whole. */
  readonly own: PhraseTree<OwnPhrase>
  readonly rows: readonly CellWords[]
  /** Whether the evidence that a reviewed phrase needs exists. */
  readonly isSupported: (needs: string, captured: Captured) => boolean
}

/** The meaning of an exact phrase, so that the words around it can be checked against it. */
export interface OwnPhrase {
  readonly kind: 'code' | 'other'
  /** Whether the name of a code is in the plural. */
  readonly plural?: boolean
  readonly text: string
}

const reviewed = new PhraseTree<string>()
for (const { words, needs } of phrases) reviewed.add(words, needs)

/** A part of a text and the phrase or row that it matched. */
export interface Part {
  readonly words: readonly string[]
  readonly from: 'phrase' | 'own' | 'row' | 'nothing'
  readonly own?: OwnPhrase
  readonly captured?: Captured
  readonly needs?: readonly string[]
  readonly run?: Run
}

/** Checks each sentence of `text`, and returns its parts. */
export function checkProse(
  field: string,
  text: string,
  evidence: ProseEvidence,
  report: CardReport,
): readonly Part[] {
  const words = wordsOf(text.replaceAll(thousands, ''))
  const parts = cover(words, evidence)
  let previous: Part | undefined
  for (const [at, part] of parts.entries()) {
    const phrase = part.words.join(' ')
    if (part.from === 'nothing') report.check(false, field, 'unsupported_words', phrase)
    for (const need of part.needs ?? [])
      report.check(evidence.isSupported(need, part.captured ?? {}), field, need, phrase)
    if (isBareCount(part) && parts[at + 1]?.own?.plural !== true)
      report.check(false, field, 'unsupported_words', phrase)
    if (previous !== undefined && isOfTwoAddresses(previous, part, evidence.rows))
      report.check(false, field, 'mixed_addresses', `${previous.words.join(' ')} ${phrase}`)
    if (previous !== undefined && isOtherNumber(previous, part, text, evidence.rows))
      report.check(false, field, 'number', `${previous.words.join(' ')} ${phrase}`)
    if (previous !== undefined && isReversedName(previous, part, evidence.rows))
      report.check(false, field, 'name_order', `${previous.words.join(' ')} ${phrase}`)
    if (isBareNumber(part, previous, parts[at + 1])) report.check(false, field, 'number', phrase)
    previous = part
  }
  report.statements += text.split(/[.!?:;](?=\s|$)/).length
  return parts
}

/** The comma of `1,203 clinicians`, but not one in an address. */
const thousands = /(?<=\s\d{1,3}),(?=\d{3}\s[a-z])/g

/** Unmet needs cost less than a part: another phrase of the same words replaces an unsupported phrase, its single words do not. */
const cost = { unknownWord: 1000, unmetNeeds: 0.5, part: 1 } as const

interface Step {
  readonly cost: number
  readonly part: Part
}

/** The best cover of the text: the fewest words left over, then the fewest parts, then the fewest unmet needs. */
function cover(words: readonly string[], evidence: ProseEvidence): readonly Part[] {
  const best: Step[] = []
  for (let at = words.length - 1; at >= 0; at--) {
    let chosen: Step | undefined
    const consider = (part: Part, own: number): void => {
      const total = own + (best[at + part.words.length]?.cost ?? 0)
      if (chosen === undefined || total < chosen.cost) chosen = { cost: total, part }
    }
    for (const { length, value } of evidence.own.matches(words, at))
      consider({ words: words.slice(at, at + length), from: 'own', own: value }, cost.part)
    for (const { length, value, captured } of reviewed.matches(words, at)) {
      const needs = value === '' ? [] : value.split(' ')
      const unmet = needs.filter((need) => !evidence.isSupported(need, captured)).length
      const part: Part = { words: words.slice(at, at + length), from: 'phrase', captured, needs }
      consider(part, cost.part + (unmet > 0 ? cost.unmetNeeds : 0))
    }
    const run = longestRun(words, at, evidence.rows)
    for (let length = run?.length ?? 0; length > 0; length--)
      consider({ words: words.slice(at, at + length), from: 'row', run: run! }, cost.part)
    if (chosen === undefined)
      chosen = {
        cost: cost.unknownWord + (best[at + 1]?.cost ?? 0),
        part: { words: words.slice(at, at + 1), from: 'nothing' },
      }
    best[at] = chosen
  }
  const parts: Part[] = []
  for (let at = 0; at < words.length; at += best[at]!.part.words.length) {
    const { part } = best[at]!
    const previous = parts.at(-1)
    if (part.from === 'nothing' && previous?.from === 'nothing')
      parts.splice(-1, 1, { ...previous, words: [...previous.words, ...part.words] })
    else parts.push(part)
  }
  return parts
}

/**
 * "Main Street, Suite 4" must not combine the street of one row with the suite of another; a list of towns may combine rows.
 * Rows that have all words of both parts are interchangeable.
 */
function isOfTwoAddresses(a: Part, b: Part, rows: readonly CellWords[]): boolean {
  if (a.run?.cells.kind !== 'address' || b.run?.cells.kind !== 'address') return false
  if (a.run.cells === b.run.cells) return false
  if (isTown(a.words, rows) && isTown(b.words, rows)) return false
  return !rows.some(
    (cells) =>
      cells.kind === 'address' &&
      longestRun(a.words, 0, [cells])?.length === a.words.length &&
      longestRun(b.words, 0, [cells])?.length === b.words.length,
  )
}

/**
 * A number before a street word must be the house number in a row, and a number or a letter after "Suite", "Floor" or `#` the
 * identifier of that unit: two parts that meet there must also be one run of a row.
 */
function isOtherNumber(before: Part, part: Part, text: string, rows: readonly CellWords[]): boolean {
  const [left = '', right = ''] = [before.words.at(-1), part.words[0]]
  const isStreet =
    /^\d/.test(left) && part.run?.cells.kind === 'address' && part.run.from < part.run.cells.townFrom
  const isUnit =
    designators.has(left) && before.run?.cells.kind === 'address' && /^(?:[a-z]?\d|[a-z]$)/.test(right)
  if (!isStreet && !isUnit) return false
  // Prose leaves out the word of `SUITE NUMBER 200`.
  const isOneRun = [[], ['number'], ['no']].some(
    (between) => longestRun([left, ...between, right], 0, rows)?.length === between.length + 2,
  )
  if (isOneRun) return false
  // A sentence or a comma may end between the two.
  const second = right.length === 1 ? right.toUpperCase() : right
  return new RegExp(`(?:^|[^\\p{L}\\p{N}])${left}\\.?[ #-]+${second}`, 'u').test(
    right.length === 1 ? text.replaceAll(/\p{L}{2,}/gu, (word) => word.toLowerCase()) : text.toLowerCase(),
  )
}

/** A name with its last name before its first. */
function isReversedName(a: Part, b: Part, rows: readonly CellWords[]): boolean {
  if (a.run?.cells.kind !== 'name' || b.run?.cells.kind !== 'name') return false
  const [last, first] = [a.words.at(-1)!, b.words[0]!]
  return !rows.some(
    ({ kind, spellings }) =>
      kind === 'name' &&
      spellings.findIndex((some) => some.has(last)) < spellings.findLastIndex((some) => some.has(first)),
  )
}

/** A number of an address without a street is neither a house number nor a unit: "in 20". */
function isBareNumber({ run, words }: Part, before: Part | undefined, next: Part | undefined): boolean {
  return (
    run?.cells.kind === 'address' &&
    words.length === 1 &&
    /^\d+$/.test(words[0]!) &&
    ![before, next].some((part) => part?.run?.cells.kind === 'address')
  )
}

function isTown(words: readonly string[], rows: readonly CellWords[]): boolean {
  return rows.some(
    ({ kind, spellings, townFrom }) =>
      kind === 'address' &&
      spellings.some(
        (_, at) => at >= townFrom && words.every((word, offset) => spellings[at + offset]?.has(word)),
      ),
  )
}

/** A count must be followed by the thing it counts. */
function isBareCount({ words, captured, from }: Part): boolean {
  return from === 'phrase' && words.length === 1 && captured?.['count'] !== undefined
}
