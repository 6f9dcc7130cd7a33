/** Removes placeholders from license numbers, and adds the numbers in the credential cell: `LH60597585`, `AMFT #143990`. */
import type { RegisteredTaxonomy } from '../facts/facts.ts'

/** A taxonomy code with its licenses, from a registration or from a card. */
export type Licensed = Pick<RegisteredTaxonomy, 'code' | 'licenses'>

/** NUCC: student in an organized health care education/training program; residents and fellows register it, too. */
export const traineeCode = '390200000X'

const placeholder =
  /^(?:PROFESSIONAL ?LICENSE|LICENSED?|CERTIFIED|PENDING|IN PROCESS|AWAITING|NONE|N\/?A|NULL|NOT APPLICABLE|UNKNOWN|TBD|TBA|STUDENT|X{3,}|[0\W]+)$/i

/** A license whose number is a placeholder keeps its state, unless another license has that state. */
export function removePlaceholders(licenses: Licensed['licenses']): Licensed['licenses'] {
  if (!licenses.some(({ number }) => number !== null && placeholder.test(number))) return licenses
  const cleaned = licenses.map(({ state, number }) => ({
    state,
    number: number === null || placeholder.test(number) ? null : number,
  }))
  return cleaned.filter(
    ({ state, number }, index) =>
      number !== null ||
      (state !== null &&
        !cleaned.some(
          (other, otherIndex) => other.state === state && (other.number !== null || otherIndex < index),
        )),
  )
}

/**
 * Adds the license numbers in the credential cell to the codes, each in every state of the code's licenses. A number in the cell
 * replaces a license with the same digits and no letters; it is ignored if a license has the same digits with letters. If no
 * license has a number, the cell counts as the license of the trainee code. If no license has a state, the licenses and the cell
 * count in `practiceState`.
 */
export function withCredentialCell(
  registered: readonly Licensed[],
  cell: string | null,
  practiceState: string | null,
): readonly Licensed[] {
  const licensed = fillState(
    registered.map(({ code, licenses }) => ({ code, licenses: removePlaceholders(licenses) })),
    cell === null ? null : practiceState,
  )
  if (cell === null) return licensed
  const numbers = licensed.flatMap(({ licenses }) => licenses.flatMap(({ number }) => number ?? []))
  if (numbers.length === 0)
    return licensed.map((taxonomy) =>
      taxonomy.code === traineeCode
        ? { code: traineeCode, licenses: [{ state: null, number: cell }] }
        : taxonomy,
    )
  const digitsWithLetters = new Set(numbers.filter((number) => /\D/.test(number)).map(digitsOf))
  const cellNumbers = parseNumbers(cell).filter((number) => !digitsWithLetters.has(digitsOf(number)))
  if (cellNumbers.length === 0) return licensed
  const cellDigits = new Set(cellNumbers.map(digitsOf))
  return licensed.map(({ code, licenses }) => {
    const states = new Set(licenses.map(({ state }) => state))
    return {
      code,
      licenses: [
        ...licenses.filter(({ number }) => number === null || !cellDigits.has(number)),
        ...[...states].flatMap((state) => cellNumbers.map((number) => ({ state, number }))),
      ],
    }
  })
}

function fillState(registered: readonly Licensed[], practiceState: string | null): readonly Licensed[] {
  if (
    practiceState === null ||
    registered.some(({ licenses }) => licenses.some(({ state }) => state !== null))
  )
    return registered
  return registered.map(({ code, licenses }) => ({
    code,
    licenses:
      licenses.length === 0
        ? [{ state: practiceState, number: null }]
        : licenses.map(({ number }) => ({ state: practiceState, number })),
  }))
}

function parseNumbers(cell: string): readonly string[] {
  if (!/\d{4}/.test(cell)) return []
  return cell
    .toUpperCase()
    .split(/[,;]/)
    .map((part) => part.replaceAll(/[\s#:.]+/g, ''))
    .filter((part) => /^[A-Z]+-?\d{4,}$/.test(part))
}

function digitsOf(number: string): string {
  return number.replaceAll(/\D/g, '')
}
