/** The state of the connection, and what went wrong with what can be done about it. */
import type { ChatState } from '../chat-state.ts'
import { button, element, setText } from './element.ts'
import type { InterfaceContext, View } from './interface-context.ts'
import type { InterfaceStrings } from './strings.ts'

export function createStatusLine({ chat, strings }: InterfaceContext): View {
  const status = element('p', { part: 'connection-status', role: 'status' })
  const text = element('p', { role: 'alert' })
  const retry = button({ part: 'secondary-button retry' }, () => chat.retry(), strings.retry)
  const problem = element('div', { part: 'problem', hidden: true }, text, retry)
  return {
    element: element('div', { part: 'status-line' }, status, problem),
    render: (state) => {
      setText(status, describeConnection(state, strings))
      problem.hidden = state.problem === null
      setText(text, describeProblem(state, strings))
      retry.hidden = state.problem?.isRetryable !== true
    },
  }
}

function describeConnection({ connection, problem }: ChatState, strings: InterfaceStrings): string {
  if (connection === 'offline') return strings.offline
  return connection === 'reconnecting' && problem === null ? strings.reconnecting : ''
}

/** The codes of the service and of the client that share words; `problem_` and the code name the words of others. */
const sharedWords = {
  problem_signed_out: /verification_expired/,
  problem_sign_in: /token_|exchanges|mismatch|not_allowed/,
  problem_unreachable: /not_connected|config_|_error/,
  // The text is in the field again, or beside the message.
  notSent: /not_delivered/,
} as const

/** The sentence of the service if the interface has no words for the code. */
function describeProblem({ connection, problem }: ChatState, strings: InterfaceStrings): string {
  if (problem === null) return ''
  if (connection === 'blocked') return strings.problem_refused
  const { code, message } = problem
  for (const [name, codes] of Object.entries(sharedWords))
    if (codes.test(code)) return strings[name as keyof typeof sharedWords]
  return strings[`problem_${code}` as keyof InterfaceStrings] ?? message
}
