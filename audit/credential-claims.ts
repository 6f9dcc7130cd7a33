/** Checks that a credential on a card is a whole credential of a row. */
import { listTransformations } from './tables.ts'

/** Words that invalidate their part of a cell. */
const invalidating =
  /\b(?:ANTICIPATED|TEMPORARY|CANDIDATE|STUDENT|RESIDENT|ELIGIBLE|EXPECTED|PENDING|IN TRAINING|TRAINEE|INTERN)\b/

/** Words of titles and offices, which are not credentials although registrants write them into the cell. */
const titles = new Set(
  'CASE MANAGER FOUNDER OWNER CEO CFO COO DIRECTOR PRESIDENT MR MRS MISS NONE OTHER AIDE COACH STAFF LEAD WORKER HEALTH MENTAL SOCIAL'.split(
    ' ',
  ),
)

export type CredentialFault =
  | 'credential'
  | 'credential_level'
  | 'credential_void'
  | 'credential_title'
  | 'credential_acupuncturist'

/** The fault of a credential; null if one of `cells` states it. */
export function findCredentialFault(
  claimed: string,
  cells: readonly string[],
  codes: readonly string[],
): CredentialFault | null {
  const letters = claimed.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
  const faults = cells.map((cell) => findFaultInCell(letters, cell))
  const fault = faults.includes(null)
    ? null
    : (faults.toSorted((a, b) => rank(a!) - rank(b!))[0] ?? 'credential')
  if (fault !== null) return fault
  if (titles.has(letters)) return 'credential_title'
  return claimed === 'LAc' && !codes.includes('171100000X') ? 'credential_acupuncturist' : null
}

function rank(fault: CredentialFault): number {
  return fault === 'credential' ? 1 : 0
}

/** The fault of the letters in a cell, whose parts are separated by commas, semicolons, `&` and AND; null if a part states them. */
function findFaultInCell(letters: string, cell: string): CredentialFault | null {
  let fault: CredentialFault = 'credential'
  const upper = applyTransformations(cell.toUpperCase())
  for (const part of upper.split(/[,;&]|\bAND\b/)) {
    const tokens = part.replaceAll('.', '').match(/[A-Z0-9]+/g) ?? []
    const withoutDots = part.replaceAll('.', ' ').match(/[A-Z0-9]+/g) ?? []
    for (const words of [tokens, withoutDots]) {
      const end = findRunEnd(words, letters)
      if (end === -1) continue
      if (invalidating.test(part)) fault = 'credential_void'
      else if (/^(?:I|II|III|IV)$/.test(words[end] ?? '')) fault = 'credential_level'
      else return null
    }
  }
  return fault
}

/** The index after the run of words that spell `letters` when joined; -1 if there is none. */
function findRunEnd(words: readonly string[], letters: string): number {
  for (let start = 0; start < words.length; start++) {
    let joined = ''
    for (let end = start; end < words.length && joined.length < letters.length; end++) {
      joined += words[end]
      if (joined === letters) return end + 1
    }
  }
  return -1
}

function applyTransformations(cell: string): string {
  return listTransformations('credential').reduce(
    (text, [from, to]) =>
      text.replaceAll(
        new RegExp(`\\b${from.toUpperCase().replaceAll(', ', ', ?')}\\b`, 'g'),
        to.toUpperCase(),
      ),
    cell,
  )
}
