/** Splits texts into words; cards and rows are compared word by word. */

/**
 * Lower-case words and numbers without punctuation; `#` and a time of day (`5:30`) are one word each.
 *
 * @example "110 O'Brien St., #4F" → ['110', 'obrien', 'st', '#', '4f']
 */
export function splitWords(text: string): readonly string[] {
  if (!/[^ -~]/.test(text)) {
    const withoutApostrophes = /['`]/.test(text) ? text.replaceAll(/['`]/g, '') : text
    return withoutApostrophes.toLowerCase().match(/\d{1,2}:\d\d(?!\d)|#|[a-z\d]+/g) ?? []
  }
  return (
    text
      .normalize('NFKC')
      .replaceAll(/[\s\u0085]+/gu, ' ')
      .replaceAll(invisible, '')
      .toLowerCase()
      .replaceAll(/['’ʼ‘`´]/g, '')
      .match(/\d{1,2}:\d\d(?!\d)|#|[\p{L}\p{M}\p{N}]+/gu) ?? []
  )
}

/** Format characters and others that are invisible. */
const invisible = /[\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}]/gu

/** A cell in capitals with single spaces and no invisible characters; null if it has no letter or digit. */
export function cellValue(cell: string | undefined): string | null {
  if (cell === undefined || cell === '') return null
  const visible = /[^ -~]/.test(cell) ? cell.replaceAll(/[\s\u0085]+/gu, ' ').replaceAll(invisible, '') : cell
  const text = visible.trim().replaceAll(/\s+/g, ' ').toUpperCase()
  return text === '<UNAVAIL>' || !/[\p{L}\p{N}]/u.test(text) ? null : text
}

/** The value as text if it is a string or a number, else empty. */
export function toText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** Whether `whole` contains the words of `part` in sequence. */
export function containsWords(whole: readonly string[], part: readonly string[]): boolean {
  if (part.length === 0) return true
  return whole.some((_, start) => part.every((word, offset) => whole[start + offset] === word))
}

/** `MM/DD/YYYY`, or a text that begins with `YYYY-MM-DD` → `YYYY-MM-DD`; null for anything else. */
export function parseDate(cell: string | undefined): string | null {
  const [, month, day, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(cell?.trim() ?? '') ?? []
  if (year !== undefined) return `${year}-${month!.padStart(2, '0')}-${day!.padStart(2, '0')}`
  return /^\d{4}-\d{2}-\d{2}/.exec(cell?.trim() ?? '')?.[0] ?? null
}

/** NPPES issued the first NPI in this month. */
const firstNpiMonth = '2005-05'

/**
 * The day of a payer's record; null if the cell has no date, or one before the first NPI or after the file. Null means the day of
 * the file.
 */
export function parseRecordDay(cell: string, fileDay: string | null): string | null {
  const day = /^\d{4}-/.test(cell.trim()) ? parseDate(cell) : null
  if (day === null || day < firstNpiMonth || (fileDay !== null && day > fileDay)) return null
  return Number.isNaN(Date.parse(day)) || !new Date(day).toISOString().startsWith(day) ? null : day
}
