/** Streams the values of a JSON file: lines of NDJSON, items of an array, resources of a FHIR Bundle. */

/** Yields every object that is nested in `depth` brackets or braces: 0 for NDJSON, 1 for an array. */
export async function* readJsonValues(
  chunks: AsyncIterable<Buffer>,
): AsyncGenerator<Readonly<Record<string, unknown>>> {
  const decoder = new TextDecoder()
  let text = ''
  let [at, depth, start] = [0, 0, -1]
  let inString = false
  for await (const chunk of chunks) {
    text += decoder.decode(chunk, { stream: true })
    for (; at < text.length; at++) {
      const character = text.charCodeAt(at)
      if (inString) {
        if (character === 92) at++
        else if (character === 34) inString = false
      } else if (character === 34) inString = true
      else if (character === 123 && depth++ === 0) start = at
      else if (character === 125 && --depth === 0) {
        yield* valuesOf(JSON.parse(text.slice(start, at + 1)) as Readonly<Record<string, unknown>>)
        start = -1
      }
    }
    const kept = start === -1 ? text.length : start
    text = text.slice(kept)
    at -= kept
    start = start === -1 ? -1 : 0
  }
}

function* valuesOf(value: Readonly<Record<string, unknown>>): Generator<Readonly<Record<string, unknown>>> {
  if (value['resourceType'] !== 'Bundle') return yield value
  for (const entry of listOf(value['entry'])) {
    const { resource } = entry as { readonly resource?: unknown }
    if (typeof resource === 'object' && resource !== null) yield resource as Record<string, unknown>
  }
}

/** The value if it is an array, else an empty one. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
