/** Parses a JSON object from outside; empty if the text is none. */
export function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}

/** Null if the value of a member is no text. */
export function readText(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
