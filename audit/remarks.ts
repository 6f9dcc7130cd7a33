/** Remarks in the credential cell of a row: the holder is not yet, or no longer, a full member of a profession. */
import type { NpiEvidence } from './evidence.ts'
import { findMeaning, type Remark, remarks } from './tables.ts'

type Meaning = Remark['meaning']

/** The parts of the credential cell: the words of each, and the meaning of its remark. */
function splitRemarks(
  rows: NpiEvidence,
): readonly { readonly words: readonly string[]; readonly means: Meaning | null }[] {
  const cell = (rows.current?.get('provider credential text') ?? '').toLowerCase().replaceAll('.', '')
  return cell.split(/[,;]/).map((part) => {
    const words = part.match(/[a-z0-9]+/g) ?? []
    return { words, means: remarks.find((remark) => isRemarkIn(words, remark))?.meaning ?? null }
  })
}

function isRemarkIn(part: readonly string[], { words, notBefore, notAfter }: Remark): boolean {
  return part.some(
    (_, start) =>
      words.every((word, offset) => part[start + offset] === word) &&
      !notBefore.has(part[start + words.length] ?? '') &&
      !notAfter.has(part[start - 1] ?? ''),
  )
}

/** Every remark of the cell. */
export function listRemarks(rows: NpiEvidence): ReadonlySet<Meaning> {
  return new Set(splitRemarks(rows).flatMap(({ means }) => means ?? []))
}

/** Whether a code other than that of trainees has a license number. */
export function hasLicense(rows: NpiEvidence): boolean {
  return rows
    .taxonomies()
    .some(({ code, license }) => !code.startsWith('3902') && license !== null && /[1-9]/.test(license))
}

/**
 * Whether a text must include the remark: the cell states nothing else, and no license number has letters, which might be those of
 * a full license. A license outlasts a fellowship, but not its own end.
 */
export function isRemarkDecisive(rows: NpiEvidence): boolean {
  const [first, ...others] = splitRemarks(rows)
  const codes = rows.taxonomies().map(({ code }) => code)
  if (!first?.means || others.length > 0 || codes.every((code) => code.startsWith('3902'))) return false
  if (!givesCare(rows)) return false
  if (first.means === 'former') return true
  if (first.means === 'fellowship') return !hasLicense(rows)
  return rows.taxonomies().every(({ license }) => license === null || !/[A-Z].*\d|\d.*[A-Z]/i.test(license))
}

/** Whether a code is that of a profession; an agency that registered as a person has none. */
export function hasProfession(rows: NpiEvidence): boolean {
  return rows.taxonomies().some(({ code }) => findMeaning(code)?.kind === 'individual')
}

/** Whether the first code is that of a person who cares for patients; not of a driver, a contractor or an illustrator. */
export function givesCare(rows: NpiEvidence): boolean {
  const codes = rows.taxonomies()
  const persons = codes.filter(({ code }) => findMeaning(code)?.kind === 'individual')
  const first = persons.find(({ primary }) => primary) ?? persons[0]
  return first === undefined || !nonCareName.test(findMeaning(first.code)!.name)
}

/** Words in the names of codes for people who do not care for patients. */
const nonCareName =
  /\b(?:driver|contractor|interpreter|funeral director|designer|coder|clinical research specialist|artist|engineer|photographer|biostatistics|illustrator|graphics|equipment technician|darkroom)\b/
