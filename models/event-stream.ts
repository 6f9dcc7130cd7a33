/** Sends a request to a model endpoint and reads its server-sent events (WHATWG HTML, section 9.2), with limits on size. */
import { ModelEndpointError } from './endpoint.ts'

export interface EventRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: object
  /** Of the whole response. */
  readonly responseBytesMax: number
}

/**
 * The JSON of each event, until the endpoint ends the response or sends `[DONE]`. Rejects with ModelEndpointError; with the reason of
 * `signal` if it aborts.
 */
export async function* postForEvents(
  { url, headers, body, responseBytesMax }: EventRequest,
  signal: AbortSignal,
): AsyncGenerator {
  const response = await send(url, { headers, body: JSON.stringify(body) }, signal)
  for await (const line of readLines(response, responseBytesMax, signal)) {
    // Names and ids of events are not needed, because the JSON has its type.
    const [, data] = /^data: ?(.*)$/s.exec(line) ?? []
    if (data === undefined) continue
    if (data === '[DONE]') return
    yield parseJson(data)
  }
}

async function send(
  url: string,
  { headers, body }: { readonly headers: EventRequest['headers']; readonly body: string },
  signal: AbortSignal,
): Promise<Response> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream', ...headers },
    body,
    redirect: 'error',
    signal,
  }).catch((cause: unknown) => {
    throw toFailure(cause, signal)
  })
  if (response.ok) return response
  await response.body?.cancel()
  throw new ModelEndpointError(`answers with status ${response.status}`)
}

async function* readLines({ body }: Response, bytesMax: number, signal: AbortSignal): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let [bytes, rest] = [0, '']
  try {
    for await (const chunk of body ?? []) {
      bytes += chunk.length
      if (bytes > bytesMax) throw new ModelEndpointError(`answers with more than ${bytesMax} bytes`)
      const lines = `${rest}${decoder.decode(chunk, { stream: true })}`.split(/\r\n|\n|\r/)
      rest = lines.pop() ?? ''
      yield* lines
    }
  } catch (cause) {
    throw toFailure(cause, signal)
  }
}

function parseJson(data: string): unknown {
  try {
    return JSON.parse(data)
  } catch (cause) {
    throw new ModelEndpointError('answers with invalid JSON', { cause })
  }
}

function toFailure(cause: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason
  return cause instanceof ModelEndpointError ? cause : new ModelEndpointError('does not answer', { cause })
}
