/** The format of `POST /messages` with streaming, as Anthropic has it. */
import type { ModelFormat, ModelMessage, ReplyPart, ToolCall } from './chat-model.ts'
import { ModelEndpointError } from './endpoint.ts'
import * as z from 'zod'

export const anthropicMessages: ModelFormat = {
  path: 'messages',
  headers: (apiKey) => ({ 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' }),
  body: ({ system, messages, tools, outputTokensMax }, { model }) => ({
    model,
    stream: true,
    max_tokens: outputTokensMax,
    system,
    messages: messages.map(toMessage),
    tools: tools.map(({ name, description, inputSchema }) => ({
      name,
      description,
      input_schema: inputSchema,
    })),
  }),
  readEvent,
}

function toMessage(message: ModelMessage): object {
  switch (message.role) {
    case 'user':
      return { role: 'user', content: message.text }
    case 'tool':
      return {
        role: 'user',
        content: message.results.map(({ id, text }) => ({
          type: 'tool_result',
          tool_use_id: id,
          content: text,
        })),
      }
    case 'assistant':
      return {
        role: 'assistant',
        // Empty blocks are rejected.
        content: [
          ...(message.text === '' ? [] : [{ type: 'text', text: message.text }]),
          ...message.calls.map(toBlock),
        ],
      }
  }
}

function toBlock({ id, name, arguments: text }: ToolCall): object {
  return { type: 'tool_use', id, name, input: JSON.parse(text || '{}') as unknown }
}

/** The members of an event that are read. */
const StreamEvent = z.object({
  type: z.string(),
  index: z.int().default(0),
  content_block: z
    .object({ type: z.string(), id: z.string().default(''), name: z.string().default('') })
    .optional(),
  delta: z
    .object({
      type: z.string().optional(),
      text: z.string().default(''),
      partial_json: z.string().default(''),
      stop_reason: z.string().nullish(),
    })
    .optional(),
})

const completeReasons = ['end_turn', 'tool_use', 'stop_sequence']

function readEvent(event: unknown): ReplyPart {
  const { data } = StreamEvent.safeParse(event)
  if (data === undefined) throw new ModelEndpointError('answers in an unknown format')
  const { type, index, content_block: block, delta } = data
  switch (type) {
    case 'error':
      throw new ModelEndpointError('reports an error')
    case 'content_block_start':
      return block?.type === 'tool_use' ? { calls: [{ index, id: block.id, name: block.name }] } : {}
    case 'content_block_delta':
      if (delta?.type === 'text_delta') return { text: delta.text }
      return delta?.type === 'input_json_delta' ? { calls: [{ index, arguments: delta.partial_json }] } : {}
    case 'message_delta':
      if (delta?.stop_reason && !completeReasons.includes(delta.stop_reason))
        throw new ModelEndpointError('ends its answer early')
      return {}
    case 'message_stop':
      return { isEnd: true }
    default:
      return {}
  }
}
