/** Values of parameters that exist in the directory, from the responses to the examples of the document. */
import type { Operation } from './document.ts'
import { send, type Target } from './send.ts'

/** By parameter name. */
export type KnownValues = ReadonlyMap<string, readonly string[]>

/** The response fields with the values of a parameter, if their names differ. */
const fieldsByParameter: Readonly<Record<string, readonly string[]>> = {
  zip: ['postal_code'],
  first_name: ['first'],
  middle_name: ['middle'],
  last_name: ['last'],
  carriers: ['code'],
  q: ['name', 'short_biography'],
}

const valuesPerNameMax = 200

/** Sends the examples of every operation and collects the values in the responses. */
export async function collectKnownValues(
  target: Target,
  operations: readonly Operation[],
): Promise<KnownValues> {
  const responses = await Promise.all(
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
      const keys = fieldsByParameter[name] ?? [name]
      const found = responses.flatMap((response) => keys.flatMap((key) => collectValues(response, key)))
      return [name, [...new Set(found)].slice(0, valuesPerNameMax)]
    }),
  )
}

function exampleTargets(operations: readonly Operation[]): readonly string[] {
  return operations.flatMap(({ path, parameters }) => {
    const ids = new Set(parameters.flatMap(({ examples }) => Object.keys(examples)))
    const targets = [...ids].map((id) => {
      const chosen = parameters.filter(({ examples }) => id in examples)
      const exampleValue = (name: string) =>
        encodeURIComponent(String(chosen.find((parameter) => parameter.name === name)?.examples[id]?.value))
      const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => exampleValue(name))
      const query = chosen
        .filter((parameter) => parameter.in === 'query')
        .map(({ name }) => `${name}=${exampleValue(name)}`)
      return `${target}?${query.join('&')}`
    })
    return targets.length > 0 ? targets : [path]
  })
}

function collectValues(value: unknown, name: string): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => collectValues(item, name))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) => {
    if (key === name && (typeof inner === 'string' || typeof inner === 'number')) return [String(inner)]
    return collectValues(inner, name)
  })
}
