/** An endpoint in the words of an operator, by options or by variables, with its key in a file. */
import { readFileSync } from 'node:fs'
import type { EndpointOptions } from './endpoint.ts'

/** What an operator chose is incomplete or wrong; the message is one sentence. */
export class OptionsError extends Error {}

/** An operator's words for an endpoint. */
export interface EndpointOptionsInput {
  readonly url?: string | undefined
  readonly model?: string | undefined
  readonly keyFile?: string | undefined
}

/**
 * `called` is how the operator knows each of the words: by an option or a variable. The key comes from a file, so that no list
 * of processes shows it. Throws OptionsError.
 */
export function readEndpoint(
  { url, model, keyFile }: EndpointOptionsInput,
  called: Readonly<Record<'choice' | keyof EndpointOptionsInput, string>>,
): EndpointOptions {
  if (url === undefined || model === undefined)
    throw new OptionsError(`${called.choice} openai-compatible needs ${called.url} and ${called.model}.`)
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw new OptionsError(`${called.url} ${url} is no address such as http://localhost:11434/v1.`)
  return { baseUrl: url, model, apiKey: keyFile === undefined ? null : keyIn(keyFile, called.keyFile) }
}

function keyIn(file: string, called: string): string {
  try {
    const key = readFileSync(file, 'utf8').trim()
    if (/^[!-~]+$/.test(key)) return key
  } catch (cause) {
    throw new OptionsError(`${called} ${file} cannot be read.`, { cause })
  }
  throw new OptionsError(`${called} ${file} holds no key: it is one line without blanks.`)
}
