/** For tests: a model endpoint over HTTP that follows a script in either format, and records what it received. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream/promises'
import type { ModelSettings } from './assistant/model/model-drafter.ts'

/** One reply of the model: text, tool calls, or a fault. */
export type ScriptedReply =
  | { readonly text: string }
  | { readonly calls: readonly { readonly name: string; readonly arguments: unknown }[] }
  | { readonly status: number; readonly retryAfter?: string }
  /** The text without the end of the stream: the connection closes, or stays open without data. */
  | { readonly cut: string; readonly ending: 'close' | 'hang' }
  /** One text after the other until the client disconnects. */
  | { readonly endless: string }
  | { readonly raw: string }

export interface ReceivedRequest {
  readonly path: string
  readonly headers: IncomingMessage['headers']
  /** JSON. */
  readonly body: string
}

export interface ModelServer extends AsyncDisposable {
  readonly url: string
  readonly requests: readonly ReceivedRequest[]
  /** Requests whose client has disconnected before the end of the reply. */
  readonly abandoned: number
  /** The replies to the next requests; the last one repeats. */
  play(...script: readonly ScriptedReply[]): void
}

export async function runModelServer(api: ModelSettings['api']): Promise<ModelServer> {
  const requests: ReceivedRequest[] = []
  let script: ScriptedReply[] = [{ status: 500 }]
  let abandoned = 0
  const server = createServer(async (request, response) => {
    response.on('close', () => {
      if (!response.writableFinished) abandoned++
    })
    const body = Buffer.concat(await request.toArray()).toString()
    requests.push({ path: request.url ?? '', headers: request.headers, body })
    await reply(script.length > 1 ? script.shift()! : script[0]!, formats[api], response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    get abandoned() {
      return abandoned
    },
    play: (...replies) => (script = [...replies]),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function reply(scripted: ScriptedReply, format: Format, response: ServerResponse): Promise<void> {
  if ('status' in scripted) {
    const { status, retryAfter } = scripted
    response
      .writeHead(status, retryAfter === undefined ? {} : { 'retry-after': retryAfter })
      .end('{"error":{}}')
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const send = (events: readonly object[]) =>
    events.map((event) => response.write(`${format.frame(event)}\n\n`))
  if ('raw' in scripted) response.end(scripted.raw)
  else if ('cut' in scripted) {
    send(format.text(scripted.cut))
    if (scripted.ending === 'close') setImmediate(() => response.destroy())
  } else if ('endless' in scripted) {
    const text = format.text(scripted.endless).map(format.frame).join('')
    await pipeline(async function* () {
      for (;;) yield `${text}\n\n`
    }, response).catch(() => undefined)
  } else {
    if ('text' in scripted)
      for (const piece of scripted.text.match(/.{1,7}/gs) ?? []) send(format.text(piece))
    else
      send(scripted.calls.flatMap(({ name, arguments: values }, index) => format.call(name, values, index)))
    send(format.end('calls' in scripted))
    response.end(format.last)
  }
}

interface Format {
  readonly frame: (event: object) => string
  readonly text: (text: string) => readonly object[]
  /** The arguments as JSON; a string is sent as it is. */
  readonly call: (name: string, values: unknown, index: number) => readonly object[]
  readonly end: (hasCalls: boolean) => readonly object[]
  readonly last: string
}

function toJson(values: unknown): string {
  return typeof values === 'string' ? values : JSON.stringify(values)
}

const chunk = (delta: object, reason: string | null = null) => ({
  id: 'c',
  object: 'chat.completion.chunk',
  choices: [{ index: 0, delta, finish_reason: reason }],
})

const formats: Readonly<Record<ModelSettings['api'], Format>> = {
  openai: {
    frame: (event) => `data: ${JSON.stringify(event)}`,
    text: (content) => [chunk({ content })],
    call: (name, values, index) => {
      const half = toJson(values).length / 2
      return [
        chunk({
          tool_calls: [{ index, id: `call-${index}`, type: 'function', function: { name, arguments: '' } }],
        }),
        ...[toJson(values).slice(0, half), toJson(values).slice(half)].map((text) =>
          chunk({ tool_calls: [{ index, function: { arguments: text } }] }),
        ),
      ]
    },
    end: (hasCalls) => [chunk({}, hasCalls ? 'tool_calls' : 'stop')],
    last: 'data: [DONE]\n\n',
  },
  anthropic: {
    frame: (event) => `event: ${(event as { type: string }).type}\ndata: ${JSON.stringify(event)}`,
    text: (text) => [{ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } }],
    call: (name, values, index) => [
      {
        type: 'content_block_start',
        index: index + 1,
        content_block: { type: 'tool_use', id: `toolu-${index}`, name, input: {} },
      },
      {
        type: 'content_block_delta',
        index: index + 1,
        delta: { type: 'input_json_delta', partial_json: toJson(values) },
      },
      { type: 'content_block_stop', index: index + 1 },
    ],
    end: (hasCalls) => [
      { type: 'message_delta', delta: { stop_reason: hasCalls ? 'tool_use' : 'end_turn' } },
      { type: 'message_stop' },
    ],
    last: '',
  },
}
