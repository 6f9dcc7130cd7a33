/** Recognizes the end of a street: a unit, a mail code, or a comma. */
import { isOrdinal, unitDesignatorOf } from '@careatlas/directory/street-words'
import type { Word } from './line-words.ts'

/** Whether the word at `index` does not belong to the street before it. */
export function endsStreet(words: readonly Word[], index: number): boolean {
  const { text, isAfterBreak } = words[index]!
  if (isAfterBreak || text === '#' || isMailCode(words, index)) return true
  if (isOrdinal(text)) return unitDesignatorOf.get(words[index + 1]?.text ?? '') === 'FL'
  const designator = unitDesignatorOf.get(text)
  const next = words[index + 1]?.text
  if (
    /^(?:BASEMENT|BSMT|LOWER|LOWR|UPPER|UPPR)$/.test(text) &&
    next !== undefined &&
    unitDesignatorOf.get(next) === 'LVL'
  )
    return true
  if (designator === undefined) return false
  return (
    designator === 'REAR' ||
    designator === 'BSMT' ||
    designator === '#' ||
    (next !== undefined && /\d|^[A-Z]$/.test(next))
  )
}

/** Whether the word at `index` starts a mail code, with which an institution sorts its mail: `MSC10`, `MC 8770`, `MAIL STOP 4`. */
export function isMailCode(words: readonly Word[], index: number): boolean {
  const { text } = words[index]!
  if (joinedMailCode.test(text)) return true
  const next = words[index + 1]?.text ?? ''
  return mailCodes.has(text) && (/\d/.test(next) || mailCodes.has(next))
}

/** A mail code with its number in one word. */
export const joinedMailCode = /^(?:MSC|MS|MC|ML|MLC|MMC|MDC|CB)-?[A-Z]?\d/

/** Words before the number of a mail code. */
export const mailCodes: ReadonlySet<string> = new Set(
  'MSC MMC MDC MC ML MLC MS CB MAILSTOP MAIL STOP M/C BOX POB PMB'.split(' '),
)
