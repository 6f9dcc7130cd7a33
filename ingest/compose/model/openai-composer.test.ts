import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { test } from 'node:test'
import { ProviderCard } from '@careatlas/contract/cards'
import {
  addressOf,
  clinicianOf,
  observationOf,
  plainContext,
  practiceAt,
} from '../fictional-facts.fixture.ts'
import { composeProviderCard } from '../provider-card.ts'
import type { Template } from './card-facts.ts'
import { OpenAiComposer } from './openai-composer.ts'

function templateOf(npi = '1000000004'): Template {
  const card = composeProviderCard(
    clinicianOf({
      npi,
      name: { first: 'MARTA', last: 'OLIVEIRA', credential: 'M.D.' },
      gender: 'F',
      codes: ['207RC0000X'],
      observations: [observationOf({ languages: ['es'], telehealth: true })],
    }),
    [practiceAt(addressOf('1 ELM ST', 'PROVIDENCE'))],
    plainContext,
  )
  return { card, registeredOn: null }
}

const supportedText =
  'Based in Providence, Rhode Island, Dr. Marta Oliveira is a cardiologist who speaks Spanish. ' +
  'She offers telehealth visits, as reported in March 2026.'

interface Request {
  readonly url: string | undefined
  readonly authorization: string | undefined
  readonly body: { model: string; temperature: number; messages: { role: string; content: string }[] }
}

/** A chat completions server on a free port; `respond` gets the number of the request, from 1. */
class Endpoint implements AsyncDisposable {
  readonly requests: Request[] = []
  readonly #server
  concurrent = 0
  concurrentMax = 0

  private constructor(respond: (response: ServerResponse, count: number) => unknown) {
    this.#server = createServer((request, response) => void this.#answer(request, response, respond))
  }

  static async start(respond: (response: ServerResponse, count: number) => unknown): Promise<Endpoint> {
    const endpoint = new Endpoint(respond)
    endpoint.#server.listen(0, '127.0.0.1')
    await once(endpoint.#server, 'listening')
    return endpoint
  }

  async #answer(
    request: IncomingMessage,
    response: ServerResponse,
    respond: (response: ServerResponse, count: number) => unknown,
  ): Promise<void> {
    this.concurrentMax = Math.max(this.concurrentMax, ++this.concurrent)
    response.on('close', () => this.concurrent--)
    const { url, headers } = request
    const body = (await json(request)) as Request['body']
    const count = this.requests.push({ url, authorization: headers.authorization, body })
    await respond(response, count)
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }
}

function respondWith(content: string): (response: ServerResponse) => void {
  return (response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ choices: [{ index: 0, message: { role: 'assistant', content } }] }))
  }
}

function composerAt({ baseUrl }: Endpoint, notice: string | null = null): OpenAiComposer {
  return new OpenAiComposer({ baseUrl, model: 'small', apiKey: 'secret', notice, retryDelayMs: 1 })
}

test('a supported response becomes the biography, with the notice at its end; other fields of the card do not change', async () => {
  await using endpoint = await Endpoint.start(respondWith(`\n${supportedText}\n`))
  const template = templateOf()
  const { cards, counts } = await composerAt(endpoint, 'Fictional data.').rewrite([template])
  assert.deepEqual(cards, [{ ...template.card, biography: `${supportedText} Fictional data.` }])
  ProviderCard.parse(cards[0])
  assert.deepEqual(counts, { accepted: 1, failed: 0, rejected: 0 })
})

test('the request follows the protocol, has temperature 0 and contains only facts', async () => {
  await using endpoint = await Endpoint.start(respondWith(supportedText))
  await composerAt(endpoint).rewrite([templateOf()])
  const [{ url, authorization, body }] = endpoint.requests as [Request]
  assert.equal(url, '/v1/chat/completions')
  assert.equal(authorization, 'Bearer secret')
  assert.deepEqual([body.model, body.temperature], ['small', 0])
  assert.deepEqual(
    body.messages.map(({ role }) => role),
    ['system', 'user'],
  )
  const facts = JSON.parse(body.messages[1]!.content) as object
  assert.deepEqual(facts, {
    name: 'Marta Oliveira',
    credentials: 'MD',
    pronoun: 'she',
    is: ['heart doctor (cardiologist)'],
    profession:
      'Cardiologists diagnose and treat heart disease: chest pain, high blood pressure, heart attack, heart failure, irregular heartbeat, palpitations, heart murmur.',
    places: [{ street: '1 Elm Street', city: 'Providence, Rhode Island', primary: true }],
    languages: ['Spanish'],
    education: [],
    works_with: [],
    also: ['offers telehealth visits, as reported in March 2026'],
  })
})

const unsupportedResponses: Readonly<Record<string, string>> = {
  'a false language': `${supportedText} She also speaks Portuguese.`,
  'a superlative': `Dr. Marta Oliveira is the most highly skilled cardiologist in Providence.`,
  'an undated fact': 'Dr. Marta Oliveira is a cardiologist. She offers telehealth visits.',
  'another clinician': 'Dr. Pat Roe is a cardiologist in Providence.',
  'an unnamed clinician': 'She is a cardiologist in Providence.',
  nothing: '',
  'half a sentence': 'Dr. Marta Oliveira is a cardiologist in',
  markup: `<b>${supportedText}</b>`,
  'a right-to-left override': `${supportedText.slice(0, -1)}\u202E.`,
  'more characters than a biography may have': `${supportedText} `.repeat(20),
}
for (const [what, answer] of Object.entries(unsupportedResponses)) {
  test(`a response with ${what} is rejected, and the template text is used`, async () => {
    await using endpoint = await Endpoint.start(respondWith(answer))
    const template = templateOf()
    assert.deepEqual(await composerAt(endpoint).rewrite([template]), {
      cards: [template.card],
      counts: { accepted: 0, failed: 0, rejected: 1 },
    })
    assert.equal(endpoint.requests.length, 1)
  })
}

type Respond = (response: ServerResponse) => unknown
const failingEndpoints: Readonly<Record<string, readonly [requests: number, Respond]>> = {
  'no JSON': [1, (response) => response.end('<html>')],
  'JSON of another shape': [1, (response) => response.end('{"choices":[]}')],
  'more bytes than any biography': [1, (response) => response.end(`"${'x'.repeat(1_000_000)}"`)],
  'status 401': [1, (response) => response.writeHead(401).end('{}')],
  'a redirect': [3, (response) => response.writeHead(302, { location: '/elsewhere' }).end()],
  'status 500': [3, (response) => response.writeHead(500).end()],
  'a broken connection': [3, (response) => response.destroy()],
}
for (const [what, [requests, respond]] of Object.entries(failingEndpoints)) {
  test(`after ${requests} responses with ${what} the template text is used`, async () => {
    await using endpoint = await Endpoint.start(respond)
    const template = templateOf()
    assert.deepEqual(await composerAt(endpoint).rewrite([template]), {
      cards: [template.card],
      counts: { accepted: 0, failed: 1, rejected: 0 },
    })
    assert.equal(endpoint.requests.length, requests)
  })
}

test('after 3 timeouts the template text is used', async (context) => {
  let controller = new AbortController()
  context.mock.method(AbortSignal, 'timeout', () => (controller = new AbortController()).signal)
  await using endpoint = await Endpoint.start(() => controller.abort())
  const template = templateOf()
  assert.deepEqual(await composerAt(endpoint).rewrite([template]), {
    cards: [template.card],
    counts: { accepted: 0, failed: 1, rejected: 0 },
  })
  assert.equal(endpoint.requests.length, 3)
})

for (const [kind, code] of Object.entries({ clinician: '207RC0000X', trainee: '390200000X' })) {
  test(`a response about a ${kind} without the age of the registration is rejected`, async () => {
    const registeredOn = '2016-09-01'
    const oldClinician = clinicianOf({
      name: { first: 'MARTA', last: 'OLIVEIRA' },
      codes: [code],
      updatedOn: registeredOn,
    })
    const card = composeProviderCard(
      oldClinician,
      [practiceAt(addressOf('1 ELM ST', 'PROVIDENCE'))],
      plainContext,
    )
    const undated = 'Marta Oliveira is registered in Providence.'
    const dated = 'Marta Oliveira is registered in Providence, as registered in September 2016.'
    await using endpoint = await Endpoint.start((response, count) =>
      respondWith(count === 1 ? undated : dated)(response),
    )
    const composer = composerAt(endpoint)
    const first = await composer.rewrite([{ card, registeredOn }])
    const second = await composer.rewrite([{ card, registeredOn }])
    assert.deepEqual([first.cards[0]?.biography, second.cards[0]?.biography], [card.biography, dated])
    assert.deepEqual([first.counts.rejected, second.counts.accepted], [1, 1])
  })
}

test('a response about a clinician without a known place may omit the age of the registration', async () => {
  const card = composeProviderCard(clinicianOf({ name: { first: 'PAT', last: 'ROE' } }), [], plainContext)
  const answer = 'Pat Roe is an individual provider.'
  await using endpoint = await Endpoint.start(respondWith(answer))
  const { cards } = await composerAt(endpoint).rewrite([{ card, registeredOn: '2016-09-01' }])
  assert.equal(cards[0]?.biography, answer)
})

test('a request to a busy endpoint is retried', async () => {
  await using endpoint = await Endpoint.start((response, count) =>
    count < 3 ? response.writeHead(429).end() : respondWith(supportedText)(response),
  )
  const { cards } = await composerAt(endpoint).rewrite([templateOf()])
  assert.equal(cards[0]?.biography, supportedText)
})

test('after repeated failures the composer sends no more requests, and every card keeps its template text', async () => {
  await using endpoint = await Endpoint.start((response) => response.writeHead(401).end())
  const composer = composerAt(endpoint)
  const templates = Array.from({ length: 50 }, (_, index) => templateOf(String(1000000000 + index)))
  for (const _ of ['one partition', 'the next']) {
    assert.deepEqual(await composer.rewrite(templates), {
      cards: templates.map(({ card }) => card),
      counts: { accepted: 0, failed: 50, rejected: 0 },
    })
  }
  assert.ok(endpoint.requests.length < 20)
})

test('cards keep their order, and at most four requests run at a time', async () => {
  await using endpoint = await Endpoint.start((response, count) =>
    setTimeout(() => respondWith(supportedText)(response), count % 2 === 0 ? 1 : 5),
  )
  const templates = Array.from({ length: 40 }, (_, index) => templateOf(String(1000000000 + index)))
  const { cards } = await composerAt(endpoint).rewrite(templates)
  assert.deepEqual(
    cards,
    templates.map(({ card }) => ({ ...card, biography: supportedText })),
  )
  assert.ok(endpoint.concurrentMax > 1 && endpoint.concurrentMax <= 4, String(endpoint.concurrentMax))
})
