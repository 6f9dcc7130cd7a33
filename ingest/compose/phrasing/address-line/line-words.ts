/** Splits one line of an address into words, and marks the boundaries between its parts. */

export interface Word {
  /** As written. */
  readonly raw: string
  /** Upper case, without punctuation. */
  readonly text: string
  /** Whether a comma, a parenthesis or a spaced hyphen is before it. */
  readonly apart: boolean
}

/** The words outside of parentheses, which contain remarks. */
export function wordsIn(line: string): readonly Word[] {
  const words: Word[] = []
  let apart = false
  for (const raw of unglued(line).replaceAll(boundary, ' , ').replaceAll('#', ' # ').split(/\s+/)) {
    if (raw === '' || raw === ',') apart ||= raw === ','
    else {
      words.push({
        raw: raw.replace(/[-:]$/, ''),
        text: raw.toUpperCase().replaceAll(/\.(?!\d)|^[^\p{L}\p{N}#&]+|-$/gu, ''),
        apart,
      })
      apart = false
    }
  }
  return words
}

/** A remark in parentheses is not part of an address. */
const boundary = /\([^)]*\)?|[,;]|\s[-–/:]+(?=\s)|-$|\)/g

/** `SUITE1200`, `SUITE-4`, `STE.4` and `S.WILLIAM` are two words; `51 -53` and `120 TH` are one. */
export function unglued(line: string): string {
  return line
    .replaceAll(/\b([A-Z]{1,4}\.)(?=[A-Z]{3})/gi, '$1 ')
    .replaceAll(/\b(SUITE|STE|APT|UNIT|BLDG|ROOM|RM|FL|PMB)[-.]?(?=\d)/gi, '$1 ')
    .replaceAll(/(?<=^\s*\d+) *- *(?=\d+\s)|(?<=\b[A-Z\d]{1,3})- (?=\d)/gi, '-')
    .replace(/^\s*(\d+)\s+-\s+(?=[A-Z])/i, '$1 ')
    .replaceAll(/\b(\d+) (?=(?:TH|ND|(?:ST|RD)(?= (?:ST|STREET|AVE|AVENUE|RD|DR)\b))\b)/gi, '$1')
}

/** The words as written. */
export function written(words: readonly Word[]): string {
  return words
    .map(({ raw, apart }, at) => (at > 0 && apart ? `, ${raw}` : raw))
    .join(' ')
    .replaceAll(' , ', ', ')
}

/** The words in upper case, without punctuation. */
export function textOf(words: readonly Word[]): string {
  return words.map(({ text }) => text).join(' ')
}
