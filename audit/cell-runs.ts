/** Finds the words of a text that the cells of one row have in the same order: an address, a name. */
import { designators, type TransformationKind, transformationsOf, writtenAs } from './tables.ts'
import { wordsOf } from './words.ts'

/** The words of cells that belong together, each with every allowed spelling. */
export interface CellWords {
  readonly kind: 'address' | 'name'
  readonly words: readonly string[]
  readonly spellings: readonly ReadonlySet<string>[]
  /** Index of the first word of the town in an address; a text may list the towns of several addresses. */
  readonly townFrom: number
}

/** How many words of a row a text may skip between two others: remarks in a street line, a middle name. */
const skippedMax = { address: 8, name: 3 } as const

type Cells = readonly (string | null)[]

/** The words of an address, also with `S.W.` as one word. */
export function addressWords(lines: Cells, town: Cells): readonly CellWords[] {
  const split = withSplitUnits(lines)
  const variants = split === lines ? [lines] : [lines, split]
  return variants.flatMap((some) =>
    withoutDots([some, town]).map(([ofLines = [], ofTown = []]) =>
      cellWords('address', ofLines, ofTown, ['street', 'unit', 'city']),
    ),
  )
}

/** The words of a name. Lists write `WASHINGTON HOSPITAL, THE`. */
export function nameWords(cells: Cells): readonly CellWords[] {
  const turned = cells.map((cell) => cell?.replace(/^(.+?),? (the)$/i, '$2 $1') ?? null)
  return withoutDots([turned]).map(([ofName = []]) => cellWords('name', ofName, [], ['suffix']))
}

/** The cells unchanged, and a second version in which abbreviations have no dots if any has some. */
function withoutDots(cells: readonly Cells[]): readonly (readonly Cells[])[] {
  return withReplaced(cells, dotted, dotsInside, '')
}

/** The cells unchanged, and a second version with every `part` replaced if a cell matches `found`. */
function withReplaced(
  cells: readonly Cells[],
  found: RegExp,
  part: RegExp,
  replacement: string,
): readonly (readonly Cells[])[] {
  if (!cells.some((some) => some.some((cell) => cell !== null && found.test(cell)))) return [cells]
  return [cells, cells.map((some) => some.map((cell) => cell?.replaceAll(part, replacement) ?? null))]
}

/** `SUITE109` is a suite with its number, `53 RD` an ordinal, and `RD ST 203` a suite. */
function withSplitUnits(lines: Cells): Cells {
  const isGlued = lines.some((line) => line !== null && glued.test(line))
  if (!isGlued) return lines
  return lines.map(
    (line) =>
      line
        ?.replaceAll(gluedUnit, '$1 $2')
        .replaceAll(splitOrdinal, '$1$2')
        .replace(suiteAsStreet, '$1 STE $2') ?? null,
  )
}

const gluedUnit = new RegExp(
  `\\b(${[...designators].filter((word) => word.length > 1).join('|')})(\\d)`,
  'gi',
)
/** Only before a street type or a floor: `ST` in `101 ST JOHNS AVE` is a saint. */
const splitOrdinal = new RegExp(
  `\\b(\\d*(?:1(?= ST\\b)|2(?= ND\\b)|3(?= RD\\b)|\\d(?= TH\\b))) (ST|ND|RD|TH)(?= (?:${wordsBehindOrdinals()})\\b)`,
  'gi',
)
function wordsBehindOrdinals(): string {
  return ['street', 'unit'].flatMap((kind) => transformationsOf(kind as TransformationKind).flat()).join('|')
}

/** `ST` for "suite": after another street type or a comma, before a number or a letter at the end. */
const suiteAsStreet = new RegExp(
  `((?:\\b(?:${wordsBehindOrdinals()})\\.?|,),?) ST\\.? #?(\\d+\\w?|[A-Z])$`,
  'i',
)
const glued = new RegExp(`${gluedUnit.source}|${splitOrdinal.source}|${suiteAsStreet.source}`, 'i')

const dotted = /\p{L}\.\p{L}/u
const dotsInside = /(?<=(?<!\p{L})\p{L})\.(?=\p{L}(?!\p{L}))/gu

function cellWords(
  kind: CellWords['kind'],
  cells: Cells,
  town: Cells,
  transformations: readonly TransformationKind[],
): CellWords {
  const ofLines = cells.flatMap((cell) => (cell === null ? [] : wordsOf(cell)))
  const words = [...ofLines, ...town.flatMap((cell) => (cell === null ? [] : wordsOf(cell)))]
  const spellings = words.map((word) => {
    const writing = new Set([word])
    for (const transformation of transformations)
      for (const written of writtenAs(transformation, word))
        for (const each of wordsOf(written)) writing.add(each)
    return writing
  })
  return { kind, words, spellings, townFrom: ofLines.length }
}

export interface Run {
  readonly length: number
  /** Index of its first word in the row. */
  readonly from: number
  readonly cells: CellWords
}

/** The longest run of words of `text` from `at` that one of `rows` has; null if no row has the first word. */
export function longestRun(text: readonly string[], at: number, rows: readonly CellWords[]): Run | null {
  let best: Run | null = null
  for (const cells of rows)
    for (let from = 0; from < cells.words.length; from++) {
      const length = runLength(text, at, cells, from)
      if (length > (best?.length ?? 0)) best = { length, from, cells }
    }
  return best
}

/**
 * The number of words of the text that the row has from its word `from`. A number, a short word and the identifier of a unit
 * must follow the previous word directly; before other words, the text may skip words of the row.
 */
function runLength(
  text: readonly string[],
  at: number,
  { kind, words, spellings }: CellWords,
  from: number,
): number {
  if (!isNext(text[at]!, spellings[from]!, kind)) return 0
  let length = 1
  let row = from
  for (let next = at + 1; next < text.length; next++) {
    const word = text[next]!
    const isStrict = /\d/.test(word) || word.length < 3 || designators.has(text[next - 1]!)
    const skip = isStrict ? 0 : skippedMax[kind]
    let found = row + 1
    let skipped = 0
    while (found < words.length && !isNext(word, spellings[found]!, kind)) {
      // Prose leaves out the number sign.
      if (words[found] !== '#' && ++skipped > skip) return length
      found++
    }
    if (found >= words.length) return length
    row = found
    length++
  }
  return length
}

/** A possessive name has an s: `Ortiz’s`. */
function isNext(word: string, spellings: ReadonlySet<string>, kind: CellWords['kind']): boolean {
  return spellings.has(word) || (kind === 'name' && word.endsWith('s') && spellings.has(word.slice(0, -1)))
}
