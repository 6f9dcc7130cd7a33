/**
 * Splits one line of an address into the street, the institution and the rest, by USPS Publication 28 (section 23: house
 * number, direction, name, suffix, direction, unit). In two registry weeks, 2% of the lines have other words before the house
 * number or after the street.
 */
import { directionalOf, suffixOf, unitDesignatorOf } from '@careatlas/directory/street-words'
import { departments, institutionIn, namesPaperwork, tellsOther } from './institution.ts'
import { type Word, wordsIn, written } from './line-words.ts'
import { isStreetSuffix, streetIn } from './street-end.ts'
import { endsLine, mailCodes } from './unit-start.ts'

export interface AddressParts {
  /** `3500 ELM RD`; null if the line has none. */
  readonly street: string | null
  /** `ELM HOSPITAL` of `ELM HOSPITAL 3500 ELM RD`; null if the line names no institution. */
  readonly institution: string | null
  /** All other words of the line: units, departments, mail codes. */
  readonly rest: string
}

export function addressParts(line: string): AddressParts {
  const [, street, rest] = plain.exec(line) ?? []
  return street === undefined ? partsOfUnusual(line) : { street, institution: null, rest: rest ?? '' }
}

/** The form of four lines in five: a number, a name of one to three words, its suffix, and perhaps one unit. */
const plain =
  /^(\d+ (?:[NSEW]{1,2} )?(?:\d+(?:ST|ND|RD|TH)|(?:[A-Z]{4,} ){0,2}[A-Z]{4,}) (?:ST|AVE|BLVD|DR|LN|CT|RD|PKWY|WAY|PL|CIR|TER)(?: [NSEW]{1,2})?)(?: ((?:STE|APT|UNIT|FL|BLDG|#) (?!S(?:UI)?TE)[A-Z0-9-]+))?$/

function partsOfUnusual(line: string): AddressParts {
  const words = wordsIn(withoutPeople(line))
  const found = streetIn(words)
  if (found === null) return withoutNumber(words)
  const { house, end } = found
  const [before, after] = [words.slice(0, house), words.slice(end)]
  return {
    street: written(words.slice(house, end)),
    institution: namesPaperwork(words) ? null : (institutionIn(before, true) ?? institutionIn(after, false)),
    rest: before.length === 0 ? written(after) : `${written(after)}; ${written(before)}`,
  }
}

/** A street without its house number (`MEDICAL CENTER BLVD`, `OFF HWY 191`), or the name of an institution. */
function withoutNumber(words: readonly Word[]): AddressParts {
  const end = words.findIndex((_, at) => at > 0 && endsLine(words, at))
  const [line, after] = end === -1 ? [words, []] : [words.slice(0, end), words.slice(end)]
  const last = line.at(-1)?.text ?? ''
  const isStreet =
    isStreetSuffix(last) ||
    (line.some(({ text }) => suffixOf.has(text)) && line.some(({ text }) => /\d/.test(text)))
  const street = isStreet && !line.some(({ text }) => departments.has(text)) ? written(line) : null
  return {
    street,
    institution: street === null ? institutionIn(words, true) : null,
    rest: street === null ? '' : written(after),
  }
}

/** `100 ELM ST ATTN: JANE ROE` → `100 ELM ST`: the name of an employee is not part of an address. */
function withoutPeople(line: string): string {
  if (!mayNamePeople.test(line)) return line
  return line.replace(/(?<=\S.*)(?:\b(?:ATTN|ATTENTION)\b|\bC\/O\b|\bCARE OF\b).*?(?=$|, *\d)/i, '')
}

const mayNamePeople = /ATTN|ATTENTION|C\/O|CARE OF/i

/** Whether a word after a street does not belong to the name of a building: a unit, a mail code, a department, another suffix. */
export function isOtherWord(word: string): boolean {
  return (
    unitDesignatorOf.has(word) ||
    mailCodes.has(word) ||
    tellsOther.has(word) ||
    suffixOf.has(word) ||
    directionalOf.has(word)
  )
}
