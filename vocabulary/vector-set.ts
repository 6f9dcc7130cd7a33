/** Vectors as 16-bit integers; finds the greatest similarity of any of them to a query. */
import { bestKernel, type Kernel, type KernelFactory, laneCount } from './dot-product-kernel.ts'

/** The integer for 1: products of vectors no longer than 1 are less than 2³¹, with an error of about 0.00001. */
const scale = 2 ** 15 - 1

export class VectorSet {
  readonly #width: number
  readonly #kernel: Kernel

  /** Room for `count` vectors of `dimension` numbers, none longer than 1. */
  constructor(count: number, dimension: number, makeKernel: KernelFactory = bestKernel) {
    this.#width = laneCount * Math.ceil(dimension / laneCount)
    this.#kernel = makeKernel((1 + count) * this.#width)
  }

  set(index: number, vector: Float32Array): void {
    this.#write((1 + index) * this.#width, vector)
  }

  /** Sets the vector that `maxSimilarity` compares. */
  setQuery(vector: Float32Array): void {
    this.#write(0, vector)
  }

  /** The greatest product of the query with the vectors from index `first` to before `end`. */
  maxSimilarity(first: number, end: number): number {
    const width = this.#width
    return this.#kernel.maxDotProduct((1 + first) * width, (1 + end) * width, width) / scale ** 2
  }

  #write(start: number, vector: Float32Array): void {
    const { numbers } = this.#kernel
    for (let i = 0; i < vector.length; i++) numbers[start + i] = Math.round(scale * vector[i]!)
  }
}
