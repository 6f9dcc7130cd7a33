/** Writes JSON values as YAML in block style. Strings are in double quotes as in JSON, which YAML 1.2 reads in the same way. */

/** `value` must consist of objects, arrays and primitives only. */
export function toYaml(value: unknown): string {
  return `${write(value, '')}\n`.replace(/^\n/, '')
}

const plainKey = /^[A-Za-z_$][\w$]*$/

/** A collection starts on a new line, at `indent`; anything else continues the line. */
function write(value: unknown, indent: string): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const isArray = Array.isArray(value)
  const entries = Object.entries(value).filter(([, item]) => item !== undefined)
  if (entries.length === 0) return isArray ? '[]' : '{}'
  const lines = entries.map(([key, item]) => {
    const name = plainKey.test(key) && !isAmbiguous(key) ? key : JSON.stringify(key)
    const text = write(item, `${indent}  `)
    const start = isArray ? '-' : `${name}:`
    return `${indent}${start}${text.startsWith('\n') ? '' : ' '}${text}`
  })
  return `\n${lines.join('\n')}`
}

/** Keys that a YAML reader could take for another type. */
function isAmbiguous(key: string): boolean {
  return /^(?:true|false|null|yes|no|on|off|y|n)$/i.test(key)
}
