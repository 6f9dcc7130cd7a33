/** Splits one line of an address into words, and marks the boundaries between its parts. */

export interface Word {
  /** As written. */
  readonly raw: string
  /** Upper case, without punctuation. */
  readonly text: string
  /** Whether a comma, a parenthesis or a spaced hyphen is before it. */
  readonly isAfterBreak: boolean
}

/** Splits a line into words; text in parentheses is dropped. */
export function splitWords(line: string): readonly Word[] {
  const words: Word[] = []
  let isAfterBreak = false
  for (const raw of separateWords(line).replaceAll(boundary, ' , ').replaceAll('#', ' # ').split(/\s+/)) {
    if (raw === '' || raw === ',') isAfterBreak ||= raw === ','
    else {
      words.push({
        raw: raw.replace(/[-:]$/, ''),
        text: raw.toUpperCase().replaceAll(/\.(?!\d)|^[^\p{L}\p{N}#&]+|-$/gu, ''),
        isAfterBreak,
      })
      isAfterBreak = false
    }
  }
  return words
}

/** Boundaries between parts, and text in parentheses, which is a remark and not part of an address. */
const boundary = /\([^)]*\)?|[,;]|\s[-–/:]+(?=\s)|-$|\)/g

/**
 * Corrects missing and superfluous spaces: `SUITE1200`, `SUITE-4`, `STE.4` and `S.WILLIAM` are two words, `51 -53` and `120 TH`
 * are one.
 */
export function separateWords(line: string): string {
  return line
    .replaceAll(/\b([A-Z]{1,4}\.)(?=[A-Z]{3})/gi, '$1 ')
    .replaceAll(/\b(SUITE|STE|APT|UNIT|BLDG|ROOM|RM|FL|PMB)[-.]?(?=\d)/gi, '$1 ')
    .replaceAll(/(?<=^\s*\d+) *- *(?=\d+\s)|(?<=\b[A-Z\d]{1,3})- (?=\d)/gi, '-')
    .replace(/^\s*(\d+)\s+-\s+(?=[A-Z])/i, '$1 ')
    .replaceAll(/\b(\d+) (?=(?:TH|ND|(?:ST|RD)(?= (?:ST|STREET|AVE|AVENUE|RD|DR)\b))\b)/gi, '$1')
}

/** Joins the words as written, with a comma at each boundary. */
export function joinWords(words: readonly Word[]): string {
  return words
    .map(({ raw, isAfterBreak }, index) => (index > 0 && isAfterBreak ? `, ${raw}` : raw))
    .join(' ')
    .replaceAll(' , ', ', ')
}

/** Joins the words in upper case, without punctuation. */
export function joinText(words: readonly Word[]): string {
  return words.map(({ text }) => text).join(' ')
}
