/** Words of a text that stand in the cells of one row in the same order: an address, a name. */
import { designators, type TransformationKind, transformationsOf, writtenAs } from './tables.ts'
import { wordsOf } from './words.ts'

/** The words of cells that belong together, each with every writing that is allowed. */
export interface CellWords {
  readonly kind: 'address' | 'name'
  readonly words: readonly string[]
  readonly writings: readonly ReadonlySet<string>[]
  /** Where in an address the town begins; a list of towns goes from one address to another. */
  readonly townFrom: number
}

/** Words that a text may leave out between two of a row: remarks in a street line, a middle name. */
const skippedMax = { address: 8, name: 3 } as const

type Cells = readonly (string | null)[]

/** Also with `S.W.` as one word. */
export function addressWords(lines: Cells, town: Cells): readonly CellWords[] {
  const split = withSplitUnits(lines)
  const variants = split === lines ? [lines] : [lines, split]
  return variants.flatMap((some) =>
    withoutDots([some, town]).map(([ofLines = [], ofTown = []]) =>
      cellWords('address', ofLines, ofTown, ['street', 'unit', 'city']),
    ),
  )
}

/** Lists write `WASHINGTON HOSPITAL, THE`. */
export function nameWords(cells: Cells): readonly CellWords[] {
  const turned = cells.map((cell) => cell?.replace(/^(.+?),? (the)$/i, '$2 $1') ?? null)
  return withoutDots([turned]).map(([ofName = []]) => cellWords('name', ofName, [], ['suffix']))
}

/** The cells as they are, and where an abbreviation has dots inside, also without these. */
function withoutDots(cells: readonly Cells[]): readonly (readonly Cells[])[] {
  return withReplaced(cells, dotted, dotsInside, '')
}

/** The cells as they are, and where `found` is in one of them, also with every `part` replaced. */
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
/** Only before a street type or a floor: `101 ST JOHNS AVE` has a saint. */
const splitOrdinal = new RegExp(
  `\\b(\\d*(?:1(?= ST\\b)|2(?= ND\\b)|3(?= RD\\b)|\\d(?= TH\\b))) (ST|ND|RD|TH)(?= (?:${wordsBehindOrdinals()})\\b)`,
  'gi',
)
function wordsBehindOrdinals(): string {
  return ['street', 'unit'].flatMap((kind) => transformationsOf(kind as TransformationKind).flat()).join('|')
}

/** `ST` behind another street type or a comma, before a number or a letter at the end. */
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
  const writings = words.map((word) => {
    const writing = new Set([word])
    for (const transformation of transformations)
      for (const written of writtenAs(transformation, word))
        for (const each of wordsOf(written)) writing.add(each)
    return writing
  })
  return { kind, words, writings, townFrom: ofLines.length }
}

export interface Run {
  readonly length: number
  /** Its first word in the row. */
  readonly from: number
  readonly cells: CellWords
}

/** The longest run of `text` from `at` on that one of `rows` holds; null when none holds its first word. */
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
 * How many words of the text the row holds from its word `from` on. A number, a short word or what follows the word for a
 * unit stands right after the word before it; other words of the row may be left out.
 */
function runLength(
  text: readonly string[],
  at: number,
  { kind, words, writings }: CellWords,
  from: number,
): number {
  if (!stands(text[at]!, writings[from]!, kind)) return 0
  let length = 1
  let row = from
  for (let next = at + 1; next < text.length; next++) {
    const word = text[next]!
    const isStrict = /\d/.test(word) || word.length < 3 || designators.has(text[next - 1]!)
    const skip = isStrict ? 0 : skippedMax[kind]
    let found = row + 1
    let skipped = 0
    while (found < words.length && !stands(word, writings[found]!, kind)) {
      // Nobody reads the number sign aloud.
      if (words[found] !== '#' && ++skipped > skip) return length
      found++
    }
    if (found >= words.length) return length
    row = found
    length++
  }
  return length
}

/** A genitive of a name is written with an s: `Ortiz’s`. */
function stands(word: string, writings: ReadonlySet<string>, kind: CellWords['kind']): boolean {
  return writings.has(word) || (kind === 'name' && word.endsWith('s') && writings.has(word.slice(0, -1)))
}
