/** Parses the options of a model endpoint, and reads its API key from a file. */
import { readFileSync } from 'node:fs'
import type { EndpointOptions } from './endpoint.ts'

/** The options are incomplete or invalid; the message is one sentence. */
export class OptionsError extends Error {}

/** Unparsed options or environment variables. */
export interface EndpointOptionsInput {
  readonly url?: string | undefined
  readonly model?: string | undefined
  readonly keyFile?: string | undefined
}

/**
 * `optionNames` are the names of the options in error messages; `choice` is the option with the value `openai-compatible`. The
 * key comes from a file, so that no process list shows it. Throws OptionsError.
 */
export function readEndpoint(
  { url, model, keyFile }: EndpointOptionsInput,
  optionNames: Readonly<Record<'choice' | keyof EndpointOptionsInput, string>>,
): EndpointOptions {
  if (url === undefined || model === undefined)
    throw new OptionsError(
      `${optionNames.choice} openai-compatible needs ${optionNames.url} and ${optionNames.model}.`,
    )
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw new OptionsError(`${optionNames.url} ${url} is not an address such as http://localhost:11434/v1.`)
  return { baseUrl: url, model, apiKey: keyFile === undefined ? null : readKey(keyFile, optionNames.keyFile) }
}

function readKey(file: string, optionName: string): string {
  try {
    const key = readFileSync(file, 'utf8').trim()
    if (/^[!-~]+$/.test(key)) return key
  } catch (cause) {
    throw new OptionsError(`${optionName} ${file} cannot be read.`, { cause })
  }
  throw new OptionsError(`${optionName} ${file} does not contain a key: one line without spaces.`)
}
