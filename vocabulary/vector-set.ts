/** Directions, kept as 16-bit whole numbers, and how like the likest of some is to one that is asked for. */
import { bestKernel, type Kernel, type MakeKernel, laneCount } from './dot-product-kernel.ts'

/** What a number of 1 is kept as: products of vectors no longer than 1 stay under 2³¹, and are off by 0.00001 or so. */
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

  /** What `likest` compares with from now on. */
  setQuery(vector: Float32Array): void {
    this.#write(0, vector)
  }

  /** The greatest product of the vector asked for with those from place `first` to before `end`. */
  maxSimilarity(first: number, end: number): number {
    const width = this.#width
    return this.#kernel.maxDotProduct((1 + first) * width, (1 + end) * width, width) / one ** 2
  }

  #write(start: number, vector: Float32Array): void {
    for (let at = 0; at < vector.length; at++) {
      this.#kernel.numbers[start + at] = Math.round(one * vector[at]!)
    }
  }
}
