/**
 * Finds a cardiologist near a ZIP code who speaks Spanish and is listed by a carrier, and then verifies the card. It makes the tool
 * calls that an agent would make. Run: `CAREATLAS_KEY=… bin/node examples/mcp/find-cardiologist.ts URL ZIP CARRIER`
 */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import * as z from 'zod'

const radiusMiles = 25
/** The code of Spanish (ISO 639-1). */
const spanish = 'es'
/** The specialty of cardiologists (NUCC). */
const cardiology = '207RC0000X'

const CarrierList = z.object({ data: z.array(z.object({ code: z.string(), name: z.string() })) })

const Hits = z.object({
  data: z.array(
    z.object({
      npi: z.string(),
      languages: z.array(z.string()),
      distance_miles: z.number(),
      location: z.object({ location_uuid: z.string() }),
    }),
  ),
})

const Card = z.object({
  npi: z.string(),
  name: z.object({ display: z.string() }),
  status: z.string(),
  languages: z.array(z.string()),
  specialties: z.array(z.object({ code: z.string() })),
  carriers: z.array(
    z.object({ code: z.string(), name: z.string(), status: z.string(), as_of: z.string().nullable() }),
  ),
  practice_locations: z.array(
    z.object({ location_uuid: z.string(), name: z.string(), phone: z.string().nullable() }),
  ),
  url: z.string(),
})

type Hit = z.infer<typeof Hits>['data'][number]
type Card = z.infer<typeof Card>

/** Throws if no answer can be given or an answer is wrong; the process then exits with status 1. */
async function findCardiologist(url: string, key: string, zip: string, carrierName: string): Promise<string> {
  const client = await connect(url, key)
  try {
    const carrier = await findCarrier(client, carrierName)
    const { data: hits } = Hits.parse(
      await callTool(client, 'search_providers', {
        q: 'Spanish-speaking cardiologist',
        zip,
        radius_miles: radiusMiles,
        carriers: [carrier],
      }),
    )
    // The language in `q` ranks and does not filter, so hits without it are not wrong.
    const hit = hits.find(({ languages }) => languages.includes(spanish))
    if (hit === undefined)
      throw new Error(`No Spanish-speaking cardiologist within ${radiusMiles} miles of ${zip}.`)
    const { data: card } = z
      .object({ data: Card })
      .parse(await callTool(client, 'get_provider', { npi: hit.npi }))
    const problems = findProblems(hit, card, carrier)
    if (problems.length > 0)
      throw new Error(`The card of ${hit.npi} contradicts the search: ${problems.join('; ')}.`)
    return describe(hit, card, carrier)
  } finally {
    await client.close()
  }
}

/** In the newest revision that client and server share. */
async function connect(url: string, key: string): Promise<Client> {
  const client = new Client(
    { name: 'find-cardiologist', version: '1.0.0' },
    { versionNegotiation: { mode: 'auto' } },
  )
  const headers = { authorization: `Bearer ${key}` }
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }))
  return client
}

async function callTool(client: Client, name: string, values: Record<string, unknown>): Promise<unknown> {
  const { isError, content, structuredContent } = await client.callTool({ name, arguments: values })
  // The error says what to change in the call; a model would do so.
  if (isError) throw new Error(`${name}: ${JSON.stringify(content)}`)
  return structuredContent
}

async function findCarrier(client: Client, query: string): Promise<string> {
  const { data } = CarrierList.parse(await callTool(client, 'list_carriers', { query }))
  const [first, ...others] = data
  if (first === undefined) throw new Error(`No carrier has ${JSON.stringify(query)} in its name.`)
  if (others.length > 0)
    throw new Error(`Which carrier is meant: ${data.map(({ name }) => name).join(', ')}?`)
  return first.code
}

/** What the card does not confirm. */
function findProblems(hit: Hit, card: Card, carrier: string): readonly string[] {
  const facts = {
    'it is another clinician': card.npi === hit.npi,
    'the NPI is not active': card.status === 'active',
    'cardiology is not a specialty': card.specialties.some(({ code }) => code === cardiology),
    'Spanish is not a language': card.languages.includes(spanish),
    [`${carrier} does not list the clinician`]: card.carriers.some(
      ({ code, status }) => code === carrier && status === 'listed',
    ),
    'the place is not a place of practice': placeOf(hit, card) !== undefined,
    [`the place is more than ${radiusMiles} miles away`]: hit.distance_miles <= radiusMiles,
  }
  return Object.entries(facts).flatMap(([problem, isFact]) => (isFact ? [] : [problem]))
}

function placeOf({ location }: Hit, { practice_locations: places }: Card) {
  return places.find(({ location_uuid: id }) => id === location.location_uuid)
}

function describe(hit: Hit, card: Card, carrierCode: string): string {
  const place = placeOf(hit, card)
  const carrier = card.carriers.find(({ code }) => code === carrierCode)
  return [
    `${card.name.display} (NPI ${card.npi}), cardiologist, speaks Spanish`,
    `${place?.name}, ${hit.distance_miles} miles, ${place?.phone ?? 'phone not known'}`,
    `listed with ${carrier?.name} as of ${carrier?.as_of ?? 'an unknown date'}; call to confirm`,
    card.url,
  ].join('\n')
}

const [url, zip, carrierName] = process.argv.slice(2)
const key = process.env['CAREATLAS_KEY']
if (url === undefined || zip === undefined || carrierName === undefined || key === undefined) {
  console.error('Usage: CAREATLAS_KEY=… find-cardiologist.ts URL ZIP CARRIER')
  process.exitCode = 2
} else {
  try {
    console.log(await findCardiologist(url, key, zip, carrierName))
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
