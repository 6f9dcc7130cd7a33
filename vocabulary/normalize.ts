/** Scales a vector to length 1, in place; a zero vector is unchanged. */
export function normalize(vector: Float32Array): Float32Array {
  let sum = 0
  for (let i = 0; i < vector.length; i++) sum += vector[i]! ** 2
  if (sum === 0) return vector
  const factor = 1 / Math.sqrt(sum)
  for (let i = 0; i < vector.length; i++) vector[i]! *= factor
  return vector
}
