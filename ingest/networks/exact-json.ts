/** JSON in which no two numbers become one: payers number their groups past what a double holds. */

/** As JSON.parse has it, but for integers past 2^53: they are the texts they are written as. */
export function parseExactly(text: string): unknown {
  return parseWithSource(text, (_, value, { source }) => (isRounded(value, source) ? source : value))
}

function isRounded(value: unknown, source = ''): boolean {
  return typeof value === 'number' && /^-?\d+$/.test(source) && !Number.isSafeInteger(value)
}

/** A reviver is told how a number is written (ECMAScript 2026, JSON.parse source text access). */
const parseWithSource = JSON.parse as (
  text: string,
  revive: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
) => unknown
