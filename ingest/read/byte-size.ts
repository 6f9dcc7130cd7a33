/** Formats a number of bytes for messages. */

const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'] as const

/** Uses the largest unit that gives a whole number. @example 1024 ** 4 → '1 TiB', 1000 → '1000 bytes' */
export function formatByteSize(bytes: number): string {
  let [size, unit] = [bytes, 0]
  while (size > 0 && size % 1024 === 0 && unit < units.length - 1) {
    size /= 1024
    unit++
  }
  return `${size} ${units[unit]!}`
}
