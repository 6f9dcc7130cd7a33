/** Finds the words of a text that the cells of one row have in the same order: an address, a name. */
import { designators, type TransformationKind, listTransformations, listSpellings } from './tables.ts'
import { splitWords } from './words.ts'

/** The words of cells that belong together, each with every allowed spelling. */
export interface CellWords {
  readonly kind: 'address' | 'name'
  readonly words: readonly string[]
  readonly spellings: readonly ReadonlySet<string>[]
  /** Index of the first word of the town in an address; a text may list the towns of several addresses. */
  readonly townFrom: number
}

/** The maximum number of words of a row that a text may skip between two others: remarks in a street line, a middle name. */
const skippedMax = { address: 8, name: 3 } as const

type Cells = readonly (string | null)[]

/** The words of an address, also with `S.W.` as one word. */
export function createAddressWords(lines: Cells, town: Cells): readonly CellWords[] {
  const split = splitUnits(lines)
  const variants = split === lines ? [lines] : [lines, split]
  return variants.flatMap((variant) =>
    addUndottedVersion([variant, town]).map(([ofLines = [], ofTown = []]) =>
      createCellWords('address', ofLines, ofTown, ['street', 'unit', 'city']),
    ),
  )
}

/** The words of a name. Lists write `WASHINGTON HOSPITAL, THE`. */
export function createNameWords(cells: Cells): readonly CellWords[] {
  const withLeadingArticle = cells.map((cell) => cell?.replace(/^(.+?),? (the)$/i, '$2 $1') ?? null)
  return addUndottedVersion([withLeadingArticle]).map(([ofName = []]) =>
    createCellWords('name', ofName, [], ['suffix']),
  )
}

/** The cells and, if an abbreviation has dots, a second version without these dots. */
function addUndottedVersion(cells: readonly Cells[]): readonly (readonly Cells[])[] {
  return addReplacedVersion(cells, dotted, dotsInside, '')
}

/** The cells and, if a cell matches `found`, a second version in which every match of `part` is replaced. */
function addReplacedVersion(
  cells: readonly Cells[],
  found: RegExp,
  part: RegExp,
  replacement: string,
): readonly (readonly Cells[])[] {
  if (!cells.some((row) => row.some((cell) => cell !== null && found.test(cell)))) return [cells]
  return [cells, cells.map((row) => row.map((cell) => cell?.replaceAll(part, replacement) ?? null))]
}

/**
 * The lines with units and ordinals in standard form: `SUITE109` is `SUITE 109`, `53 RD` is `53RD`, and `RD ST 203` is `RD STE
 * 203`.
 */
function splitUnits(lines: Cells): Cells {
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
  `\\b(\\d*(?:1(?= ST\\b)|2(?= ND\\b)|3(?= RD\\b)|\\d(?= TH\\b))) (ST|ND|RD|TH)(?= (?:${composeStreetAndUnitWords()})\\b)`,
  'gi',
)
function composeStreetAndUnitWords(): string {
  return ['street', 'unit']
    .flatMap((kind) => listTransformations(kind as TransformationKind).flat())
    .join('|')
}

/** `ST` for "suite": after another street type or a comma, before a number or a letter at the end. */
const suiteAsStreet = new RegExp(
  `((?:\\b(?:${composeStreetAndUnitWords()})\\.?|,),?) ST\\.? #?(\\d+\\w?|[A-Z])$`,
  'i',
)
const glued = new RegExp(`${gluedUnit.source}|${splitOrdinal.source}|${suiteAsStreet.source}`, 'i')

const dotted = /\p{L}\.\p{L}/u
const dotsInside = /(?<=(?<!\p{L})\p{L})\.(?=\p{L}(?!\p{L}))/gu

function createCellWords(
  kind: CellWords['kind'],
  cells: Cells,
  town: Cells,
  transformations: readonly TransformationKind[],
): CellWords {
  const ofLines = cells.flatMap((cell) => (cell === null ? [] : splitWords(cell)))
  const words = [...ofLines, ...town.flatMap((cell) => (cell === null ? [] : splitWords(cell)))]
  const spellings = words.map((word) => {
    const spellingSet = new Set([word])
    for (const transformation of transformations)
      for (const written of listSpellings(transformation, word))
        for (const part of splitWords(written)) spellingSet.add(part)
    return spellingSet
  })
  return { kind, words, spellings, townFrom: ofLines.length }
}

export interface Run {
  readonly length: number
  /** Index of its first word in the row. */
  readonly from: number
  readonly cells: CellWords
}

/** The longest run of words of `text` from `start` that one of `rows` has; null if no row has the first word. */
export function findLongestRun(
  text: readonly string[],
  start: number,
  rows: readonly CellWords[],
): Run | null {
  let best: Run | null = null
  for (const cells of rows)
    for (let from = 0; from < cells.words.length; from++) {
      const length = measureRun(text, start, cells, from)
      if (length > (best?.length ?? 0)) best = { length, from, cells }
    }
  return best
}

/**
 * The number of words of the text from `start` that the row has from its word `from`. A number, a short word and the identifier
 * of a unit must follow the previous word directly; before other words, the text may skip words of the row.
 */
function measureRun(
  text: readonly string[],
  start: number,
  { kind, words, spellings }: CellWords,
  from: number,
): number {
  if (!isNext(text[start]!, spellings[from]!, kind)) return 0
  let length = 1
  let row = from
  for (let next = start + 1; next < text.length; next++) {
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

/** Whether the word is one of the spellings; a possessive name ends in s: `Ortiz’s`. */
function isNext(word: string, spellings: ReadonlySet<string>, kind: CellWords['kind']): boolean {
  return spellings.has(word) || (kind === 'name' && word.endsWith('s') && spellings.has(word.slice(0, -1)))
}
