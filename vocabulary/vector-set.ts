/** Vectors as 16-bit integers, and the similarity of the most similar one to a query. */
import { bestKernel, type Kernel, type MakeKernel, laneCount } from './dot-product-kernel.ts'

/** The integer for 1: products of vectors no longer than 1 are less than 2³¹, with an error of about 0.00001. */
const one = 2 ** 15 - 1

export class VectorSet {
  readonly #width: number
  readonly #kernel: Kernel

  /** Room for `count` vectors of `dimension` numbers, none longer than 1. */
  constructor(count: number, dimension: number, makeKernel: MakeKernel = bestKernel) {
    this.#width = laneCount * Math.ceil(dimension / laneCount)
    this.#kernel = makeKernel((1 + count) * this.#width)
  }

  set(at: number, vector: Float32Array): void {
    this.#write((1 + at) * this.#width, vector)
  }

  /** Sets the vector that `maxSimilarity` compares. */
  setQuery(vector: Float32Array): void {
    this.#write(0, vector)
  }

  /** The greatest product of the query with the vectors from place `first` to before `end`. */
  maxSimilarity(first: number, end: number): number {
    const width = this.#width
    return this.#kernel.maxDotProduct((1 + first) * width, (1 + end) * width, width) / one ** 2
  }

  #write(start: number, vector: Float32Array): void {
    const { numbers } = this.#kernel
    for (let at = 0; at < vector.length; at++) numbers[start + at] = Math.round(one * vector[at]!)
  }
}
