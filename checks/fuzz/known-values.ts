/** Values of parameters that exist in the directory, from the responses to the examples of the document. */
import type { Operation } from './document.ts'
import { send, type Target } from './send.ts'

/** By parameter name. */
export type KnownValues = ReadonlyMap<string, readonly string[]>

/** The field of responses with the values of a parameter, if its name differs. */
const parameterOfField: Readonly<Record<string, readonly string[]>> = {
  zip: ['postal_code'],
  first_name: ['first'],
  middle_name: ['middle'],
  last_name: ['last'],
  carriers: ['code'],
  q: ['name', 'short_biography'],
}

/** Values per parameter. */
const valuesPerNameMax = 200

/** Sends the examples of every operation and collects the values in the responses. */
export async function knownValues(target: Target, operations: readonly Operation[]): Promise<KnownValues> {
  const answers = await Promise.all(
    exampleTargets(operations).map(async (path) => {
      const { body } = await send(target, {
        method: 'GET',
        path,
        headers: { authorization: `Bearer ${target.key}` },
        body: null,
      })
      return JSON.parse(body) as unknown
    }),
  )
  const names = new Set(operations.flatMap(({ parameters }) => parameters.map(({ name }) => name)))
  return new Map(
    [...names].map((name) => {
      const keys = parameterOfField[name] ?? [name]
      const found = answers.flatMap((answer) => keys.flatMap((key) => valuesUnder(answer, key)))
      return [name, [...new Set(found)].slice(0, valuesPerNameMax)]
    }),
  )
}

function exampleTargets(operations: readonly Operation[]): readonly string[] {
  return operations.flatMap(({ path, parameters }) => {
    const ids = new Set(parameters.flatMap(({ examples }) => Object.keys(examples)))
    const targets = [...ids].map((id) => {
      const chosen = parameters.filter(({ examples }) => id in examples)
      const text = (name: string) =>
        encodeURIComponent(String(chosen.find((one) => one.name === name)?.examples[id]?.value))
      const at = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => text(name))
      const query = chosen.filter((one) => one.in === 'query').map(({ name }) => `${name}=${text(name)}`)
      return `${at}?${query.join('&')}`
    })
    return targets.length > 0 ? targets : [path]
  })
}

function valuesUnder(value: unknown, name: string): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => valuesUnder(one, name))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) => {
    if (key === name && (typeof inner === 'string' || typeof inner === 'number')) return [String(inner)]
    return valuesUnder(inner, name)
  })
}
