/** One HTTP request to the service, with a limit on its time and its response. */
import { parseObject } from '../parse-object.ts'
import type { ChatSettings } from '../read-options.ts'
import { withTimeout } from './wait.ts'

export interface JsonResponse {
  readonly status: number
  /** An object; empty if the body is none. */
  readonly body: Readonly<Record<string, unknown>>
}

const timeoutMs = 10_000
const charactersMax = 64 * 1024

/** Rejects if there is no response in time, or with the reason of the signal. */
export function requestJson(url: string, init: RequestInit, signal: AbortSignal): Promise<JsonResponse> {
  return withTimeout((ended) => load(url, { ...init, signal: ended }), timeoutMs, signal)
}

/** One to a path of the service, which needs the values of the partner. */
export function requestService(
  { serviceUrl, partnerIdentifier, publicKey }: ChatSettings,
  path: string,
  init: { readonly method?: string; readonly headers?: Readonly<Record<string, string>> },
  signal: AbortSignal,
): Promise<JsonResponse> {
  const headers = { ...init.headers, 'X-Partner-Identifier': partnerIdentifier, 'X-API-Key': publicKey }
  return requestJson(`${serviceUrl}/sdk/${path}`, { ...init, headers }, signal)
}

async function load(url: string, init: RequestInit): Promise<JsonResponse> {
  const response = await fetch(url, { ...init, credentials: 'omit', cache: 'no-store', redirect: 'error' })
  return { status: response.status, body: parseObject((await response.text()).slice(0, charactersMax)) }
}
