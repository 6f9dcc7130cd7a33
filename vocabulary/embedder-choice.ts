/** Parses the operator's choice of an embedder, from options or environment variables. */
import { OptionsError, type EndpointOptionsInput, readEndpoint } from '@careatlas/models/endpoint-options'
import type { EndpointOptions } from '@careatlas/models/endpoint'

/** The names of the embedders; `embedder.ts` opens each. */
export const embedderNames = ['static', 'none', 'openai-compatible'] as const

/** The sentence for `transformers`, an embedder of earlier versions; null for another name. */
export function explainRemovedEmbedder(name: string): string | null {
  return name === 'transformers'
    ? 'transformers is no longer an embedder: run the model behind a local endpoint, and choose openai-compatible (docs/loading.md)'
    : null
}

/** An embedder with its options. */
export type EmbedderChoice =
  | { readonly name: 'static' | 'none' }
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
    case 'openai-compatible':
      return { name, ...readEndpoint(endpoint, optionNames) }
  }
}
