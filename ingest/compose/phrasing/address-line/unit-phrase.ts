/** Writes the units of an address in words, each once. */
import { readAddressLine } from '@careatlas/directory/address-line'
import { titleCasePlace, titleCaseUnit } from '@careatlas/directory/title-case'
import { isNonStreetWord } from './address-parts.ts'
import { separateWords } from './line-words.ts'
import { joinedMailCode } from './unit-start.ts'

/** ", Suite 4", from the rest of the street line and from the second line. */
export function unitPhrase(rest: string, second: string | null): string {
  if (rest === '' && second === null) return ''
  const secondLine = second === null ? null : separateWords(second)
  const roomText =
    findRoom(rest) || (secondLine !== null && findRoom(secondLine) === secondLine ? secondLine : '')
  const firstUnits = titleCaseUnit(rest.startsWith(roomText) ? rest.slice(roomText.length) : rest)
  const secondUnits = secondLine === null || addsNoUnit(secondLine, rest) ? null : titleCaseUnit(secondLine)
  const units = [firstUnits, secondUnits].flatMap((unit) => unit?.split(', ') ?? [])
  const distinctUnits = new Set([...(roomText === '' ? [] : [roomInWords(roomText)]), ...units])
  return [...distinctUnits].map((unit) => (mailNumber.test(unit) ? '' : `, ${unit}`)).join('')
}

/** An internal mail number of a hospital; the number of a mail shop would make the address a mailbox. */
const mailNumber = /^#\d{4,}$/

/** Whether the other line already has all units of this one: `# 301` and `STE 301`. */
function addsNoUnit(line: string, other: string): boolean {
  const [units, others] = [line, other].map((text) => new Set(readAddressLine(text, true).units))
  return units!.size > 0 && units!.isSubsetOf(others!)
}

/** A room right after the street, without a designator or with the short name of its building: `G35`, `HASBRO 122`, `ST 200`. */
function findRoom(rest: string): string {
  const match =
    /^(?:([A-Z]{2,12})\.? )?([A-Z]?(?=[A-Z-]*\d)[A-Z0-9.-]{1,8}|(?<=^ST\.? )[A-Z])(?=$|[,;]| (?:STE|SUITE|UNIT|ROOM|RM|BLDG)\b)/i.exec(
      rest,
    )
  if (match === null) return ''
  const [whole, building = '', id = ''] = match.map((text) => text?.toUpperCase())
  if (building === '') return /^\d{4,}$/.test(id) || joinedMailCode.test(id) ? '' : whole!
  return building === 'ST' || !isNonStreetWord(building) ? whole! : ''
}

/** `ST` before a number and after a street type means "suite". */
function roomInWords(roomText: string): string {
  const [building, id] = roomText.toUpperCase().split(/\.? /)
  if (id === undefined) return building!
  if (building === 'ST') return `Suite ${id}`
  return `${building!.length < 4 ? building : titleCasePlace(building!)} ${id}`
}
