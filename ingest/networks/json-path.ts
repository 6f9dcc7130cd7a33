/** Paths of values in a JSON text. */

/** Member names, and `*` for every element of an array: `['in_network', '*', 'name']` */
export type JsonPath = readonly string[]

/** A node of the tree of all paths; `wanted` is the name of the path that ends here. */
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
