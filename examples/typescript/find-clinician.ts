/**
 * Finds the first clinician for a question near a ZIP code who speaks a language, page by page, and confirms the answer on the card.
 * Run: `CAREATLAS_KEY=… bin/node examples/typescript/find-clinician.ts URL ZIP QUESTION LANGUAGE`
 */
import { setTimeout as sleep } from 'node:timers/promises'
import createClient from 'openapi-fetch'
import type { components, paths } from './openapi.d.ts'

type Hit = components['schemas']['ProviderHit']
type ErrorEnvelope = components['schemas']['ErrorEnvelope']

const pageSize = 5
/** Weaker results than these are not what the user asked for. */
const resultsMax = 50
const triesMax = 3
/** A longer wait is the decision of the user. */
const waitMaxSeconds = 10

/** The request cannot be answered, and the message says what to change. */
class ApiError extends Error {
  readonly code: string
  constructor({ error }: ErrorEnvelope) {
    super(`${error.message} (${error.code}; see ${error.docs})`)
    this.name = 'ApiError'
    this.code = error.code
  }
}

interface Question {
  readonly zip: string
  readonly q: string
  readonly language: string
}

/** Throws if no answer can be given, or if the card contradicts the search; the process then exits with status 1. */
async function findClinician(url: string, key: string, question: Question): Promise<string> {
  const client = createClient<paths>({ baseUrl: url, headers: { authorization: `Bearer ${key}` } })
  const hit = await findHit(client, question)
  if (hit === undefined)
    throw new Error(
      `None of the first ${resultsMax} results near ${question.zip} speaks ${question.language}.`,
    )
  const { data: card } = await retry(() =>
    client.GET('/v1/providers/{npi}', { params: { path: { npi: hit.npi } } }),
  )
  if (card.npi !== hit.npi || !card.languages.includes(question.language))
    throw new Error(`The card of ${hit.npi} contradicts the search.`)
  const place = card.practice_locations.find(({ primary }) => primary) ?? card.practice_locations[0]
  return [
    `${card.name.display} (NPI ${card.npi}), ${hit.distance_miles} miles`,
    `${place?.address.line_1 ?? 'address not known'}, ${place?.phone ?? 'phone not known'}`,
    ...card.sources.map(({ id, as_of }) => `source: ${id}, ${as_of ?? 'without a date'}`),
  ].join('\n')
}

type Client = ReturnType<typeof createClient<paths>>

/** A language in `q` changes the order and filters nothing, so each hit is checked. */
async function findHit(client: Client, { zip, q, language }: Question): Promise<Hit | undefined> {
  let offset = 0
  while (offset < resultsMax) {
    const query = { q, zip, limit: pageSize, offset }
    const { data, meta } = await retry(() => client.GET('/v1/providers', { params: { query } }))
    const hit = data.find(({ languages }) => languages.includes(language))
    if (hit !== undefined || !meta.has_more) return hit
    offset += meta.count
  }
  return undefined
}

interface Answer<Data> {
  readonly data?: Data
  readonly error?: ErrorEnvelope
  readonly response: Response
}

/** Waits and repeats a request that exceeds a limit; any other error is final. */
async function retry<Data>(send: () => Promise<Answer<Data>>): Promise<Data> {
  for (let tries = 1; ; tries++) {
    const { data, error, response } = await send()
    if (data !== undefined) return data
    if (error === undefined) throw new Error(`${response.url} returned ${response.status} without a body.`)
    const waitSeconds = Number(response.headers.get('retry-after') ?? Infinity)
    if (response.status !== 429 || tries === triesMax || waitSeconds > waitMaxSeconds)
      throw new ApiError(error)
    await sleep(waitSeconds * 1000)
  }
}

const [url, zip, q, language, ...rest] = process.argv.slice(2)
const key = process.env.CAREATLAS_KEY
if (!url || !zip || !q || !language || rest.length > 0 || !key) {
  process.stderr.write('Usage: CAREATLAS_KEY=… find-clinician.ts URL ZIP QUESTION LANGUAGE\n')
  process.exitCode = 2
} else {
  try {
    process.stdout.write(`${await findClinician(url, key, { zip, q, language })}\n`)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}
