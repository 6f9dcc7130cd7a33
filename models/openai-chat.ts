/** The format of `POST /chat/completions` with streaming, as OpenAI and most servers of open models have it. */
import type { ChatModelOptions, ModelFormat, ModelMessage, ModelRequest, ReplyPart } from './chat-model.ts'
import { ModelEndpointError } from './endpoint.ts'
import * as z from 'zod'

export const openAiChat: ModelFormat = {
  path: 'chat/completions',
  headers: (apiKey) => ({ authorization: `Bearer ${apiKey}` }),
  body: ({ system, messages, tools, outputTokensMax }: ModelRequest, options) => ({
    model: options.model,
    stream: true,
    [tokensParameter(options)]: outputTokensMax,
    messages: [{ role: 'system', content: system }, ...messages.flatMap(toMessages)],
    tools: tools.map(({ name, description, inputSchema: parameters }) => ({
      type: 'function',
      function: { name, description, parameters },
    })),
  }),
  readEvent,
}

/** Newer models of OpenAI reject `max_tokens`, and other servers ignore `max_completion_tokens`. */
function tokensParameter({ baseUrl }: ChatModelOptions): string {
  return new URL(baseUrl).hostname === 'api.openai.com' ? 'max_completion_tokens' : 'max_tokens'
}

function toMessages(message: ModelMessage): readonly object[] {
  switch (message.role) {
    case 'user':
      return [{ role: 'user', content: message.text }]
    case 'tool':
      return message.results.map(({ id, text }) => ({ role: 'tool', tool_call_id: id, content: text }))
    case 'assistant': {
      const calls = message.calls.map(({ id, name, arguments: text }) => ({
        id,
        type: 'function',
        function: { name, arguments: text },
      }))
      return [{ role: 'assistant', content: message.text, ...(calls.length > 0 && { tool_calls: calls }) }]
    }
  }
}

/** The members of a chunk that are read. */
const Chunk = z.object({
  error: z.unknown().optional(),
  // The last chunk of some servers has the usage only.
  choices: z
    .array(
      z.object({
        delta: z
          .object({
            content: z.string().nullish(),
            tool_calls: z
              .array(
                z.object({
                  index: z.int().default(0),
                  id: z.string().nullish(),
                  function: z
                    .object({ name: z.string().nullish(), arguments: z.string().nullish() })
                    .nullish(),
                }),
              )
              .nullish(),
          })
          .nullish(),
        finish_reason: z.string().nullish(),
      }),
    )
    .default([]),
})

const completeReasons = ['stop', 'tool_calls']

function readEvent(event: unknown): ReplyPart {
  const { data } = Chunk.safeParse(event)
  if (data === undefined) throw new ModelEndpointError('answers in an unknown format')
  if (data.error) throw new ModelEndpointError('reports an error')
  const [choice] = data.choices
  const reason = choice?.finish_reason
  if (reason && !completeReasons.includes(reason)) throw new ModelEndpointError('ends its answer early')
  return {
    text: choice?.delta?.content ?? '',
    calls: (choice?.delta?.tool_calls ?? []).map(({ index, id, function: called }) => ({
      index,
      id: id ?? '',
      name: called?.name ?? '',
      arguments: called?.arguments ?? '',
    })),
    isEnd: Boolean(reason),
  }
}
