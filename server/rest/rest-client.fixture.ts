/** For tests: a search or a refusal, read from its answer. */
import { ErrorEnvelope } from '@careatlas/contract/envelopes'
import * as z from 'zod'
import type { Running } from '../running.fixture.ts'

/** As much of any page as tests look into. */
const Page = z.looseObject({
  parameters: z.looseObject({}).optional(),
  meta: z.looseObject({ count: z.int(), total: z.int().optional(), has_more: z.boolean() }),
  data: z.array(z.looseObject({})),
})
export type Page = z.infer<typeof Page>

/** The page that this address gives; throws with the answer when it gives none. */
export async function pageOf(server: Running, path: string): Promise<Page> {
  const answer = await server.get(path)
  const text = await answer.text()
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${text}`)
  return Page.parse(JSON.parse(text))
}

/** Status and code of a refusal in the envelope; throws when it is none. */
export async function refusalOf(server: Running, path: string): Promise<readonly [number, string, string]> {
  const answer = await server.get(path)
  const { error } = ErrorEnvelope.parse(await answer.json())
  return [answer.status, error.code, error.message]
}
