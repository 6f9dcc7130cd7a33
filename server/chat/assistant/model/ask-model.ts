/** Lets the model call tools until it answers, within the budgets of one answer. */
import type { ParameterValues } from '@careatlas/contract/parse-parameters'
import {
  askChatModel,
  type ChatModelOptions,
  type ModelMessage,
  type ModelReply,
  type ToolCall,
} from '@careatlas/models/chat-model'
import type { DirectoryTools, ToolCaller } from './directory-tools.ts'
import { markData } from './prompt.ts'
import { RejectedAnswerError } from './rejected-answer.ts'

export interface ModelBudget {
  /** Calls of the model in one answer. */
  readonly steps: number
  /** Tokens that the model writes in one answer, in all steps together. */
  readonly outputTokens: number
  /** For the whole answer, with the tools. */
  readonly timeoutMs: number
}

export interface ModelQuestion {
  readonly system: string
  readonly messages: readonly ModelMessage[]
}

export interface ModelAnswer {
  readonly text: string
  /** The results of the tools, in order. */
  readonly results: readonly unknown[]
}

const toolCallsMax = 8
const argumentCharactersMax = 2000

/** Of all tool results of an answer together: about 30,000 tokens. */
const resultCharactersMax = 120_000

/** Tokens of a short sentence; with fewer left, no further step can succeed. */
const outputTokensMin = 16
const charactersPerToken = 4

/** Rejects with RejectedAnswerError, ModelEndpointError, or the reason of the signal. */
export async function askModel(
  { system, messages }: ModelQuestion,
  options: ChatModelOptions & ModelBudget,
  tools: DirectoryTools,
  caller: ToolCaller,
): Promise<ModelAnswer> {
  const exchange = [...messages]
  const calls = new ToolCalls(tools, caller)
  let tokensLeft = options.outputTokens
  for (let step = 0; step < options.steps; step++) {
    if (tokensLeft < outputTokensMin) throw new RejectedAnswerError('tokens')
    const request = { system, messages: exchange, tools: tools.descriptions, outputTokensMax: tokensLeft }
    const reply = await askChatModel(request, options, caller.signal)
    if (reply.calls.length === 0) return { text: reply.text, results: calls.results }
    tokensLeft -= countTokens(reply)
    exchange.push({ role: 'assistant', ...reply }, { role: 'tool', results: await calls.run(reply.calls) })
  }
  throw new RejectedAnswerError('steps')
}

/** An estimate, because not every endpoint reports the number. */
function countTokens({ text, calls }: ModelReply): number {
  return Math.ceil((text.length + JSON.stringify(calls).length) / charactersPerToken)
}

class ToolCalls {
  /** Without errors. */
  readonly results: unknown[] = []
  readonly #tools: DirectoryTools
  readonly #caller: ToolCaller
  #count = 0
  #characters = 0

  constructor(tools: DirectoryTools, caller: ToolCaller) {
    this.#tools = tools
    this.#caller = caller
  }

  /** One after the other, so that an answer never has more than one search at a time. */
  async run(calls: readonly ToolCall[]): Promise<{ readonly id: string; readonly text: string }[]> {
    const results = []
    for (const { id, name, arguments: text } of calls)
      results.push({ id, text: await this.#call(name, text) })
    return results
  }

  async #call(name: string, text: string): Promise<string> {
    if (++this.#count > toolCallsMax || !this.#tools.descriptions.some((tool) => tool.name === name))
      throw new RejectedAnswerError('tool')
    const { isError, text: json } = await this.#tools.call(name, parseArguments(text), this.#caller)
    this.#characters += json.length
    if (this.#characters > resultCharactersMax) throw new RejectedAnswerError('length')
    const result = withoutEcho(JSON.parse(json))
    if (!isError) this.results.push(result)
    return markData(result)
  }
}

function parseArguments(text: string): ParameterValues {
  if (text.length > argumentCharactersMax) throw new RejectedAnswerError('tool')
  let values: unknown
  try {
    values = JSON.parse(text || '{}')
  } catch {
    throw new RejectedAnswerError('tool')
  }
  if (typeof values !== 'object' || values === null || Array.isArray(values))
    throw new RejectedAnswerError('tool')
  return values as ParameterValues
}

/** The echo of the request has the position of the user. */
function withoutEcho(result: unknown): unknown {
  const { parameters: _, ...rest } = result as Readonly<Record<string, unknown>>
  return rest
}
