/**
 * A planner without a language model: it chooses a tool for a request by the names, titles, descriptions and schemas of `tools/list`
 * alone, so that a change of a text can be measured (`docs/decisions/0044`).
 *
 * - Two rankings of the tools are fused by reciprocal rank: the BM25 score of name, title and description, and the similarity of the
 *   title with the first sentence of the description by the built-in embedding model, which knows medical words and Spanish.
 * - "No tool" is ranked like a tool, by the sentences that start with "Not for".
 * - A tool is eligible if the schema finds an argument in the request, and all that it requires. An eligible tool with a required
 *   argument wins, because an identifier in the request is decisive.
 */
import type { Embedder } from '@careatlas/vocabulary/embedder'
import { isStopWord, stemOf, wordsOf } from '@careatlas/vocabulary/words'
import { extractArguments } from './extract-arguments.ts'

/** A part of JSON Schema. */
export interface Property {
  readonly type?: string
  readonly description?: string
  readonly pattern?: string
  readonly format?: string
  readonly enum?: readonly string[]
  readonly minimum?: number
  readonly items?: Property
  readonly anyOf?: readonly Property[]
}

/** What the planner may read of a tool. */
export interface ListedTool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: {
    readonly properties: Readonly<Record<string, Property>>
    readonly required?: readonly string[]
  }
}

export interface PlannedCall {
  readonly tool: string
  readonly arguments: Readonly<Record<string, unknown>>
}

/** A tool, or null for "no tool", with its texts. */
interface Candidate {
  readonly tool: ListedTool | null
  readonly words: readonly string[]
  readonly vector: Float32Array
}

/** The constant of reciprocal rank fusion (Cormack, Clarke and Büttcher, SIGIR 2009). */
const fusionConstant = 60

export class Planner {
  readonly #embedder: Embedder
  readonly #candidates: readonly Candidate[]

  private constructor(embedder: Embedder, candidates: readonly Candidate[]) {
    this.#embedder = embedder
    this.#candidates = candidates
  }

  static async create(tools: readonly ListedTool[], embedder: Embedder): Promise<Planner> {
    const texts = tools.map((tool) => describe(tool))
    const refusals = texts.flatMap(({ refused }) => refused).join(' ')
    const summaries = [...texts.map(({ summary }) => summary), refusals]
    const documents = [...texts.map(({ document }) => document), refusals]
    const vectors = await embedder.embed(summaries, 'document')
    const candidates = documents.map((document, index) => ({
      tool: tools[index] ?? null,
      words: contentStems(document),
      vector: vectors[index]!,
    }))
    return new Planner(
      embedder,
      candidates.filter(({ words }) => words.length > 0),
    )
  }

  /** The call for the request; null if no tool fits. */
  async plan(request: string): Promise<PlannedCall | null> {
    const [vector] = await this.#embedder.embed([request], 'query')
    const lexical = scoreByWords(
      contentStems(request),
      this.#candidates.map(({ words }) => words),
    )
    const semantic = this.#candidates.map((candidate) => dotProduct(candidate.vector, vector!))
    const scores = this.#candidates.map((_, index) => fuse(rank(lexical, index), rank(semantic, index)))
    const eligible = this.#candidates
      .map(({ tool }, index) => ({ call: tool && planCall(request, tool), tool, score: scores[index]! }))
      .filter(({ call, tool }) => tool === null || call !== null)
      .toSorted((a, b) => b.score - a.score)
    const best = eligible.find(({ tool }) => tool?.inputSchema.required) ?? eligible[0]
    return best?.call ?? null
  }
}

/** Null if the request has no argument, or not all required ones. */
function planCall(request: string, tool: ListedTool): PlannedCall | null {
  const found = extractArguments(request, tool)
  const { required = [] } = tool.inputSchema
  const isComplete = Object.keys(found).length > 0 && required.every((name) => name in found)
  return isComplete ? { tool: tool.name, arguments: found } : null
}

interface ToolText {
  /** Title and first sentence. */
  readonly summary: string
  /** Name, title and description. */
  readonly document: string
  /** Sentences about requests that no tool fits. */
  readonly refused: readonly string[]
}

function describe({ name, title, description }: ListedTool): ToolText {
  const sentences = description.split(/(?<=[.!?])\s+/)
  const refused = sentences.filter((sentence) => sentence.startsWith('Not for'))
  const rest = sentences.filter((sentence) => !refused.includes(sentence))
  return {
    summary: `${title}. ${rest[0] ?? ''}`,
    document: [name.replaceAll('_', ' '), title, ...rest].join(' '),
    refused,
  }
}

function contentStems(text: string): readonly string[] {
  return wordsOf(text)
    .filter((word) => !isStopWord(word))
    .map(stemOf)
}

/** Okapi BM25 with its usual constants, k1 = 1.2 and b = 0.75. */
function scoreByWords(
  query: readonly string[],
  documents: readonly (readonly string[])[],
): readonly number[] {
  const [k1, b] = [1.2, 0.75]
  const meanLength = documents.reduce((sum, { length }) => sum + length, 0) / documents.length
  return documents.map((document) =>
    [...new Set(query)].reduce((sum, word) => {
      const withWord = documents.filter((words) => words.includes(word)).length
      const weight = Math.log(1 + (documents.length - withWord + 0.5) / (withWord + 0.5))
      const frequency = document.filter((candidate) => candidate === word).length
      const length = k1 * (1 - b + (b * document.length) / meanLength)
      return sum + (weight * frequency * (k1 + 1)) / (frequency + length)
    }, 0),
  )
}

/** The number of higher scores. */
function rank(scores: readonly number[], index: number): number {
  return scores.filter((score) => score > scores[index]!).length
}

function fuse(...ranks: readonly number[]): number {
  return ranks.reduce((sum, position) => sum + 1 / (fusionConstant + position), 0)
}

/** The cosine similarity, because vectors have length 1. */
function dotProduct(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, index) => sum + value * b[index]!, 0)
}
