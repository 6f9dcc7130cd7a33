/** Parses a person's name in the registry, and moves text that was entered in the wrong cell. */
import type { OtherName } from '@careatlas/contract/cards'
import type { RegisteredName } from '../facts/facts.ts'
import { cellText, cellTextInCapitals } from '../read/cell-text.ts'
import { listPlaceholders } from '../read/placeholders.ts'
import { splitLastName } from './last-name.ts'
import { columnIndex } from './main-columns.ts'

/** If the row has no name, `name.first` and `name.last` are null. */
export function parseRegisteredName(cells: readonly string[]): {
  name: RegisteredName
  nicknames: OtherName[]
} {
  const last = splitLastName(cellTextInCapitals(cells[columnIndex.last]))
  const lastName = splitNickname(last.name)
  const first = splitNickname(cellTextInCapitals(cells[columnIndex.first]))
  const name = {
    prefix: cellText(cells[columnIndex.prefix]),
    first: cleanNamePart(first.name),
    middle: cleanMiddleName(cells[columnIndex.middle]),
    last: cleanNamePart(lastName.name),
    suffix: cellText(cells[columnIndex.suffix]) ?? last.suffix,
    credential: cellText(cells[columnIndex.credential]) ?? last.credential,
  }
  return {
    name,
    nicknames: toNicknames(name, cleanNamePart(first.nickname), cleanNamePart(lastName.nickname)),
  }
}

/** The other name of the row, if it differs from `name`; types: 1 former, 2 professional, 5 other. */
export function parseOtherName(cells: readonly string[], name: RegisteredName): OtherName | null {
  const last = cleanNamePart(splitLastName(cellTextInCapitals(cells[columnIndex.otherLast])).name)
  const first = cleanNamePart(cellTextInCapitals(cells[columnIndex.otherFirst]))
  const middle = cleanMiddleName(cells[columnIndex.otherMiddle])
  if (first === null && last === null) return null
  if (first === name.first && middle === name.middle && last === name.last) return null
  const type = cells[columnIndex.otherNameType]
  return { kind: type === '1' ? 'former' : type === '2' ? 'professional' : 'other', first, middle, last }
}

/** "First name unknown", "no middle name" and similar abbreviations. */
const placeholders = listPlaceholders('person')

/** Removes digits (`06MICHAEL`), unpaired marks and blanks around hyphens (`PRADO- MARTIN`); null for an empty or unknown name. */
function cleanNamePart(text: string | null): string | null {
  if (text === null) return null
  const cleaned = /[\d"()[\]]/.test(text) ? cellTextInCapitals(text.replace(/[\d"()[\]]+/g, ' ')) : text
  const part = cleaned?.replace(/(?<=\p{L}) ?- ?(?=\p{L})/gu, '-') ?? null
  return part === null || placeholders.has(part) ? null : part
}

/** Null for a text with digits, which is part of an address, and for `NA`, which mostly means "not applicable". */
function cleanMiddleName(cell: string | undefined): string | null {
  const { name } = splitNickname(cellTextInCapitals(cell))
  return name === null || name === 'NA' || /\d/.test(name) ? null : cleanNamePart(name)
}

/** `MARY (MK)` and `ROBERT 'BOB'` → the name and the nickname. */
function splitNickname(text: string | null): {
  readonly name: string | null
  readonly nickname: string | null
} {
  if (text === null || !/[('"[]/.test(text)) return { name: text, nickname: null }
  const match = /^(.*?)\s*(?:\(([^)]*)\)?|\[([^\]]*)\]?|(?<=\s)(['"])([^'"]+)\4)(?=\s|$)(.*)$/.exec(text)
  if (match === null) return { name: text, nickname: null }
  const name = cellText(`${match[1] ?? ''} ${match[6] ?? ''}`)
  const nickname = cellText(match[2] ?? match[3] ?? match[5])
  return name === null ? { name: nickname, nickname: null } : { name, nickname }
}

function toNicknames(name: RegisteredName, first: string | null, last: string | null): OtherName[] {
  const names: OtherName[] = []
  if (first !== null) names.push({ kind: 'other', first, middle: null, last: name.last })
  if (last !== null) names.push({ kind: 'other', first: name.first, middle: null, last })
  return names
}
