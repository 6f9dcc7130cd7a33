/** Parses JSON without rounding large integers, because payers use group numbers beyond 2^53. */

/** `JSON.parse`, except that integers beyond 2^53 are returned as their text. */
export function parseExactly(text: string): unknown {
  return parseWithSource(text, (_, value, { source }) => (isRounded(value, source) ? source : value))
}

function isRounded(value: unknown, source = ''): boolean {
  return typeof value === 'number' && /^-?\d+$/.test(source) && !Number.isSafeInteger(value)
}

/** A reviver receives the source text of a number (ECMAScript 2026, JSON.parse source text access). */
const parseWithSource = JSON.parse as (
  text: string,
  revive: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
) => unknown
