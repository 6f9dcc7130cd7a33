/** Formats a clinician's name for the card and for texts: "Maria E. Garcia, MD". */
import type { PersonName } from '@careatlas/contract/cards'
import { titleCaseName } from '@careatlas/directory/title-case'
import type { RegisteredName } from '../facts/facts.ts'
import { readCredentials } from './credential.ts'

/** Composes a name. Its parts stay in upper case as registered; suffix, credential and display name get their usual spelling. */
export function composePersonName(
  { first, middle, last, ...registered }: RegisteredName,
  codes: readonly string[],
): PersonName {
  const name = { first, middle, last, suffix: normalizeSuffix(registered.suffix) }
  const credentials = readCredentials(registered.credential, { codes, names: [first, middle, last] })
  const credential = credentials.length > 0 ? credentials.join(', ') : null
  const fullName = formatName(name, true)
  return { ...name, credential, display: credential === null ? fullName : `${fullName}, ${credential}` }
}

/** Splits the credential of a composed name: "MD, PhD" is two credentials. */
export function credentialsOf({ credential }: Pick<PersonName, 'credential'>): readonly string[] {
  return credential?.split(', ') ?? []
}

/** The name alone, without credential: "Maria E. Garcia", or "Maria Garcia" without the middle initial. */
export function formatName(name: Omit<PersonName, 'display' | 'credential'>, withMiddle: boolean): string {
  const { first, last, suffix } = name
  const initial = withMiddle ? /^\p{L}/u.exec(name.middle ?? '')?.[0] : undefined
  const words = [
    first && titleCaseName(first),
    initial && `${initial}.`,
    last && titleCaseName(last),
    suffix,
  ].filter(Boolean)
  return first === null && last === null ? 'This clinician' : words.join(' ')
}

/**
 * Registered generation suffix → usual spelling. `I` and `X` are missing, because the registry has them but people do not write
 * them.
 */
const suffixes: Readonly<Record<string, string>> = {
  JR: 'Jr.',
  SR: 'Sr.',
  II: 'II',
  III: 'III',
  IV: 'IV',
  V: 'V',
  VI: 'VI',
  '2ND': 'II',
  '3RD': 'III',
}

function normalizeSuffix(registered: string | null): string | null {
  return registered === null ? null : (suffixes[registered.toUpperCase().replace(/\./g, '').trim()] ?? null)
}
