/** The only unit of a building, if it is certainly a suite. */
import { unitOf } from '@careatlas/directory/address'
import { wordsOf } from '@careatlas/directory/address-line'
import type { AddressRecord } from './address-record.ts'

/**
 * The unit that all `records` share, as `addressKey` writes it: `# 4`. Null if they have several, if most do not call it a
 * suite, or if it is a telephone number, a ZIP code or a mail stop. All `records` have a unit.
 */
export function findSuite(records: readonly AddressRecord[]): string | null {
  const [unit, another] = new Set(records.map(({ unitKey }) => unitOf(unitKey)))
  const id = /^# ([^ ]+)$/.exec(unit ?? '')?.[1]
  const suites = records.filter(callsItSuite).length
  if (id === undefined || another !== undefined || suites * 2 <= records.length) return null
  return nonSuiteId.test(id) || records.some((record) => isFromOtherCell(id, record)) ? null : unit!
}

/** Whether the address has a word for a suite, and no word for mail. */
export function callsItSuite({ registered: { address } }: AddressRecord): boolean {
  const words = wordsOf(`${address.line_1 ?? ''} ${address.line_2 ?? ''}`)
  return words.some((word) => suiteWords.has(word)) && !words.some((word) => mailWords.has(word))
}

/** Spellings of "suite"; an apartment, a unit and `#` may be a home or a mailbox. */
const suiteWords: ReadonlySet<string> = new Set(['SUITE', 'STE', 'STES', 'SUITES', 'SUIT', 'SUTIE'])

/** `SUITE 4 MAIL STOP 12`, `STE 4 MSC 12` */
const mailWords: ReadonlySet<string> = new Set(['MAIL', 'MAILSTOP', 'MS', 'MSC', 'MC', 'PMB', 'BOX'])

/** Six or more digits, or letters before four or more: mail rooms use such numbers, buildings do not. */
const nonSuiteId = /\d{6}|^[A-Z]+-?\d{4}/

/** Whether the unit is digits of the telephone number or ZIP code of the row, typed into the wrong cell. */
function isFromOtherCell(id: string, { registered: { address, phone } }: AddressRecord): boolean {
  if (!/^\d{4,}$/.test(id)) return false
  return (phone ?? '').endsWith(id) || (address.postal_code ?? '').startsWith(id)
}
