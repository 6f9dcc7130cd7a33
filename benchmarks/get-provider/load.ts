/** A load generator in a separate process: it receives a `Round` and sends its totals. */
import { on } from 'node:events'
import autocannon from 'autocannon'

/** A round of load. */
export interface Round {
  readonly url: string
  readonly npis: readonly string[]
  /** Each connection uses one key for some requests, then another. */
  readonly keys: readonly string[]
  readonly seconds: number
}

/** Enough to saturate one core of the server, without the load generator as the limit. */
const connections = 32

/** Each connection sends this many random requests. */
const requestsPerConnection = 1000

/** A real client uses its connection and key longer, but the rate limit of one key is lower than this load. */
const requestsPerKey = 50

async function runRound({ url, npis, keys, seconds }: Round): Promise<void> {
  const requests = () => {
    let key = pickRandom(keys)
    return Array.from({ length: requestsPerConnection }, (_, index) => {
      if (index % requestsPerKey === 0) key = pickRandom(keys)
      return { path: `/v1/providers/${pickRandom(npis)}`, headers: { authorization: `Bearer ${key}` } }
    })
  }
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    setupClient: (client) => client.setRequests(requests()),
  })
  const responses = result['2xx']
  if (responses !== result.requests.total) throw new Error(`${result.non2xx} responses were not 200`)
  process.send?.({ responses, perSecond: responses / result.duration })
}

function pickRandom<Value>(values: readonly Value[]): Value | undefined {
  return values[Math.floor(Math.random() * values.length)]
}

for await (const [round] of on(process, 'message')) await runRound(round)
