/** One batch of contrastive learning: each query should become more similar to its own text than to the other texts of the batch. */
import { dimension } from '../static-model.ts'
import type { Bag, EmbeddingTable } from './embedding-table.ts'

/** Softmax temperature of InfoNCE (A. van den Oord and others, 2018). */
const temperature = 0.06

export interface Batch {
  readonly queries: readonly Bag[]
  readonly texts: readonly Bag[]
  /** Whether the text at index `text` is not a negative example for the query at index `query`. */
  readonly isExcluded: (query: number, text: number) => boolean
}

/** Moves the table one step against the loss in both directions; returns the loss. */
export function trainBatch(table: EmbeddingTable, batch: Batch, rate: number): number {
  const queries = embedBags(table, batch.queries)
  const texts = embedBags(table, batch.texts)
  const { gradient, loss } = computeGradient(
    computeSimilarities(queries.units, texts.units, batch.isExcluded),
  )
  const gradients = new Map<number, Float32Array>()
  accumulateGradients(gradients, batch.queries, queries, multiply(gradient, texts.units))
  accumulateGradients(gradients, batch.texts, texts, multiply(transpose(gradient), queries.units))
  table.descend(gradients, rate)
  return loss
}

/** Unit vectors, row by row, and their lengths before normalization. */
interface EmbeddedBatch {
  readonly units: Float32Array
  readonly lengths: Float32Array
}

function embedBags(table: EmbeddingTable, bags: readonly Bag[]): EmbeddedBatch {
  const units = new Float32Array(bags.length * dimension)
  const lengths = Float32Array.from(bags, ({ rows, factors }, number) => {
    const unit = units.subarray(number * dimension, (number + 1) * dimension)
    rows.forEach((row, index) =>
      add(unit, table.values.subarray(row * dimension, (row + 1) * dimension), factors[index]!),
    )
    const length = Math.sqrt(dot(unit, unit)) + 1e-8
    for (let i = 0; i < dimension; i++) unit[i]! /= length
    return length
  })
  return { units, lengths }
}

function add(sum: Float32Array, vector: Float32Array, factor: number): void {
  for (let i = 0; i < dimension; i++) sum[i]! += vector[i]! * factor
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let i = 0; i < dimension; i++) sum += a[i]! * b[i]!
  return sum
}

/** A square matrix, row by row. */
interface Square {
  readonly size: number
  readonly cells: Float64Array
}

function computeSimilarities(
  queries: Float32Array,
  texts: Float32Array,
  isExcluded: Batch['isExcluded'],
): Square {
  const size = queries.length / dimension
  const cells = new Float64Array(size * size)
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      let sum = 0
      const [query, text] = [row * dimension, column * dimension]
      for (let i = 0; i < dimension; i++) sum += queries[query + i]! * texts[text + i]!
      cells[row * size + column] = row !== column && isExcluded(row, column) ? -Infinity : sum / temperature
    }
  }
  return { size, cells }
}

/** The gradient of the loss by each similarity, and the loss: the mean of both softmax cross entropies. */
function computeGradient(matrix: Square): { readonly gradient: Square; readonly loss: number } {
  const { size } = matrix
  const byText = softmax(matrix)
  const byQuery = softmax(transpose(matrix))
  const cells = new Float64Array(size * size)
  let loss = 0
  for (let row = 0; row < size; row++) {
    const diagonal = row * size + row
    loss -= Math.log(byText[diagonal]! + 1e-9) + Math.log(byQuery[diagonal]! + 1e-9)
    for (let column = 0; column < size; column++) {
      const share = byText[row * size + column]! + byQuery[column * size + row]!
      cells[row * size + column] = (share - (row === column ? 2 : 0)) / (2 * size * temperature)
    }
  }
  return { gradient: { size, cells }, loss: loss / (2 * size) }
}

/** Softmax of each row. */
function softmax({ size, cells }: Square): Float64Array {
  const shares = new Float64Array(size * size)
  for (let start = 0; start < cells.length; start += size) {
    let max = -Infinity
    for (let i = start; i < start + size; i++) max = Math.max(max, cells[i]!)
    let sum = 0
    for (let i = start; i < start + size; i++) sum += shares[i] = Math.exp(cells[i]! - max)
    for (let i = start; i < start + size; i++) shares[i]! /= sum
  }
  return shares
}

function transpose({ size, cells }: Square): Square {
  const transposed = new Float64Array(size * size)
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++)
      transposed[column * size + row] = cells[row * size + column]!
  }
  return { size, cells: transposed }
}

/** Rows of vectors, weighted by a row of the matrix. */
function multiply({ size, cells }: Square, vectors: Float32Array): Float32Array {
  const sums = new Float32Array(size * dimension)
  for (let row = 0; row < size; row++) {
    for (let other = 0; other < size; other++) {
      const factor = cells[row * size + other]!
      if (Math.abs(factor) < 1e-9) continue
      const [to, from] = [row * dimension, other * dimension]
      for (let i = 0; i < dimension; i++) sums[to + i]! += vectors[from + i]! * factor
    }
  }
  return sums
}

/** Backpropagates through the normalization of each vector to every row of its bag. */
function accumulateGradients(
  gradients: Map<number, Float32Array>,
  bags: readonly Bag[],
  { units, lengths }: EmbeddedBatch,
  vectorGradients: Float32Array,
): void {
  bags.forEach(({ rows, factors }, number) => {
    const unit = units.subarray(number * dimension, (number + 1) * dimension)
    const vectorGradient = vectorGradients.subarray(number * dimension, (number + 1) * dimension)
    add(vectorGradient, unit, -dot(vectorGradient, unit))
    rows.forEach((row, index) => {
      let gradient = gradients.get(row)
      if (!gradient) gradients.set(row, (gradient = new Float32Array(dimension)))
      add(gradient, vectorGradient, factors[index]! / lengths[number]!)
    })
  })
}
