/**
 * Converts upper-case registry text to mixed case: `MCDONALD` → `McDonald`, `LLC` stays, `110 LOCKWOOD ST` → `110 Lockwood Street`.
 * Changes only the case and, in addresses, the abbreviations. Text with both cases stays unchanged.
 */
import { memo } from './memo.ts'
import { cityWord } from './title-case/city-word.ts'
import { organizationWord } from './title-case/organization-word.ts'
import { personNameWord } from './title-case/person-name-word.ts'
import { bareWords, isStreetLine, streetLine } from './title-case/street-line.ts'
import { unitPhrase, unitWords } from './title-case/unit-phrase.ts'

/** A person's name or a part of it: `DE LA CRUZ-O'BRIEN III` → `de la Cruz-O'Brien III`. */
export const titleCaseName = memo((text: string): string => {
  if (hasBothCases(text)) return text.trim()
  const words = text.trim().toUpperCase().split(/\s+/)
  return words.map((_, at) => personNameWord(words, at)).join(' ')
})

/** A name of an organization: `THE HEART CLINIC OF ST LOUIS , PLLC,` → `The Heart Clinic of St. Louis, PLLC`. */
export function titleCaseOrganization(text: string): string {
  const name = withoutStrayPunctuation(text)
  if (hasBothCases(name)) return name
  const words = name.toUpperCase().split(/\s+/)
  return words.map((_, at) => organizationWord(words, at)).join(' ')
}

/** `HOSPITAL OF YORK,` and `HEART CLINIC , INC..` without stray punctuation; a name of only punctuation stays unchanged. */
function withoutStrayPunctuation(name: string): string {
  const trimmed = name.trim()
  if (!stray.test(trimmed)) return trimmed
  return trimmed
    .replaceAll(/\s+(?=\.)/g, '')
    .replaceAll(/\s+([,;])\s*/g, '$1 ')
    .replace(/(?<=[\p{L}\p{N}.)])[\s,;:-]+$/u, '')
    .replace(/\.{2,}$/, '.')
}

/** A quick test, because few names have any. */
const stray = /\s[,;.]|[,;:-]$|\.\.$/

/** A city (`ST LOUIS` → `St. Louis`) or a street line (`110 LOCKWOOD ST STE 4` → `110 Lockwood Street, Suite 4`). */
export function titleCasePlace(text: string): string {
  if (hasBothCases(text)) return text.trim()
  const words = placeWords(text)
  return isStreetLine(words) ? streetLine(words) : words.map((_, at) => cityWord(words, at)).join(' ')
}

/** The unit in a line, with or without other words: `MILL BUILDING, STE 4` → `Suite 4`; null if there is none. */
export function titleCaseUnit(text: string): string | null {
  const lists = mayList.test(text) ? withoutLists(text.toUpperCase()) : text
  const units = lists.split(/[,;]|\s-\s/).map((part) => unitWords(bareWords(placeWords(part))))
  return units.map(unitPhrase).join('').slice(', '.length) || null
}

/** Joins lists into one word for `unitPhrase`: `SUITE 117, 118` → `SUITE 117|118`, `4TH AND 5TH FLOORS` → `4TH+5TH FLOORS`. */
function withoutLists(text: string): string {
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

const mayList = /[,&]| and | n(?:o|um|umber)\b/i
const listedIds =
  /(?<=\b(?:SUITE|STE|UNIT|ROOM|RM|APT)S?\.? +(?:# *)?)(?:[A-Z]|\d+[A-Z]?)(?:(?:[ ,]*&[ ,]*| *,+ *| +AND +)(?:[A-Z]|\d+[A-Z]?)(?![\w-]))+/g

function placeWords(text: string): readonly string[] {
  return text.toUpperCase().replaceAll('#', ' # ').replaceAll(',', ', ').trim().split(/\s+/)
}

function hasBothCases(text: string): boolean {
  return /\p{Ll}/u.test(text) && /\p{Lu}/u.test(text)
}
