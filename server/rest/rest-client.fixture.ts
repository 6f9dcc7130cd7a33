/** For tests: requests a page or an error. */
import { ErrorEnvelope } from '@careatlas/contract/envelopes'
import * as z from 'zod'
import type { Running } from '../running.fixture.ts'

/** The parts of a page that tests check. */
const Page = z.looseObject({
  parameters: z.looseObject({}).optional(),
  meta: z.looseObject({ count: z.int(), total: z.int().optional(), has_more: z.boolean() }),
  data: z.array(z.looseObject({})),
})
export type Page = z.infer<typeof Page>

/** Requests a page; throws with the response if the status is not 200. */
export async function fetchPage(server: Running, path: string): Promise<Page> {
  const response = await server.get(path)
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${text}`)
  return Page.parse(JSON.parse(text))
}

/** The status, code and message of an error in the envelope; throws if the response is not an error. */
export async function fetchError(server: Running, path: string): Promise<readonly [number, string, string]> {
  const response = await server.get(path)
  const { error } = ErrorEnvelope.parse(await response.json())
  return [response.status, error.code, error.message]
}
