/** The client of an OpenAI-compatible endpoint: `POST {base}/{path}` with limits on time, size and attempts. */
import { BodyTooLargeError, readLimitedText } from './read-limited-text.ts'
import { retryAfterMs, TransientError, withRetry } from './retry.ts'

export interface EndpointOptions {
  /** Such as `http://localhost:11434/v1`. */
  readonly baseUrl: string
  readonly model: string
  /** Sent as a bearer token. */
  readonly apiKey: string | null
  /** The pause before the second attempt, doubled before the third; Retry-After replaces it. Default 1 second. */
  readonly retryDelayMs?: number
  /** For one attempt; default 30 seconds. */
  readonly timeoutMs?: number
}

const attempts = 3

/** The endpoint did not send a usable response; the message completes "The endpoint …". */
export class ModelEndpointError extends Error {}

/** Resolves to the JSON of the response. Rejects with ModelEndpointError, immediately if `signal` aborts. */
export async function postToEndpoint(
  path: string,
  body: object,
  { baseUrl, apiKey, retryDelayMs = 1000, timeoutMs = 30_000 }: EndpointOptions,
  responseBytesMax: number,
  signal?: AbortSignal,
): Promise<unknown> {
  const url = new URL(path, baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`).href
  const authorization = apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }
  const request = {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...authorization },
    body: JSON.stringify(body),
    redirect: 'error',
  } as const
  const attempt = async () => {
    const timeout = AbortSignal.timeout(timeoutMs)
    try {
      const response = await fetch(url, {
        ...request,
        signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
      })
      return await readJson(response, responseBytesMax)
    } catch (error) {
      if (error instanceof ModelEndpointError || error instanceof TransientError) throw error
      throw new TransientError('does not answer', { cause: error })
    }
  }
  try {
    return await withRetry(attempt, { attempts, firstPauseMs: retryDelayMs }, { signal })
  } catch (error) {
    throw error instanceof TransientError
      ? new ModelEndpointError(error.message, { cause: error.cause })
      : error
  }
}

async function readJson(response: Response, bytesMax: number): Promise<unknown> {
  const { status, ok, headers } = response
  if (status === 429 || status >= 500)
    throw new TransientError(`answers with status ${status}`, {
      retryAfterMs: retryAfterMs(headers.get('retry-after')),
    })
  const text = await readBody(response, bytesMax)
  if (!ok) throw new ModelEndpointError(`answers with status ${status}`)
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new ModelEndpointError('answers with invalid JSON', { cause })
  }
}

async function readBody(response: Response, bytesMax: number): Promise<string> {
  try {
    return await readLimitedText(response, bytesMax)
  } catch (error) {
    if (!(error instanceof BodyTooLargeError)) throw error
    throw new ModelEndpointError(`answers with more than ${bytesMax} bytes`, { cause: error })
  }
}
