/**
 * Splits one line of an address into the street, the institution and the rest. The order in a street is that of USPS Publication
 * 28, section 23: house number, direction, name, suffix, direction, unit. In two registry weeks, 2% of the lines have other words
 * before the house number or after the street.
 */
import { directionalOf, suffixOf, unitDesignatorOf } from '@careatlas/directory/street-words'
import { departments, findInstitution, namesOffice, nonStreetWords } from './institution.ts'
import { type Word, splitWords, joinWords } from './line-words.ts'
import { isStreetSuffix, findStreet } from './find-street.ts'
import { endsStreet, mailCodes } from './unit-start.ts'

export interface AddressParts {
  /** `3500 ELM RD`; null if the line has none. */
  readonly street: string | null
  /** `ELM HOSPITAL` in `ELM HOSPITAL 3500 ELM RD`; null if the line names no institution. */
  readonly institution: string | null
  /** All other words of the line: units, departments, mail codes. */
  readonly rest: string
}

export function splitAddressLine(line: string): AddressParts {
  const [, street, rest] = simpleLine.exec(line) ?? []
  return street === undefined ? parseUnusualLine(line) : { street, institution: null, rest: rest ?? '' }
}

/** Four of five lines have this form: a number, a name of one to three words, its suffix, and perhaps one unit. */
const simpleLine =
  /^(\d+ (?:[NSEW]{1,2} )?(?:\d+(?:ST|ND|RD|TH)|(?:[A-Z]{4,} ){0,2}[A-Z]{4,}) (?:ST|AVE|BLVD|DR|LN|CT|RD|PKWY|WAY|PL|CIR|TER)(?: [NSEW]{1,2})?)(?: ((?:STE|APT|UNIT|FL|BLDG|#) (?!S(?:UI)?TE)[A-Z0-9-]+))?$/

function parseUnusualLine(line: string): AddressParts {
  const words = splitWords(removePeople(line))
  const span = findStreet(words)
  if (span === null) return parseWithoutNumber(words)
  const { start, end } = span
  const [before, after] = [words.slice(0, start), words.slice(end)]
  return {
    street: joinWords(words.slice(start, end)),
    institution: namesOffice(words) ? null : (findInstitution(before, true) ?? findInstitution(after, false)),
    rest: before.length === 0 ? joinWords(after) : `${joinWords(after)}; ${joinWords(before)}`,
  }
}

/** A street without its house number (`MEDICAL CENTER BLVD`, `OFF HWY 191`), or the name of an institution. */
function parseWithoutNumber(words: readonly Word[]): AddressParts {
  const end = words.findIndex((_, index) => index > 0 && endsStreet(words, index))
  const [line, after] = end === -1 ? [words, []] : [words.slice(0, end), words.slice(end)]
  const last = line.at(-1)?.text ?? ''
  const isStreet =
    isStreetSuffix(last) ||
    (line.some(({ text }) => suffixOf.has(text)) && line.some(({ text }) => /\d/.test(text)))
  const street = isStreet && !line.some(({ text }) => departments.has(text)) ? joinWords(line) : null
  return {
    street,
    institution: street === null ? findInstitution(words, true) : null,
    rest: street === null ? '' : joinWords(after),
  }
}

/** `100 ELM ST ATTN: JANE ROE` → `100 ELM ST`: the name of an employee is not part of an address. */
function removePeople(line: string): string {
  if (!mayNamePeople.test(line)) return line
  return line.replace(/(?<=\S.*)(?:\b(?:ATTN|ATTENTION)\b|\bC\/O\b|\bCARE OF\b).*?(?=$|, *\d)/i, '')
}

const mayNamePeople = /ATTN|ATTENTION|C\/O|CARE OF/i

/** Whether a word after a street is not the name of a building: a unit, a mail code, a department, another suffix. */
export function isNonStreetWord(word: string): boolean {
  return (
    unitDesignatorOf.has(word) ||
    mailCodes.has(word) ||
    nonStreetWords.has(word) ||
    suffixOf.has(word) ||
    directionalOf.has(word)
  )
}
