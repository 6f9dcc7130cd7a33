/** Requests a completion from an OpenAI-compatible endpoint: `POST {base}/chat/completions`. */
import { postToEndpoint, ModelEndpointError, type EndpointOptions } from '@careatlas/models/endpoint'
import * as z from 'zod'

/** Many times the size of the longest biography in JSON. */
const responseBytesMax = 64 * 1024

const Completion = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1),
})

/** The text of the model at temperature 0; null if the endpoint fails, times out or does not follow the protocol. */
export async function requestChatCompletion(
  options: EndpointOptions,
  instructions: string,
  prompt: string,
): Promise<string | null> {
  const messages = [
    { role: 'system', content: instructions },
    { role: 'user', content: prompt },
  ]
  const body = { model: options.model, temperature: 0, messages }
  try {
    const response = await postToEndpoint('chat/completions', body, options, responseBytesMax)
    return Completion.safeParse(response).data?.choices[0]?.message.content ?? null
  } catch (error) {
    if (error instanceof ModelEndpointError) return null
    throw error
  }
}
