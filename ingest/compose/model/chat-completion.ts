/** One chat model behind an OpenAI-compatible endpoint: `POST {base}/chat/completions`. */
import { postToEndpoint, ModelEndpointError, type EndpointOptions } from '@careatlas/models/endpoint'
import * as z from 'zod'

/** Many times the longest biography in JSON. */
const answerBytesMax = 64 * 1024

const Completion = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1),
})

/** The answer of the model at temperature 0; null if it is late or does not follow the protocol. */
export async function askModel(
  options: EndpointOptions,
  instructions: string,
  question: string,
): Promise<string | null> {
  const messages = [
    { role: 'system', content: instructions },
    { role: 'user', content: question },
  ]
  const body = { model: options.model, temperature: 0, messages }
  try {
    const answer = await postToEndpoint('chat/completions', body, options, answerBytesMax)
    return Completion.safeParse(answer).data?.choices[0]?.message.content ?? null
  } catch (error) {
    if (error instanceof ModelEndpointError) return null
    throw error
  }
}
