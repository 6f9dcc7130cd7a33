/** States and territories where they stand in a question, by name or by postal abbreviation. */
import { regions } from '@careatlas/directory/region'
import type { Words } from './asked-reading.ts'

const statesByName: ReadonlyMap<string, string> = new Map(
  regions.map(({ code, name }) => [name.toLowerCase().replaceAll('.', ''), code.slice(3)]),
)
const stateCodes: ReadonlySet<string> = new Set(regions.map(({ code }) => code.slice(3)))

interface State {
  readonly code: string
  readonly to: number
}

/** "ri", "r i", "rhode island" */
export function stateAt(words: Words, from: number): State | null {
  for (let count = 3; count > 0; count--) {
    const said = words.joined(from, count)
    const code = statesByName.get(said) ?? (count < 3 ? codeOf(said) : undefined)
    if (code !== undefined) return { code, to: from + count }
  }
  return null
}

function codeOf(said: string): string | undefined {
  const code = /^[a-z] ?[a-z]$/.test(said) ? said.replace(' ', '').toUpperCase() : ''
  return stateCodes.has(code) ? code : undefined
}

/** Whether `name` is the whole name of a state: `oregon`. */
export function isStateName(name: string): boolean {
  return statesByName.has(name)
}
