/** The inner loop of semantic comparison, in WebAssembly if available and in JavaScript otherwise. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Number of 16-bit integers per SIMD step; the length of a vector is a multiple of it. */
export const laneCount = 8

const bytesPerNumber = Int16Array.BYTES_PER_ELEMENT
const bytesPerProduct = Int32Array.BYTES_PER_ELEMENT
const bytesPerPage = 65_536

export interface Kernel {
  /** Vectors of equal length, one after the other; the first is the query. */
  readonly numbers: Int16Array
  /**
   * The dot products of the query with the vectors from index `first` to before `end`, of which 0 is the query. The next call
   * overwrites them. Every sum must be less than 2³¹; then it is exact, and all kernels agree.
   */
  readonly dotProducts: (first: number, end: number) => Int32Array
}

/** Creates a kernel for `count` vectors of `width` numbers, which is a multiple of `laneCount`. */
export type KernelFactory = (count: number, width: number) => Kernel

/** The WebAssembly API used here; TypeScript declares it for browsers only. */
declare const WebAssembly: {
  readonly validate: (program: Uint8Array) => boolean
  readonly Memory: new (pages: { initial: number }) => { readonly buffer: ArrayBuffer }
  readonly Module: new (program: Uint8Array) => object
  readonly Instance: new (module: object, imports: object) => { readonly exports: Exports }
}

interface Exports {
  /** All arguments are in bytes. */
  readonly dotProducts: (start: number, end: number, width: number, output: number) => void
}

const program = readFileSync(join(import.meta.dirname, 'dot-product-kernel.wasm'))

/** Runs `dot-product-kernel.wat`. Its memory has the vectors, then the products. */
export const simdKernel: KernelFactory = (count, width) => {
  const bytesPerVector = width * bytesPerNumber
  const output = count * bytesPerVector
  const bytes = output + count * bytesPerProduct
  const memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / bytesPerPage) })
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(program), { vectors: { memory } })
  const products = new Int32Array(memory.buffer, output, count)
  return {
    numbers: new Int16Array(memory.buffer, 0, count * width),
    dotProducts: (first, end) => {
      exports.dotProducts(first * bytesPerVector, end * bytesPerVector, bytesPerVector, output)
      return products.subarray(0, Math.max(0, end - first))
    },
  }
}

/** The same algorithm in JavaScript. */
export const javaScriptKernel: KernelFactory = (count, width) => {
  const numbers = new Int16Array(count * width)
  const products = new Int32Array(count)
  return {
    numbers,
    dotProducts: (first, end) => {
      for (let vector = first; vector < end; vector++) {
        let product = 0
        for (let i = 0; i < width; i++) product += numbers[i]! * numbers[vector * width + i]!
        products[vector - first] = product
      }
      return products.subarray(0, Math.max(0, end - first))
    },
  }
}

/** WebAssembly is unavailable under `--jitless`, and lacks SIMD on a few processors. */
export const bestKernel: KernelFactory =
  typeof WebAssembly !== 'undefined' && WebAssembly.validate(program) ? simdKernel : javaScriptKernel
