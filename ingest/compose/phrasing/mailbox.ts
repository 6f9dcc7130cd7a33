/** Recognizes mailboxes: post-office boxes, private mailboxes, general delivery (USPS Publication 28) and mail forwarders. */
import type { Address } from '@careatlas/contract/cards'
import { unitDesignatorOf } from '@careatlas/directory/street-words'
import { isMailForwarder } from './mail-forwarder.ts'

/**
 * Decides by the address alone, and only for addresses in the states. A post-office box next to a street receives the mail of
 * that street, so the address is not a mailbox. With a private mailbox the whole address is one, because its street is that of a
 * mail shop.
 */
export function isMailbox(address: Address): boolean {
  const { line_1, line_2, postal_code } = address
  const lines = [line_1, line_2].filter((line) => line !== null)
  const text = lines.join(' ')
  if (suiteAndBox.test(text) || mailShop.test(text) || isMailForwarder(address)) return true
  if (!mailboxHint.test(text)) return false
  return privateMailbox.test(text) || hasMailShopNumber(text, postal_code) || lines.every(isPostBox)
}

/**
 * `STE 105-1073`, `STE 110314`, `STE 105 BOX 73`: the suite of a mail shop with a box number. Buildings do not number suites like
 * this.
 */
const suiteAndBox = /\b(?:STE|SUITE)\.? *#? ?(?:\d{1,3}-\d{4,}|\d{6,}|\w+,? (?:BOX|NO\.?) ?#? ?\d{2,})\b/i

/** Mail shops, and general delivery. */
const mailShop =
  /\b(?:POSTNET|POSTAL ANNEX|IPOSTAL1?|(?:THE )?UPS STORE|PAK MAIL|MAIL BOXES ETC|GEN(?:ERAL|'?L)?\.? DELIVERY)\b/i

/** A cheap first test: most addresses contain none of these. */
const mailboxHint = /BOX|P\.? ?M\.? ?B|P\.? ?O\.?|GEN|#|PSC|CMR|UNIT|DRAWER/i

const privateMailbox =
  /\bP\.? ?M\.? ?B\b\.?(?! *[A-Z]{2})|\b(?:STE|SUITE|UNIT)?PMB ?\d|\b(?:PRIVATE )?MAIL ?BOX(?:ES)?\b/i

/** Whether the line is only a post-office box, a rural route box or a military box. */
export function isPostBox(line: string): boolean {
  return postBox.test(line)
}

const postBox =
  /^\s*(?:P\.? ?O\.? ?B(?:OX\b|\.? *#? *\d)|P\.? ?O\.? ?DRAWER|POST OFFICE BOX|(?:LOCK ?)?BOX #? ?\d|DRAWER|PSC \d|UNIT \d+ BOX|CMR \d|(?:HC|RR|RURAL ROUTE) ?#? ?\d+ BOX|GEN(?:ERAL|'?L)?\.? DEL(?:IVERY)?\b)/i

/**
 * Whether the text has a number as mail shops write it: `5900 BALCONES DR # 17652`, `120 WATERFRONT ST SUITE 420 #2292`. A real
 * suite with four digits is written with `STE`. A repeated house number or ZIP code does not count, nor does a mail code before a
 * department.
 */
function hasMailShopNumber(text: string, zip: string | null): boolean {
  const match = /(\S+) +(?:- *)?# ?(\d{4,})(?=\s*(?:$|,)|\s+(?:STE|SUITE)\b)/i.exec(text)
  if (match === null || !/^\s*\d/.test(text)) return false
  const [, before = '', number = ''] = match
  if (number === zip?.slice(0, 5) || text.trimStart().startsWith(number)) return false
  return !unitDesignatorOf.has(before.toUpperCase().replaceAll(/[^A-Z]/g, ''))
}
