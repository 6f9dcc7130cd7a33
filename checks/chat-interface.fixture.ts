/** For tests: pages with the interface of the chat client, which renders the states that a test sets. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { readClientModule } from './chat-client-source.fixture.ts'
import { assertClean, observe } from './observed-page.fixture.ts'

/** The strictest policy of a page that runs a script: without inline styles, inline scripts and markup from strings. */
export const strictPolicy = "default-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'"

export interface InterfacePages extends AsyncDisposable {
  readonly url: string
}

/** Serves the source files of the client as modules, and a page that starts it. */
export async function startInterfacePages(): Promise<InterfacePages> {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const module = readClientModule(pathname)
    if (module !== null) return response.writeHead(200, { 'content-type': 'text/javascript' }).end(module)
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': searchParams.get('policy') ?? strictPolicy,
    })
    response.end(writePage(searchParams.get('lang') ?? 'en', searchParams.get('dir') ?? 'ltr'))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    // A host name that is not a development host: there the client writes warnings.
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function writePage(lang: string, dir: string): string {
  return `<!doctype html><html lang="${lang}" dir="${dir}"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Harbor Clinic</title><main><h1>Harbor Clinic</h1><p><a href="#chat">Contact</a></p><div id="chat"></div></main>
<script type="module" src="/interface/scripted-chat.fixture.ts"></script></html>`
}

export interface ChatInPage {
  readonly page: Page
  /** Changes the state, and waits until it is rendered. */
  readonly set: (changes: object) => Promise<void>
  /** What the interface asked for since the last call of this function. */
  readonly takeCalls: () => Promise<unknown[][]>
  /** Evaluates an expression in which `root` is the shadow root of the chat. */
  readonly evaluate: <Value>(expression: string) => Promise<Value>
}

export interface ChatPageOptions {
  readonly state?: object
  readonly options?: object
  readonly query?: string
  readonly context?: Parameters<Browser['newContext']>[0]
  /** Runs in the page before its scripts. */
  readonly before?: string
}

/** Opens a page with a chat, and afterwards asserts that it violated no policy, sent no request elsewhere and ran no attack. */
export async function withChat(
  browser: Browser,
  { url }: InterfacePages,
  { state = {}, options = {}, query = '', context = {}, before = '' }: ChatPageOptions,
  use: (chat: ChatInPage) => Promise<void>,
): Promise<void> {
  await using observed = await observe(browser, { reducedMotion: 'reduce', ...context })
  const { page } = observed
  if (before !== '') await page.addInitScript({ content: before })
  await page.goto(`${url}/${query}`)
  const frames = () =>
    page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))')
  const evaluate = <Value>(expression: string): Promise<Value> =>
    page.evaluate(
      `(() => { const root = document.querySelector('#chat').firstElementChild.shadowRoot; return ${expression} })()`,
    )
  await page.evaluate(`window.startChat(${JSON.stringify(options)}, ${JSON.stringify(state)})`)
  await frames()
  await use({
    page,
    evaluate,
    set: async (changes) => {
      await page.evaluate(`window.chat.set(${JSON.stringify(changes)})`)
      await frames()
    },
    takeCalls: () => page.evaluate('window.chat.calls.splice(0)'),
  })
  assertClean(observed, url)
  assert.equal(await page.evaluate('window.attacked'), undefined)
}

// States

const time = '2026-11-27T15:04:00Z'

export function userEntry(id: string, text: string, delivery = 'accepted'): object {
  return { role: 'user', id, text, time, delivery }
}

export function answerEntry(id: string, text: string, changes: object = {}): object {
  return {
    role: 'assistant',
    id,
    text,
    time,
    isComplete: true,
    finishReason: 'stop',
    notices: [],
    cards: [],
    feedback: null,
    ...changes,
  }
}

export const providerCard = {
  kind: 'provider',
  npi: '1003000126',
  name: 'Ana Costa, MD',
  specialty: 'cardiologist',
  short_biography: '',
  languages: ['en', 'es', 'kea'],
  carriers: ['quillmark'],
  location: {
    location_uuid: 'a',
    name: 'Harbor Heart Group',
    city: 'PROVIDENCE',
    state: 'RI',
    postal_code: '02903',
    phone: '+14015550127',
  },
  location_count: 3,
  score: 1,
  distance_miles: 1.24,
  url: 'https://directory.example/providers/1003000126',
  sources: [
    { id: 'nppes', as_of: '2026-11-09' },
    { id: 'plan_network', as_of: '2026-10-01' },
  ],
  plan: { status: 'listed', payer: 'Quillmark Health', as_of: '2026-10-01' },
}

export const locationCard = {
  kind: 'location',
  location_uuid: 'b',
  name: 'Harbor Urgent Care',
  line_1: '953 COPPERGATE DR NW',
  city: 'PROVIDENCE',
  state: 'RI',
  postal_code: '02907',
  phone: '+14015550144',
  focus: 'urgent care',
  summary: '',
  languages: [],
  provider_count: 12,
  score: 1,
  distance_miles: 12.4,
  url: 'https://directory.example/locations/b',
  sources: [{ id: 'nppes', as_of: null }],
}

export const emergencyNotice = {
  kind: 'emergency',
  severity: 'urgent',
  text: 'Chest pain can be an emergency. Call 911 now.',
  contact: { label: 'Emergency services', tel: '911' },
}

export const destinationStep = {
  step: 'destination',
  channels: ['email', 'sms'],
  reason: 'Earlier conversations are kept for verified users.',
  problem: null,
  isBusy: false,
}

export function codeStep(changes: object = {}): object {
  return {
    step: 'code',
    sent: {
      challenge_id: 'c',
      channel: 'email',
      destination_masked: 'a•••@example.org',
      code_length: 6,
      expires_in: 600,
      resend_after: 30,
      attempts_left: 5,
    },
    sentAt: Date.now(),
    problem: null,
    isBusy: false,
    ...changes,
  }
}

export const wrongCode = { code: 'wrong_code', attempts_left: 4, retry_after: null, message: '' }

/** A question and its answer with cards. */
export const conversation = [
  userEntry('1', 'I need a heart doctor near 02903 who takes Quillmark'),
  answerEntry(
    '2',
    'I found **2 results**.\n\n- One speaks *Spanish*.\n- See [the directory](https://directory.example).',
    {
      cards: [providerCard, locationCard],
    },
  ),
]

const notFound = {
  ...providerCard,
  name: 'Maria Fernanda de Albuquerque-Silva, MD, PhD',
  plan: { status: 'not_found', payer: 'Quillmark Health', as_of: null },
}

/** Every state that looks different, by name. */
export const states: Readonly<Record<string, { readonly state: object; readonly options?: object }>> = {
  closed: { state: {} },
  empty: { state: { isOpen: true, suggestions: ['Family doctor', 'Dentist', 'Therapist', 'Urgent care'] } },
  streaming: {
    state: {
      isOpen: true,
      entries: [conversation[0], answerEntry('2', 'I found **2', { isComplete: false, finishReason: null })],
    },
  },
  cards: {
    state: {
      isOpen: true,
      hasEarlier: true,
      entries: [
        ...conversation,
        userEntry('3', 'More'),
        answerEntry('4', 'One more.', { cards: [notFound] }),
      ],
      suggestions: ['Show more', 'Closer'],
    },
    options: { feedback: true },
  },
  emergency: {
    state: {
      isOpen: true,
      notices: [emergencyNotice],
      entries: [
        ...conversation,
        answerEntry('3', 'Hours may differ.', {
          notices: [{ kind: 'holiday', severity: 'info', text: 'Offices may be closed.', contact: null }],
        }),
      ],
    },
  },
  destination: { state: { isOpen: true, entries: conversation.slice(0, 1), verification: destinationStep } },
  code: { state: { isOpen: true, verification: codeStep({ problem: wrongCode }) } },
  failed: {
    state: {
      isOpen: true,
      entries: [userEntry('1', 'Dentist', 'failed'), userEntry('2', 'Hello', 'queued')],
      problem: { code: 'unreachable', message: 'The service does not answer.', isRetryable: true },
    },
  },
  offline: { state: { isOpen: true, connection: 'offline', entries: conversation } },
  blocked: {
    state: {
      isOpen: true,
      connection: 'blocked',
      problem: { code: 'origin_not_allowed', message: '', isRetryable: false },
    },
  },
  migration: {
    state: {
      isOpen: true,
      authentication: 'signed-in',
      entries: [answerEntry('1', 'Stopped here', { finishReason: 'cancelled' })],
      migration: { messageCount: 4 },
    },
  },
}
