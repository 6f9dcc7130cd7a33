/** License numbers without placeholders, and those that the credential cell holds: `LH60597585`, `AMFT #143990`. */
import type { RegisteredTaxonomy } from '../facts/facts.ts'

/** A code with its licenses, of a registration or of a card. */
export type Licensed = Pick<RegisteredTaxonomy, 'code' | 'licenses'>

/** NUCC: student in an organized health care education/training program, which residents and fellows are, too. */
export const trainee = '390200000X'

const placeholder =
  /^(?:PROFESSIONAL ?LICENSE|LICENSED?|CERTIFIED|PENDING|IN PROCESS|AWAITING|NONE|N\/?A|NULL|NOT APPLICABLE|UNKNOWN|TBD|TBA|STUDENT|X{3,}|[0\W]+)$/i

/** A license whose number is a placeholder keeps its state, unless another license has that state. */
export function withoutPlaceholders(licenses: Licensed['licenses']): Licensed['licenses'] {
  if (!licenses.some(({ number }) => number !== null && placeholder.test(number))) return licenses
  const read = licenses.map(({ state, number }) => ({
    state,
    number: number === null || placeholder.test(number) ? null : number,
  }))
  return read.filter(
    ({ state, number }, at) =>
      number !== null ||
      (state !== null &&
        !read.some((other, index) => other.state === state && (other.number !== null || index < at))),
  )
}

/**
 * The codes with the license numbers of the credential cell added, each in every state of their licenses. A number of the cell
 * replaces a license with the same digits and no letters; it is ignored if a license has the same digits with letters. If no
 * license has a number, the cell counts as the license of the trainee code. If no license has a state, the licenses and the cell
 * count as those of `practiceState`.
 */
export function withCredentialCell(
  registered: readonly Licensed[],
  cell: string | null,
  practiceState: string | null,
): readonly Licensed[] {
  const licensed = withState(
    registered.map(({ code, licenses }) => ({ code, licenses: withoutPlaceholders(licenses) })),
    cell === null ? null : practiceState,
  )
  if (cell === null) return licensed
  const numbers = licensed.flatMap(({ licenses }) => licenses.flatMap(({ number }) => number ?? []))
  if (numbers.length === 0)
    return licensed.map((one) =>
      one.code === trainee ? { code: trainee, licenses: [{ state: null, number: cell }] } : one,
    )
  const lettered = new Set(numbers.filter((number) => /\D/.test(number)).map(digitsOf))
  const written = numbersIn(cell).filter((number) => !lettered.has(digitsOf(number)))
  if (written.length === 0) return licensed
  const repeated = new Set(written.map(digitsOf))
  return licensed.map(({ code, licenses }) => {
    const states = new Set(licenses.map(({ state }) => state))
    return {
      code,
      licenses: [
        ...licenses.filter(({ number }) => number === null || !repeated.has(number)),
        ...[...states].flatMap((state) => written.map((number) => ({ state, number }))),
      ],
    }
  })
}

function withState(registered: readonly Licensed[], practiceState: string | null): readonly Licensed[] {
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

function numbersIn(cell: string): readonly string[] {
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
