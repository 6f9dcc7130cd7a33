/** Where in a JSON text the values lie that somebody wants. */

/** Names of members, and `*` for every element of an array. `['in_network', '*', 'name']` */
export type JsonPath = readonly string[]

/** A position on the way to wanted values, or of one. */
export interface Step<Name> {
  readonly next: Map<string, Step<Name>>
  wanted: Name | null
}

export function buildSteps<Name extends string>(paths: Readonly<Record<Name, JsonPath>>): Step<Name> {
  const root: Step<Name> = { next: new Map(), wanted: null }
  for (const [name, path] of Object.entries(paths) as [Name, JsonPath][]) {
    let step = root
    for (const part of path) {
      const known = step.next.get(part) ?? { next: new Map(), wanted: null }
      step.next.set(part, known)
      step = known
    }
    step.wanted = name
  }
  return root
}
