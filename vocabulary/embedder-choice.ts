/** Which embedder an operator chose, by options or by variables. */
import { OptionsError, type EndpointOptionsInput, readEndpoint } from './endpoint-options.ts'
import type { EndpointOptions } from './openai-endpoint.ts'

/** What an operator may choose by; `embedder.ts` opens each. */
export const embedderNames = ['static', 'none', 'transformers', 'openai-compatible'] as const

/** An embedder with what it needs. */
export type EmbedderChoice =
  | { readonly name: 'static' | 'none' }
  /** `model` is a folder, or a name that the library knows where to find. */
  | { readonly name: 'transformers'; readonly model: string }
  | (EndpointOptions & { readonly name: 'openai-compatible' })

interface EmbedderOptionsInput extends EndpointOptionsInput {
  readonly name: (typeof embedderNames)[number] | undefined
}

/** Null where nothing is chosen. `called` is how the operator knows each of the words. Throws OptionsError. */
export function readEmbedderChoice(
  { name, ...words }: EmbedderOptionsInput,
  optionNames: Readonly<Record<'choice' | keyof EndpointOptionsInput, string>>,
): EmbedderChoice | null {
  switch (name) {
    case undefined:
      if (Object.values(words).every((word) => word === undefined)) return null
      throw new OptionsError(
        `${optionNames.url}, ${optionNames.model} and ${optionNames.keyFile} need ${optionNames.choice}.`,
      )
    case 'static':
    case 'none':
      return { name }
    case 'transformers':
      if (words.model === undefined)
        throw new OptionsError(`${optionNames.choice} transformers needs ${optionNames.model}.`)
      return { name, model: words.model }
    case 'openai-compatible':
      return { name, ...readEndpoint(words, optionNames) }
  }
}
