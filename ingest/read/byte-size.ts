/** A bound in bytes as a sentence says it. */

const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'] as const

/** In the largest unit of which it is a whole number. @example 1024 ** 4 → '1 TiB', 1000 → '1000 bytes' */
export function formatByteSize(bytes: number): string {
  let [size, unit] = [bytes, 0]
  while (size > 0 && size % 1024 === 0 && unit < units.length - 1) {
    size /= 1024
    unit++
  }
  return `${size} ${units[unit]!}`
}
