/** The inner loop of semantic comparison, in WebAssembly if available and in JavaScript otherwise. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Number of 16-bit integers per SIMD step; the length of a vector is a multiple of it. */
export const laneCount = 8

const bytesPerNumber = Int16Array.BYTES_PER_ELEMENT
const bytesPerPage = 65_536

export interface Kernel {
  /** Vectors of equal length, one after the other; the first is the query. */
  readonly numbers: Int16Array
  /**
   * The greatest dot product of the query with the vectors from number `start` to before number `end`, each `width` numbers long.
   * Every sum must be less than 2³¹; then it is exact, and all kernels agree.
   */
  readonly maxDotProduct: (start: number, end: number, width: number) => number
}

/** Creates a kernel for `count` numbers. */
export type KernelFactory = (count: number) => Kernel

/** The WebAssembly API used here; TypeScript declares it for browsers only. */
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
export const simdKernel: KernelFactory = (count) => {
  const memory = new WebAssembly.Memory({ initial: Math.ceil((count * bytesPerNumber) / bytesPerPage) })
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(program), { vectors: { memory } })
  return {
    numbers: new Int16Array(memory.buffer, 0, count),
    maxDotProduct: (start, end, width) =>
      exports.maxDotProduct(start * bytesPerNumber, end * bytesPerNumber, width * bytesPerNumber),
  }
}

/** The same algorithm in JavaScript. */
export const javaScriptKernel: KernelFactory = (count) => {
  const numbers = new Int16Array(count)
  return {
    numbers,
    maxDotProduct: (start, end, width) => {
      let greatest = -(2 ** 31)
      for (let vector = start; vector < end; vector += width) {
        let product = 0
        for (let i = 0; i < width; i++) product += numbers[i]! * numbers[vector + i]!
        greatest = Math.max(greatest, product)
      }
      return greatest
    },
  }
}

/** WebAssembly is unavailable under `--jitless`, and lacks SIMD on a few processors. */
export const bestKernel: KernelFactory =
  typeof WebAssembly !== 'undefined' && WebAssembly.validate(program) ? simdKernel : javaScriptKernel
