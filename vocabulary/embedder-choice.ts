/** Which embedder an operator chose, by options or by variables. */
import { OptionsError, type EndpointOptionsInput, readEndpoint } from '@careatlas/models/endpoint-options'
import type { EndpointOptions } from '@careatlas/models/endpoint'

/** What an operator may choose by; `embedder.ts` opens each. */
export const embedderNames = ['static', 'none', 'transformers', 'openai-compatible'] as const

/** An embedder with what it needs. */
export type EmbedderChoice =
  | { readonly name: 'static' | 'none' }
  /** `model` is a folder, or a name that the library knows where to find. */
  | { readonly name: 'transformers'; readonly model: string }
  | (EndpointOptions & { readonly name: 'openai-compatible' })

interface ChosenWords extends EndpointOptionsInput {
  readonly name: (typeof embedderNames)[number] | undefined
}

/** Null where nothing is chosen. `called` is how the operator knows each of the words. Throws OptionsError. */
export function readEmbedderChoice(
  { name, ...words }: ChosenWords,
  called: Readonly<Record<'choice' | keyof EndpointOptionsInput, string>>,
): EmbedderChoice | null {
  switch (name) {
    case undefined:
      if (Object.values(words).every((word) => word === undefined)) return null
      throw new OptionsError(`${called.url}, ${called.model} and ${called.keyFile} need ${called.choice}.`)
    case 'static':
    case 'none':
      return { name }
    case 'transformers':
      if (words.model === undefined)
        throw new OptionsError(`${called.choice} transformers needs ${called.model}.`)
      return { name, model: words.model }
    case 'openai-compatible':
      return { name, ...readEndpoint(words, called) }
  }
}
