/** For tests: states of the chat, which its interface renders. */

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
    city: 'Providence',
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
  line_1: '953 Coppergate Dr NW',
  city: 'Providence',
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

/** Questions and answers, some with a card. */
export function manyEntries(from: number, count: number): object[] {
  return Array.from({ length: count }, (_, index) => {
    const number = from + index
    return number % 2 === 0
      ? userEntry(`${number}`, `Question ${number}`)
      : answerEntry(`${number}`, `Answer **${number}**\n\n- one\n- two`, {
          cards: number % 5 === 0 ? [providerCard] : [],
        })
  })
}

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
