/** A client for an OpenAI-compatible endpoint: `POST {base}/{path}`, with limits on time, size and attempts. */
import { setTimeout as delay } from 'node:timers/promises'

export interface EndpointOptions {
  /** For example `http://localhost:11434/v1`. */
  readonly baseUrl: string
  readonly model: string
  /** Sent as a bearer token. */
  readonly apiKey: string | null
  /** Before the second attempt, and twice as long before the third; default one second. */
  readonly retryDelayMs?: number
  /** Per attempt; default 30 seconds. */
  readonly timeoutMs?: number
}

const triesMax = 3

/** The endpoint gave no valid response; the message completes "The endpoint …". */
export class ModelEndpointError extends Error {}

/** A retry may help: the endpoint was busy, failed or timed out. */
class TransientError extends ModelEndpointError {}

/** The JSON response, of at most `answerBytesMax` bytes. Throws ModelEndpointError, at once if `signal` aborts. */
export async function postToEndpoint(
  path: string,
  body: object,
  { baseUrl, apiKey, retryDelayMs = 1000, timeoutMs = 30_000 }: EndpointOptions,
  answerBytesMax: number,
  signal?: AbortSignal,
): Promise<unknown> {
  const authorization = apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }
  const request = {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...authorization },
    body: JSON.stringify(body),
    redirect: 'error',
  } as const
  for (let attempt = 1; ; attempt++) {
    const deadline = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])])
    try {
      const response = await fetch(`${baseUrl.replace(/\/+$/, '')}/${path}`, { ...request, signal: deadline })
      return await readJson(response, answerBytesMax)
    } catch (error) {
      const failure =
        error instanceof ModelEndpointError ? error : new TransientError('does not answer', { cause: error })
      if (!(failure instanceof TransientError) || attempt === triesMax || signal?.aborted) throw failure
      await delay(retryDelayMs * 2 ** (attempt - 1), null, signal && { signal }).catch(() => {
        throw failure
      })
    }
  }
}

async function readJson(response: Response, bytesMax: number): Promise<unknown> {
  const { status, ok } = response
  if (status === 429 || status >= 500) throw new TransientError(`answers with status ${status}`)
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > bytesMax) throw new ModelEndpointError(`answers with more than ${bytesMax} bytes`)
    chunks.push(chunk)
  }
  if (!ok) throw new ModelEndpointError(`answers with status ${status}`)
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch (cause) {
    throw new ModelEndpointError('does not answer with JSON', { cause })
  }
}
