/** The units of an address as read aloud, each once. */
import { readAddressLine } from '@careatlas/directory/address-line'
import { titleCasePlace, titleCaseUnit } from '@careatlas/directory/title-case'
import { isOtherWord } from './address-parts.ts'
import { unglued } from './line-words.ts'
import { gluedMailCode } from './unit-start.ts'

/** ", Suite 4", from the rest of the street line and from the second line. */
export function unitsIn(rest: string, second: string | null): string {
  if (rest === '' && second === null) return ''
  const other = second === null ? null : unglued(second)
  const door = doorIn(rest) || (other !== null && doorIn(other) === other ? other : '')
  const here = titleCaseUnit(rest.startsWith(door) ? rest.slice(door.length) : rest)
  const there = other === null || addsNoUnit(other, rest) ? null : titleCaseUnit(other)
  const units = [here, there].flatMap((unit) => unit?.split(', ') ?? [])
  const written = new Set([...(door === '' ? [] : [doorInWords(door)]), ...units])
  return [...written].map((unit) => (mailNumber.test(unit) ? '' : `, ${unit}`)).join('')
}

/** An internal mail number of a hospital; the number of a mail shop would make the address a mailbox. */
const mailNumber = /^#\d{4,}$/

/** Whether the other line has all units of this one: `# 301` and `STE 301`. */
function addsNoUnit(line: string, than: string): boolean {
  const [units, others] = [line, than].map((text) => new Set(readAddressLine(text, true).units))
  return units!.size > 0 && units!.isSubsetOf(others!)
}

/** A room right after the street, without a designator or with the short name of its building: `G35`, `HASBRO 122`, `ST 200`. */
function doorIn(rest: string): string {
  const door =
    /^(?:([A-Z]{2,12})\.? )?([A-Z]?(?=[A-Z-]*\d)[A-Z0-9.-]{1,8}|(?<=^ST\.? )[A-Z])(?=$|[,;]| (?:STE|SUITE|UNIT|ROOM|RM|BLDG)\b)/i.exec(
      rest,
    )
  if (door === null) return ''
  const [whole, building = '', id = ''] = door.map((text) => text?.toUpperCase())
  if (building === '') return /^\d{4,}$/.test(id) || gluedMailCode.test(id) ? '' : whole!
  return building === 'ST' || !isOtherWord(building) ? whole! : ''
}

/** `ST` before a number and after a street type means "suite". */
function doorInWords(door: string): string {
  const [building, id] = door.toUpperCase().split(/\.? /)
  if (id === undefined) return building!
  if (building === 'ST') return `Suite ${id}`
  return `${building!.length < 4 ? building : titleCasePlace(building!)} ${id}`
}
