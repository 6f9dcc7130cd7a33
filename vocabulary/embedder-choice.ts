/** Which embedder an operator chose, by options or by variables. */
import { EndpointRefused, type EndpointOptions, type EndpointWords, readEndpoint } from './openai-endpoint.ts'

export const embedderNames = ['static', 'none', 'transformers', 'openai-compatible'] as const

export type EmbedderChoice =
  | { readonly name: 'static' | 'none' }
  /** `model` is a folder, or a name that the library knows where to find. */
  | { readonly name: 'transformers'; readonly model: string }
  | (EndpointOptions & { readonly name: 'openai-compatible' })

interface ChosenWords extends EndpointWords {
  readonly name: (typeof embedderNames)[number]
}

/** `called` is how the operator knows each of the words. Throws EndpointRefused. */
export function readEmbedderChoice(
  { name, ...words }: ChosenWords,
  called: Readonly<Record<'choice' | keyof EndpointWords, string>>,
): EmbedderChoice {
  switch (name) {
    case 'static':
    case 'none':
      return { name }
    case 'transformers':
      if (words.model === undefined)
        throw new EndpointRefused(`${called.choice} transformers needs ${called.model}.`)
      return { name, model: words.model }
    case 'openai-compatible':
      return { name, ...readEndpoint(words, called) }
  }
}
