/** A chat model with tools: the messages of a conversation in, the next message of the assistant out. */
import { anthropicMessages } from './anthropic-messages.ts'
import { ModelEndpointError } from './endpoint.ts'
import { postForEvents } from './event-stream.ts'
import { openAiChat } from './openai-chat.ts'

/** The formats of endpoints: Chat Completions of OpenAI, which most servers have, and Messages of Anthropic. */
export const modelApis = ['openai', 'anthropic'] as const

export interface ChatModelOptions {
  readonly api: (typeof modelApis)[number]
  /** Such as `http://127.0.0.1:11434/v1`. */
  readonly baseUrl: string
  readonly model: string
  readonly apiKey: string | null
}

export interface ToolCall {
  readonly id: string
  readonly name: string
  /** JSON text, as the model wrote it. */
  readonly arguments: string
}

export type ModelMessage =
  | { readonly role: 'user'; readonly text: string }
  | { readonly role: 'assistant'; readonly text: string; readonly calls: readonly ToolCall[] }
  | { readonly role: 'tool'; readonly results: readonly { readonly id: string; readonly text: string }[] }

export interface ModelTool {
  readonly name: string
  readonly description?: string | undefined
  /** JSON Schema. */
  readonly inputSchema: object
}

export interface ModelRequest {
  readonly system: string
  readonly messages: readonly ModelMessage[]
  readonly tools: readonly ModelTool[]
  readonly outputTokensMax: number
}

export interface ModelReply {
  readonly text: string
  readonly calls: readonly ToolCall[]
}

/** What an event adds to the reply; `index` identifies a call. `isEnd`: the reply is complete. */
export interface ReplyPart {
  readonly text?: string | undefined
  readonly calls?: readonly (Partial<ToolCall> & { readonly index: number })[] | undefined
  readonly isEnd?: boolean
}

/** One of the formats. */
export interface ModelFormat {
  readonly path: string
  readonly headers: (apiKey: string) => Readonly<Record<string, string>>
  readonly body: (request: ModelRequest, options: ChatModelOptions) => object
  /** Throws ModelEndpointError if the event reports an error, or a reply that is cut off. */
  readonly readEvent: (event: unknown) => ReplyPart
}

const formats: Readonly<Record<ChatModelOptions['api'], ModelFormat>> = {
  openai: openAiChat,
  anthropic: anthropicMessages,
}

/** Each token of a text is one event of up to 300 bytes, and a token has at least one character. */
const responseBytesPerToken = 400
const responseBytesMin = 64 * 1024

/** Of text and arguments; a token of English has about four characters. An endpoint may ignore the limit in the request. */
const charactersPerToken = 8

/** Calls in one reply. */
const callsMax = 8

/** Rejects with ModelEndpointError unless the reply is complete; with the reason of `signal` if it aborts. Does not retry. */
export async function askChatModel(
  request: ModelRequest,
  options: ChatModelOptions,
  signal: AbortSignal,
): Promise<ModelReply> {
  const { path, headers, body, readEvent } = formats[options.api]
  const { baseUrl, apiKey } = options
  const events = postForEvents(
    {
      url: new URL(path, baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`).href,
      headers: apiKey === null ? {} : headers(apiKey),
      body: body(request, options),
      responseBytesMax: Math.max(responseBytesMin, request.outputTokensMax * responseBytesPerToken),
    },
    signal,
  )
  const reply = new ReplyBuilder(request.outputTokensMax * charactersPerToken)
  for await (const event of events) {
    const part = readEvent(event)
    reply.add(part)
    if (part.isEnd) return reply.build()
  }
  throw new ModelEndpointError('ends its answer early')
}

class ReplyBuilder {
  readonly #charactersMax: number
  #characters = 0
  #text = ''
  readonly #calls = new Map<number, { id: string; name: string; arguments: string }>()

  constructor(charactersMax: number) {
    this.#charactersMax = charactersMax
  }

  add({ text = '', calls = [] }: ReplyPart): void {
    this.#text += text
    this.#characters += text.length
    for (const { index, id = '', name = '', arguments: more = '' } of calls) {
      const call = this.#calls.get(index) ?? { id: '', name: '', arguments: '' }
      call.id ||= id
      call.name ||= name
      call.arguments += more
      this.#characters += more.length
      this.#calls.set(index, call)
    }
    if (this.#characters > this.#charactersMax || this.#calls.size > callsMax)
      throw new ModelEndpointError('answers with more than was requested')
  }

  build(): ModelReply {
    // Some servers send no ids.
    const calls = [...this.#calls.values()].map((call, index) => ({
      ...call,
      id: call.id || `call_${index}`,
    }))
    return { text: this.#text, calls }
  }
}
