/** The innermost loop of understanding a question, in WebAssembly where that runs and in JavaScript elsewhere. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** How many whole numbers of 16 bits are compared at a time; a vector is a multiple of so many long. */
export const laneCount = 8

const bytesPerNumber = Int16Array.BYTES_PER_ELEMENT
const bytesPerPage = 65_536

export interface Kernel {
  /** Vectors of equal length, one after the other; the first is the one asked for. */
  readonly numbers: Int16Array
  /**
   * The greatest product of the first vector with one of those from number `at` to before number `end`, each `width` numbers
   * long. Every sum must stay under 2³¹; then it is exact, and the same by every kernel.
   */
  readonly maxDotProduct: (at: number, end: number, width: number) => number
}

/** Room for so many numbers. */
export type MakeKernel = (count: number) => Kernel

/** What of WebAssembly is used here; TypeScript knows it for browsers alone. */
declare const WebAssembly: {
  readonly validate: (program: Uint8Array) => boolean
  readonly Memory: new (pages: { initial: number }) => { readonly buffer: ArrayBuffer }
  readonly Module: new (program: Uint8Array) => object
  readonly Instance: new (
    module: object,
    imports: object,
  ) => { readonly exports: { readonly maxDotProduct: Kernel['maxDotProduct'] } }
}

const program = readFileSync(join(import.meta.dirname, 'dot-product-kernel.wasm'))

/** Runs `dot-product-kernel.wat`. */
export const simdKernel: MakeKernel = (count) => {
  const memory = new WebAssembly.Memory({ initial: Math.ceil((count * bytesPerNumber) / bytesPerPage) })
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(program), { vectors: { memory } })
  return {
    numbers: new Int16Array(memory.buffer, 0, count),
    maxDotProduct: (at, end, width) =>
      exports.maxDotProduct(at * bytesPerNumber, end * bytesPerNumber, width * bytesPerNumber),
  }
}

/** The same in JavaScript. */
export const plainKernel: MakeKernel = (count) => {
  const numbers = new Int16Array(count)
  return {
    numbers,
    maxDotProduct: (at, end, width) => {
      let greatest = -(2 ** 31)
      for (let start = at; start < end; start += width) {
        let product = 0
        for (let of = 0; of < width; of++) product += numbers[of]! * numbers[start + of]!
        greatest = Math.max(greatest, product)
      }
      return greatest
    },
  }
}

/** WebAssembly is absent under `--jitless`, and has no SIMD on a few processors. */
export const bestKernel: MakeKernel =
  typeof WebAssembly !== 'undefined' && WebAssembly.validate(program) ? simdKernel : plainKernel
