/** Scales a vector to length 1, in place; a zero vector is unchanged. */
export function normalize(vector: Float32Array): Float32Array {
  let sum = 0
  for (let at = 0; at < vector.length; at++) sum += vector[at]! ** 2
  if (sum === 0) return vector
  const factor = 1 / Math.sqrt(sum)
  for (let at = 0; at < vector.length; at++) vector[at]! *= factor
  return vector
}
