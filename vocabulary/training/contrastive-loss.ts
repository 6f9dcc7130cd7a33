/** One batch of contrastive learning: each question should be more similar to its own text than to the others of the batch. */
import { dimension } from '../static-model.ts'
import type { Bag, EmbeddingTable } from './embedding-table.ts'

/** Softmax temperature of InfoNCE (A. van den Oord and others, 2018). */
const temperature = 0.06

export interface Batch {
  readonly questions: readonly Bag[]
  readonly texts: readonly Bag[]
  /** Whether text `text`, besides its own, is not a negative example for question `question`. */
  readonly excused: (question: number, text: number) => boolean
}

/** Moves the table one step against the loss in both directions; returns the loss. */
export function trainBatch(table: EmbeddingTable, batch: Batch, rate: number): number {
  const questions = embedBags(table, batch.questions)
  const texts = embedBags(table, batch.texts)
  const { slopes, loss } = gradientOf(similarities(questions.units, texts.units, batch.excused))
  const gradients = new Map<number, Float32Array>()
  accumulateGradients(gradients, batch.questions, questions, product(slopes, texts.units))
  accumulateGradients(gradients, batch.texts, texts, product(transpose(slopes), questions.units))
  table.descend(gradients, rate)
  return loss
}

/** Unit vectors, row by row, and their former lengths. */
interface Embedded {
  readonly units: Float32Array
  readonly lengths: Float32Array
}

function embedBags(table: EmbeddingTable, bags: readonly Bag[]): Embedded {
  const units = new Float32Array(bags.length * dimension)
  const lengths = Float32Array.from(bags, ({ rows, factors }, number) => {
    const unit = units.subarray(number * dimension, (number + 1) * dimension)
    rows.forEach((row, index) =>
      add(unit, table.values.subarray(row * dimension, (row + 1) * dimension), factors[index]!),
    )
    const length = Math.sqrt(dot(unit, unit)) + 1e-8
    for (let at = 0; at < dimension; at++) unit[at]! /= length
    return length
  })
  return { units, lengths }
}

function add(sum: Float32Array, vector: Float32Array, factor: number): void {
  for (let at = 0; at < dimension; at++) sum[at]! += vector[at]! * factor
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let at = 0; at < dimension; at++) sum += a[at]! * b[at]!
  return sum
}

/** A square matrix, row by row. */
interface Square {
  readonly size: number
  readonly cells: Float64Array
}

function similarities(questions: Float32Array, texts: Float32Array, excused: Batch['excused']): Square {
  const size = questions.length / dimension
  const cells = new Float64Array(size * size)
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      let sum = 0
      const [question, text] = [row * dimension, column * dimension]
      for (let at = 0; at < dimension; at++) sum += questions[question + at]! * texts[text + at]!
      cells[row * size + column] = row !== column && excused(row, column) ? -Infinity : sum / temperature
    }
  }
  return { size, cells }
}

/** The gradient of the loss by each similarity, and the loss: the mean of both softmax cross entropies. */
function gradientOf(likeness: Square): { readonly slopes: Square; readonly loss: number } {
  const { size } = likeness
  const byText = softmax(likeness)
  const byQuestion = softmax(transpose(likeness))
  const cells = new Float64Array(size * size)
  let loss = 0
  for (let row = 0; row < size; row++) {
    const own = row * size + row
    loss -= Math.log(byText[own]! + 1e-9) + Math.log(byQuestion[own]! + 1e-9)
    for (let column = 0; column < size; column++) {
      const share = byText[row * size + column]! + byQuestion[column * size + row]!
      cells[row * size + column] = (share - (row === column ? 2 : 0)) / (2 * size * temperature)
    }
  }
  return { slopes: { size, cells }, loss: loss / (2 * size) }
}

/** Softmax of each row. */
function softmax({ size, cells }: Square): Float64Array {
  const shares = new Float64Array(size * size)
  for (let start = 0; start < cells.length; start += size) {
    let max = -Infinity
    for (let at = start; at < start + size; at++) max = Math.max(max, cells[at]!)
    let sum = 0
    for (let at = start; at < start + size; at++) sum += shares[at] = Math.exp(cells[at]! - max)
    for (let at = start; at < start + size; at++) shares[at]! /= sum
  }
  return shares
}

function transpose({ size, cells }: Square): Square {
  const turned = new Float64Array(size * size)
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) turned[column * size + row] = cells[row * size + column]!
  }
  return { size, cells: turned }
}

/** Rows of vectors, weighted by a row of the matrix. */
function product({ size, cells }: Square, vectors: Float32Array): Float32Array {
  const sums = new Float32Array(size * dimension)
  for (let row = 0; row < size; row++) {
    for (let other = 0; other < size; other++) {
      const factor = cells[row * size + other]!
      if (Math.abs(factor) < 1e-9) continue
      const [to, from] = [row * dimension, other * dimension]
      for (let at = 0; at < dimension; at++) sums[to + at]! += vectors[from + at]! * factor
    }
  }
  return sums
}

/** Backpropagates through the normalization of each vector to every row of its bag. */
function accumulateGradients(
  gradients: Map<number, Float32Array>,
  bags: readonly Bag[],
  { units, lengths }: Embedded,
  slopes: Float32Array,
): void {
  bags.forEach(({ rows, factors }, number) => {
    const unit = units.subarray(number * dimension, (number + 1) * dimension)
    const slope = slopes.subarray(number * dimension, (number + 1) * dimension)
    add(slope, unit, -dot(slope, unit))
    rows.forEach((row, index) => {
      let gradient = gradients.get(row)
      if (!gradient) gradients.set(row, (gradient = new Float32Array(dimension)))
      add(gradient, slope, factors[index]! / lengths[number]!)
    })
  })
}
