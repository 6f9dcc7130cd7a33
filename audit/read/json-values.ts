/** Streams the values of a JSON file: lines of NDJSON, items of an array, resources of a FHIR Bundle. */

/** Yields every outermost object, and of a Bundle every resource. */
export async function* readJsonValues(
  chunks: AsyncIterable<Buffer>,
): AsyncGenerator<Readonly<Record<string, unknown>>> {
  const decoder = new TextDecoder()
  let text = ''
  let [position, depth, start] = [0, 0, -1]
  let inString = false
  for await (const chunk of chunks) {
    text += decoder.decode(chunk, { stream: true })
    for (; position < text.length; position++) {
      const character = text.charCodeAt(position)
      if (inString) {
        if (character === 92) position++
        else if (character === 34) inString = false
      } else if (character === 34) inString = true
      else if (character === 123 && depth++ === 0) start = position
      else if (character === 125 && --depth === 0) {
        yield* unwrapBundle(JSON.parse(text.slice(start, position + 1)) as Readonly<Record<string, unknown>>)
        start = -1
      }
    }
    const kept = start === -1 ? text.length : start
    text = text.slice(kept)
    position -= kept
    start = start === -1 ? -1 : 0
  }
}

function* unwrapBundle(
  value: Readonly<Record<string, unknown>>,
): Generator<Readonly<Record<string, unknown>>> {
  if (value['resourceType'] !== 'Bundle') return yield value
  for (const entry of toList(value['entry'])) {
    const { resource } = entry as { readonly resource?: unknown }
    if (typeof resource === 'object' && resource !== null) yield resource as Record<string, unknown>
  }
}

/** The value if it is an array, else an empty one. */
export function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
