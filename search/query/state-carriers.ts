/** Payers that exist in each state: Medicaid and Blue Cross Blue Shield, by all their names. */
import { statesByName } from './state-names.ts'
import { allWordLists } from './word-lists.ts'

/** Further names of a payer whose name is a program and a state: "BCBS Rhode Island", "Medicaid of Ohio". */
export function stateProgramNames(name: string): readonly string[] {
  const [, program = '', written = ''] =
    /^(bcbs|blue ?cross(?: (?:and )?blue ?shield)?|medicaid) (?:of )?(.+)$/.exec(name) ?? []
  if (written === '') return []
  const [state, abbreviation] =
    [...statesByName].find(([full, code]) => full === written || code.toLowerCase() === written) ?? []
  if (state === undefined || abbreviation === undefined) return []
  const code = abbreviation.toLowerCase()
  const [calledOf, own] =
    program === 'medicaid'
      ? [['medicaid'], [`${state} medicaid`, ...(medicaidByState.get(code) ?? [])]]
      : [blue, [`bcbs${code}`, ...(blueByState.get(code) ?? [])]]
  // "or" is omitted: "takes bcbs or aetna" does not name Oregon.
  const tokens = calledOf.flatMap((one) => [`${one} ${state}`, `${one} of ${state}`, `${one} of ${code}`])
  return [...tokens, ...own]
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
