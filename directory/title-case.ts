/**
 * Converts upper-case registry text to mixed case: `MCDONALD` → `McDonald`, `LLC` stays, `110 LOCKWOOD ST` → `110 Lockwood Street`.
 * Changes only the case and, in addresses, the abbreviations. Text with both cases stays unchanged.
 */
import { memoize } from './memoize.ts'
import { titleCaseCityWord } from './title-case/city-word.ts'
import { titleCaseOrganizationWord } from './title-case/organization-word.ts'
import { titleCasePersonNameWord } from './title-case/person-name-word.ts'
import { removePunctuation, isStreetLine, titleCaseStreetLine } from './title-case/street-line.ts'
import { titleCaseUnitPhrase, unitWords } from './title-case/unit-phrase.ts'

/** A person's name or a part of it: `DE LA CRUZ-O'BRIEN III` → `de la Cruz-O'Brien III`. */
export const titleCaseName = memoize((text: string): string => {
  if (hasBothCases(text)) return text.trim()
  const words = text.trim().toUpperCase().split(/\s+/)
  return words.map((_, index) => titleCasePersonNameWord(words, index)).join(' ')
})

/** A name of an organization: `THE HEART CLINIC OF ST LOUIS , PLLC,` → `The Heart Clinic of St. Louis, PLLC`. */
export function titleCaseOrganization(text: string): string {
  const name = removeStrayPunctuation(text)
  if (hasBothCases(name)) return name
  const words = name.toUpperCase().split(/\s+/)
  return words.map((_, index) => titleCaseOrganizationWord(words, index)).join(' ')
}

/** `HOSPITAL OF YORK,` and `HEART CLINIC , INC..` without stray punctuation; a name of only punctuation stays unchanged. */
function removeStrayPunctuation(name: string): string {
  const trimmed = name.trim()
  if (!strayPunctuation.test(trimmed)) return trimmed
  return trimmed
    .replaceAll(/\s+(?=\.)/g, '')
    .replaceAll(/\s+([,;])\s*/g, '$1 ')
    .replace(/(?<=[\p{L}\p{N}.)])[\s,;:-]+$/u, '')
    .replace(/\.{2,}$/, '.')
}

/** A quick test, because few names have any. */
const strayPunctuation = /\s[,;.]|[,;:-]$|\.\.$/

/** A city (`ST LOUIS` → `St. Louis`) or a street line (`110 LOCKWOOD ST STE 4` → `110 Lockwood Street, Suite 4`). */
export function titleCasePlace(text: string): string {
  if (hasBothCases(text)) return text.trim()
  const words = splitPlace(text)
  return isStreetLine(words)
    ? titleCaseStreetLine(words)
    : words.map((_, index) => titleCaseCityWord(words, index)).join(' ')
}

/** The unit in a line, with or without other words: `MILL BUILDING, STE 4` → `Suite 4`; null if there is none. */
export function titleCaseUnit(text: string): string | null {
  const joined = possibleList.test(text) ? joinLists(text.toUpperCase()) : text
  const units = joined.split(/[,;]|\s-\s/).map((part) => unitWords(removePunctuation(splitPlace(part))))
  return units.map(titleCaseUnitPhrase).join('').slice(', '.length) || null
}

/** Joins lists into one word for `titleCaseUnitPhrase`: `SUITE 117, 118` → `SUITE 117|118`, `4TH AND 5TH FLOORS` → `4TH+5TH FLOORS`. */
function joinLists(text: string): string {
  return text
    .replaceAll(/(?: AND|,? *&)(?= +(?:SUITE|STE|APT|UNIT)\b)/g, ',')
    .replaceAll(/(?<=\d(?:ST|ND|RD|TH)) +AND +(?=\d+(?:ST|ND|RD|TH) +FL)/g, '+')
    .replaceAll(listedIds, (list) =>
      list
        .replaceAll(/ +AND +/g, '+')
        .replaceAll(/[ ,]*&[ ,]*/g, '&')
        .replaceAll(/ *,+ *(?=\w)/g, '|'),
    )
    .replaceAll(/(?<=\b(?:SUITE|STE|UNIT|ROOM|RM|APT)\.? +)(?:NUMBER|NUM|NO)\b\.? *(?=\d)/g, '')
}

const possibleList = /[,&]| and | n(?:o|um|umber)\b/i
const listedIds =
  /(?<=\b(?:SUITE|STE|UNIT|ROOM|RM|APT)S?\.? +(?:# *)?)(?:[A-Z]|\d+[A-Z]?)(?:(?:[ ,]*&[ ,]*| *,+ *| +AND +)(?:[A-Z]|\d+[A-Z]?)(?![\w-]))+/g

function splitPlace(text: string): readonly string[] {
  return text.toUpperCase().replaceAll('#', ' # ').replaceAll(',', ', ').trim().split(/\s+/)
}

function hasBothCases(text: string): boolean {
  return /\p{Ll}/u.test(text) && /\p{Lu}/u.test(text)
}
