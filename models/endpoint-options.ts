/** Parses the options of a model endpoint. */
import type { EndpointOptions } from './endpoint.ts'

/** The options are incomplete or invalid; the message is one sentence. */
export class OptionsError extends Error {}

/** Unparsed options or environment variables. */
export interface EndpointOptionsInput {
  readonly url?: string | undefined
  readonly model?: string | undefined
  readonly key?: string | undefined
}

/**
 * `optionNames` are the names of the options in error messages; `choice` is the option with the value `openai-compatible`. Throws
 * OptionsError.
 */
export function readEndpoint(
  { url, model, key }: EndpointOptionsInput,
  optionNames: Readonly<Record<'choice' | keyof EndpointOptionsInput, string>>,
): EndpointOptions {
  if (url === undefined || model === undefined)
    throw new OptionsError(
      `${optionNames.choice} openai-compatible needs ${optionNames.url} and ${optionNames.model}.`,
    )
  const address = URL.parse(url)
  // The value is not repeated, because it may contain a secret.
  if (!/^https?:$/.test(address?.protocol ?? '') || address?.username !== '' || address.password !== '')
    throw new OptionsError(
      `${optionNames.url} must be an address such as http://localhost:11434/v1, without a user name or password.`,
    )
  if (key !== undefined && !/^[!-~]+$/.test(key))
    throw new OptionsError(`${optionNames.key} must have one line of ASCII characters without spaces.`)
  return { baseUrl: url, model, apiKey: key ?? null }
}
