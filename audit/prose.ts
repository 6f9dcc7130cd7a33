/** Covers a text with reviewed phrases and with words of rows; any words left over are unsupported. */
import type { CardReport } from './findings.ts'
import { type CellWords, findLongestRun, type Run } from './cell-runs.ts'
import { type Captured, PhraseTree } from './phrase-tree.ts'
import { designators, phrases } from './tables.ts'
import { splitWords } from './words.ts'

/** The evidence of one card: phrases that must match exactly, rows that may match in part, and its facts. */
export interface ProseEvidence {
  /** Names of codes, languages and schools, and texts of sources, which must match as a whole. */
  readonly exactPhrases: PhraseTree<ExactPhrase>
  readonly rows: readonly CellWords[]
  /** Whether the evidence that a reviewed phrase needs exists. */
  readonly isSupported: (needs: string, captured: Captured) => boolean
}

/** An exact phrase and its kind, with which the words around it are compared. */
export interface ExactPhrase {
  readonly kind: 'code' | 'other'
  /** Whether the name of a code is in the plural. */
  readonly plural?: boolean
  readonly text: string
}

const reviewedPhrases = new PhraseTree<string>()
for (const { words, needs } of phrases) reviewedPhrases.add(words, needs)

/** A part of a text and the phrase or row that it matched. */
export interface Part {
  readonly words: readonly string[]
  readonly from: 'phrase' | 'exact' | 'row' | 'nothing'
  readonly exact?: ExactPhrase
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
  const words = splitWords(text.replaceAll(thousands, ''))
  const parts = cover(words, evidence)
  let previous: Part | undefined
  for (const [index, part] of parts.entries()) {
    const phrase = part.words.join(' ')
    if (part.from === 'nothing') report.check(false, field, 'unsupported_words', phrase)
    for (const need of part.needs ?? [])
      report.check(evidence.isSupported(need, part.captured ?? {}), field, need, phrase)
    if (isBareCount(part) && parts[index + 1]?.exact?.plural !== true)
      report.check(false, field, 'unsupported_words', phrase)
    if (previous !== undefined && mixesAddresses(previous, part, evidence.rows))
      report.check(false, field, 'mixed_addresses', `${previous.words.join(' ')} ${phrase}`)
    if (previous !== undefined && hasOtherNumber(previous, part, text, evidence.rows))
      report.check(false, field, 'number', `${previous.words.join(' ')} ${phrase}`)
    if (previous !== undefined && isReversedName(previous, part, evidence.rows))
      report.check(false, field, 'name_order', `${previous.words.join(' ')} ${phrase}`)
    if (isBareNumber(part, previous, parts[index + 1])) report.check(false, field, 'number', phrase)
    previous = part
  }
  report.statements += text.split(/[.!?:;](?=\s|$)/).length
  return parts
}

/** The comma of `1,203 clinicians`, but not one in an address. */
const thousands = /(?<=\s\d{1,3}),(?=\d{3}\s[a-z])/g

/**
 * Unmet needs cost less than a part: another phrase with the same words replaces an unsupported phrase, but single words do not.
 */
const cost = { unknownWord: 1000, unmetNeeds: 0.5, part: 1 } as const

interface Step {
  readonly cost: number
  readonly part: Part
}

/** The best cover of the text: the fewest words left over, then the fewest parts, then the fewest unmet needs. */
function cover(words: readonly string[], evidence: ProseEvidence): readonly Part[] {
  const best: Step[] = []
  for (let start = words.length - 1; start >= 0; start--) {
    let chosen: Step | undefined
    const consider = (part: Part, partCost: number): void => {
      const total = partCost + (best[start + part.words.length]?.cost ?? 0)
      if (chosen === undefined || total < chosen.cost) chosen = { cost: total, part }
    }
    for (const { length, value } of evidence.exactPhrases.findMatches(words, start))
      consider({ words: words.slice(start, start + length), from: 'exact', exact: value }, cost.part)
    for (const { length, value, captured } of reviewedPhrases.findMatches(words, start)) {
      const needs = value === '' ? [] : value.split(' ')
      const unmet = needs.filter((need) => !evidence.isSupported(need, captured)).length
      const part: Part = { words: words.slice(start, start + length), from: 'phrase', captured, needs }
      consider(part, cost.part + (unmet > 0 ? cost.unmetNeeds : 0))
    }
    const run = findLongestRun(words, start, evidence.rows)
    for (let length = run?.length ?? 0; length > 0; length--)
      consider({ words: words.slice(start, start + length), from: 'row', run: run! }, cost.part)
    if (chosen === undefined)
      chosen = {
        cost: cost.unknownWord + (best[start + 1]?.cost ?? 0),
        part: { words: words.slice(start, start + 1), from: 'nothing' },
      }
    best[start] = chosen
  }
  const parts: Part[] = []
  for (let start = 0; start < words.length; start += best[start]!.part.words.length) {
    const { part } = best[start]!
    const previous = parts.at(-1)
    if (part.from === 'nothing' && previous?.from === 'nothing')
      parts.splice(-1, 1, { ...previous, words: [...previous.words, ...part.words] })
    else parts.push(part)
  }
  return parts
}

/**
 * Whether two parts combine the addresses of two rows: the street of one and the suite of another in "Main Street, Suite 4". A list
 * of towns may combine rows. A row that has the words of both parts supports them.
 */
function mixesAddresses(a: Part, b: Part, rows: readonly CellWords[]): boolean {
  if (a.run?.cells.kind !== 'address' || b.run?.cells.kind !== 'address') return false
  if (a.run.cells === b.run.cells) return false
  if (isTown(a.words, rows) && isTown(b.words, rows)) return false
  return !rows.some(
    (cells) =>
      cells.kind === 'address' &&
      findLongestRun(a.words, 0, [cells])?.length === a.words.length &&
      findLongestRun(b.words, 0, [cells])?.length === b.words.length,
  )
}

/**
 * Whether two parts combine a number with another street or unit. A number before a street word must be the house number in a row,
 * and a number or a letter after "Suite", "Floor" or `#` the identifier of that unit: the two words must also be one run of a row.
 */
function hasOtherNumber(before: Part, part: Part, text: string, rows: readonly CellWords[]): boolean {
  const [left = '', right = ''] = [before.words.at(-1), part.words[0]]
  const isStreet =
    /^\d/.test(left) && part.run?.cells.kind === 'address' && part.run.from < part.run.cells.townFrom
  const isUnit =
    designators.has(left) && before.run?.cells.kind === 'address' && /^(?:[a-z]?\d|[a-z]$)/.test(right)
  if (!isStreet && !isUnit) return false
  // Prose leaves out the word of `SUITE NUMBER 200`.
  const isOneRun = [[], ['number'], ['no']].some(
    (between) => findLongestRun([left, ...between, right], 0, rows)?.length === between.length + 2,
  )
  if (isOneRun) return false
  // A sentence or a comma may end between the two.
  const second = right.length === 1 ? right.toUpperCase() : right
  return new RegExp(`(?:^|[^\\p{L}\\p{N}])${left}\\.?[ #-]+${second}`, 'u').test(
    right.length === 1 ? text.replaceAll(/\p{L}{2,}/gu, (word) => word.toLowerCase()) : text.toLowerCase(),
  )
}

/** Whether the parts are a last name and then a first name. */
function isReversedName(a: Part, b: Part, rows: readonly CellWords[]): boolean {
  if (a.run?.cells.kind !== 'name' || b.run?.cells.kind !== 'name') return false
  const [last, first] = [a.words.at(-1)!, b.words[0]!]
  return !rows.some(
    ({ kind, spellings }) =>
      kind === 'name' &&
      spellings.findIndex((some) => some.has(last)) < spellings.findLastIndex((some) => some.has(first)),
  )
}

/** Whether a part is a number of an address without its street or unit: "in 20". */
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
        (_, index) =>
          index >= townFrom && words.every((word, offset) => spellings[index + offset]?.has(word)),
      ),
  )
}

/** Whether a part is only a count; the counted noun must follow it. */
function isBareCount({ words, captured, from }: Part): boolean {
  return from === 'phrase' && words.length === 1 && captured?.['count'] !== undefined
}
