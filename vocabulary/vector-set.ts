/** Vectors as 16-bit integers; finds their similarities to a query. */
import { bestKernel, type Kernel, type KernelFactory, laneCount } from './dot-product-kernel.ts'

/** The integer for 1: products of vectors no longer than 1 are less than 2³¹, with an error of about 0.00001. */
const scale = 2 ** 15 - 1

export class VectorSet {
  readonly #width: number
  readonly #kernel: Kernel

  /** Room for `count` vectors of `dimension` numbers, none longer than 1. */
  constructor(count: number, dimension: number, makeKernel: KernelFactory = bestKernel) {
    this.#width = laneCount * Math.ceil(dimension / laneCount)
    this.#kernel = makeKernel(1 + count, this.#width)
  }

  /** The integers of all vectors, to store and restore them. */
  get numbers(): Int16Array {
    return this.#kernel.numbers.subarray(this.#width)
  }

  set(index: number, vector: Float32Array): void {
    this.#write(1 + index, vector)
  }

  /** Sets the vector that the others are compared with. */
  setQuery(vector: Float32Array): void {
    this.#write(0, vector)
  }

  /** The products of the query with the vectors from index `first` to before `end`. */
  similarities(first: number, end: number): Float64Array {
    const products = this.#kernel.dotProducts(1 + first, 1 + end)
    const similarities = new Float64Array(products.length)
    for (let i = 0; i < products.length; i++) similarities[i] = products[i]! / scale ** 2
    return similarities
  }

  /** The greatest of these products; without vectors -2, which is less than any product. */
  maxSimilarity(first: number, end: number): number {
    const products = this.#kernel.dotProducts(1 + first, 1 + end)
    let greatest = -2 * scale ** 2
    for (let i = 0; i < products.length; i++) if (products[i]! > greatest) greatest = products[i]!
    return greatest / scale ** 2
  }

  #write(index: number, vector: Float32Array): void {
    const { numbers } = this.#kernel
    const start = index * this.#width
    for (let i = 0; i < vector.length; i++) numbers[start + i] = Math.round(scale * vector[i]!)
  }
}
