/** Parses the operator's choice of an embedder, from options or environment variables. */
import { OptionsError, type EndpointOptionsInput, readEndpoint } from '@careatlas/models/endpoint-options'
import type { EndpointOptions } from '@careatlas/models/endpoint'

/** The names of the embedders; `embedder.ts` opens each. */
export const embedderNames = ['static', 'none', 'transformers', 'openai-compatible'] as const

/** An embedder with its options. */
export type EmbedderChoice =
  | { readonly name: 'static' | 'none' }
  /** `model` is a folder, or a model name that the library resolves. */
  | { readonly name: 'transformers'; readonly model: string }
  | (EndpointOptions & { readonly name: 'openai-compatible' })

interface EmbedderOptionsInput extends EndpointOptionsInput {
  readonly name: (typeof embedderNames)[number] | undefined
}

/** Null if nothing is chosen. `optionNames` are the names of the options in error messages. Throws OptionsError. */
export function readEmbedderChoice(
  { name, ...endpoint }: EmbedderOptionsInput,
  optionNames: Readonly<Record<'choice' | keyof EndpointOptionsInput, string>>,
): EmbedderChoice | null {
  switch (name) {
    case undefined:
      if (Object.values(endpoint).every((value) => value === undefined)) return null
      throw new OptionsError(
        `${optionNames.url}, ${optionNames.model} and ${optionNames.key} need ${optionNames.choice}.`,
      )
    case 'static':
    case 'none':
      return { name }
    case 'transformers':
      if (endpoint.model === undefined)
        throw new OptionsError(`${optionNames.choice} transformers needs ${optionNames.model}.`)
      return { name, model: endpoint.model }
    case 'openai-compatible':
      return { name, ...readEndpoint(endpoint, optionNames) }
  }
}
