/** Rounds of load, in a process of its own: each message in is a `Round`, each message out its totals. */
import { on } from 'node:events'
import autocannon from 'autocannon'

/** What the parent asks for. */
export interface Round {
  readonly url: string
  readonly npis: readonly string[]
  /** Each connection carries one of them for a while, then another. */
  readonly keys: readonly string[]
  readonly seconds: number
}

/** Enough to keep one core of a server busy, few enough that the load itself is not the limit. */
const connections = 32

/** Each connection walks through its own random choice of this many. */
const requestsPerConnection = 1000

/** A client keeps its connection and its key far longer; but one key may not ask as often as all of these do. */
const requestsPerKey = 50

async function play({ url, npis, keys, seconds }: Round): Promise<void> {
  const requests = () => {
    let key = oneOf(keys)
    return Array.from({ length: requestsPerConnection }, (_, n) => {
      if (n % requestsPerKey === 0) key = oneOf(keys)
      return { path: `/v1/providers/${oneOf(npis)}`, headers: { authorization: `Bearer ${key}` } }
    })
  }
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    setupClient: (client) => client.setRequests(requests()),
  })
  const answered = result['2xx']
  if (answered !== result.requests.total) throw new Error(`${result.non2xx} answers were not 200`)
  process.send?.({ answered, perSecond: answered / result.duration })
}

function oneOf<Value>(values: readonly Value[]): Value | undefined {
  return values[Math.floor(Math.random() * values.length)]
}

for await (const [round] of on(process, 'message')) await play(round)
