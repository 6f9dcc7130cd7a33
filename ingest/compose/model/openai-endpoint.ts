/** One model behind an OpenAI-compatible endpoint: `POST {base}/chat/completions`, with bounds on time, size and tries. */
import { setTimeout as delay } from 'node:timers/promises'
import * as z from 'zod'

export interface EndpointOptions {
  /** Such as `http://localhost:11434/v1`. */
  readonly baseUrl: string
  readonly model: string
  /** Sent as a bearer token. */
  readonly apiKey: string | null
  /** For one try; 30 seconds unless told. */
  readonly timeoutMs?: number
  /** Before the second try, and twice as long before the third; one second unless told. */
  readonly retryDelayMs?: number
}

const triesMax = 3
/** Many times the longest biography in JSON. */
const answerBytesMax = 64 * 1024

/** Another try may help: the endpoint was busy, broken or slow. */
class TryAgain extends Error {}

const Completion = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1),
})

/** What the model answers at temperature 0; null when there is no answer in good time, or none of the protocol. */
export async function askModel(
  { baseUrl, retryDelayMs = 1000, ...options }: EndpointOptions,
  instructions: string,
  question: string,
): Promise<string | null> {
  const url = `${baseUrl.replace(/\/+$/, '')}/chat/completions`
  const messages = [
    { role: 'system', content: instructions },
    { role: 'user', content: question },
  ]
  for (let tried = 1; tried <= triesMax; tried++) {
    try {
      return await post(url, { model: options.model, temperature: 0, messages }, options)
    } catch (error) {
      if (!(error instanceof TryAgain)) return null
      if (tried < triesMax) await delay(retryDelayMs * 2 ** (tried - 1))
    }
  }
  return null
}

async function post(
  url: string,
  body: object,
  { apiKey, timeoutMs = 30_000 }: Pick<EndpointOptions, 'apiKey' | 'timeoutMs'>,
): Promise<string> {
  const authorization = apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }
  const headers = { 'content-type': 'application/json', ...authorization }
  const signal = AbortSignal.timeout(timeoutMs)
  const request = { method: 'POST', headers, body: JSON.stringify(body), signal, redirect: 'error' } as const
  const json = await fetch(url, request)
    .then(bodyOf)
    .catch((cause: unknown) => {
      throw new TryAgain('no answer', { cause })
    })
  return Completion.parse(JSON.parse(json)).choices[0]!.message.content
}

/** Empty, which is no JSON, for a refusal or more than any biography needs. */
async function bodyOf(response: Response): Promise<string> {
  if (response.status === 429 || response.status >= 500) throw new TryAgain(`status ${response.status}`)
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > answerBytesMax) return ''
    chunks.push(chunk)
  }
  return response.ok ? Buffer.concat(chunks).toString('utf8') : ''
}
