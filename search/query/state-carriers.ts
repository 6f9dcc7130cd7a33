/** Payers that exist in each state: Medicaid and Blue Cross Blue Shield, by all their names. */
import { statesByName } from './state-names.ts'
import { allWordLists } from './word-lists.ts'

/** The other names of a payer whose name is a program and a state: "BCBS Rhode Island", "Medicaid of Ohio"; else none. */
export function stateProgramNames(name: string): readonly string[] {
  const [, program = '', stateText = ''] =
    /^(bcbs|blue ?cross(?: (?:and )?blue ?shield)?|medicaid) (?:of )?(.+)$/.exec(name) ?? []
  if (stateText === '') return []
  const [state, abbreviation] =
    [...statesByName].find(([full, code]) => full === stateText || code.toLowerCase() === stateText) ?? []
  if (state === undefined || abbreviation === undefined) return []
  const code = abbreviation.toLowerCase()
  const [prefixes, otherNames] =
    program === 'medicaid'
      ? [['medicaid'], [`${state} medicaid`, ...(medicaidByState.get(code) ?? [])]]
      : [blue, [`bcbs${code}`, ...(blueByState.get(code) ?? [])]]
  // Without "bcbs or": "takes bcbs or aetna" does not name Oregon.
  const names = prefixes.flatMap((prefix) => [
    `${prefix} ${state}`,
    `${prefix} of ${state}`,
    `${prefix} of ${code}`,
  ])
  return [...names, ...otherNames]
}

const blue = [
  'bcbs',
  'blue cross blue shield',
  'blue cross and blue shield',
  'blue cross',
  'bluecross blueshield',
  'bluecross',
] as const

/** Names of Blue Cross Blue Shield plans that do not end with the abbreviation of their state. */
const blueByState: ReadonlyMap<string, readonly string[]> = new Map([
  ['mi', ['bcbsm']],
  ['tn', ['bcbst']],
])

const medicaidByState = allWordLists('medicaid-names.txt')

/** Names of Medicaid programs, whether or not they are served. */
export const medicaidNames: readonly string[] = [...medicaidByState.values()].flat()
