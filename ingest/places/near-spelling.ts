/** Whether two names of streets differ by a letter or two. */

/** Compares only letters, because 5TH and 6TH are two streets. Allows one letter of five, and `most` of nine. */
export function isNearSpelling(one: string, other: string, most = 2): boolean {
  const shorter = Math.min(one.length, other.length)
  if (shorter < 5 || Math.abs(one.length - other.length) > 2) return false
  if (digitsOf(one) !== digitsOf(other)) return false
  return editDistance(one, other) <= (shorter < 9 ? 1 : most)
}

function digitsOf(text: string): string {
  return text.replaceAll(/\D+/g, ' ').trim()
}

/** The number of inserted, removed, changed and transposed letters. */
function editDistance(one: string, other: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    for (let j = 1; j <= other.length; j++) {
      const changed = last[j - 1]! + Number(one[i - 1] !== other[j - 1])
      let least = Math.min(row[j - 1]! + 1, last[j]! + 1, changed)
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        least = Math.min(least, beforeLast[j - 2]! + 1)
      row.push(least)
    }
    ;[beforeLast, last] = [last, row]
  }
  return last.at(-1)!
}
