/** The layers of the built-in models: products with a matrix by the SIMD kernel, and the function between two of them. */
import { bestKernel, type Kernel } from './dot-product-kernel.ts'
import { normalize } from './normalize.ts'

/** The integer for 1 in the kernel. */
const scale = 2 ** 15 - 1

/** `A x + b`. The kernel multiplies vectors of length 1 as integers; their lengths are multiplied afterwards. */
export class LinearLayer {
  readonly #kernel: Kernel
  readonly #width: number
  readonly #factors: Float64Array
  readonly #biases: Float32Array

  /** `weights` are the rows of A, one for each of `biases`; their width is a multiple of 8. */
  constructor(weights: Float32Array, biases: Float32Array) {
    this.#width = weights.length / biases.length
    this.#kernel = bestKernel(1 + biases.length, this.#width)
    this.#biases = biases
    this.#factors = Float64Array.from(biases, (_, row) => {
      const values = weights.slice(row * this.#width, (row + 1) * this.#width)
      const length = lengthOf(values)
      this.#write((1 + row) * this.#width, normalize(values), 1)
      return length / scale ** 2
    })
  }

  apply(vector: Float32Array): Float32Array {
    const length = lengthOf(vector)
    this.#write(0, vector, length === 0 ? 0 : 1 / length)
    const products = this.#kernel.dotProducts(1, 1 + this.#biases.length)
    const result = new Float32Array(this.#biases.length)
    for (let i = 0; i < result.length; i++)
      result[i] = length * this.#factors[i]! * products[i]! + this.#biases[i]!
    return result
  }

  #write(start: number, vector: Float32Array, factor: number): void {
    const { numbers } = this.#kernel
    for (let i = 0; i < vector.length; i++) numbers[start + i] = Math.round(scale * factor * vector[i]!)
  }
}

/** The Gaussian error linear unit of each number, with the approximation by tanh (D. Hendrycks and K. Gimpel, 2016). */
export function gelu(numbers: Float32Array): Float32Array {
  const result = new Float32Array(numbers.length)
  for (let i = 0; i < numbers.length; i++) {
    const x = numbers[i]!
    // (1 + tanh y) / 2 = 1 / (1 + e^-2y); `Math.exp` takes half the time of `Math.tanh`.
    result[i] = x / (1 + Math.exp(-2 * Math.sqrt(2 / Math.PI) * (x + 0.044715 * x * x * x)))
  }
  return result
}

/** The columns of a matrix, one after the other, from its rows of `width` numbers. */
export function transpose(rows: Float32Array, width: number): Float32Array {
  const height = rows.length / width
  return rows.map((_, index) => rows[(index % height) * width + Math.floor(index / height)]!)
}

function lengthOf(vector: Float32Array): number {
  let sum = 0
  for (let i = 0; i < vector.length; i++) sum += vector[i]! ** 2
  return Math.sqrt(sum)
}
