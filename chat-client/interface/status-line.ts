/** The state of the connection, and what went wrong with what can be done about it. */
import type { ChatProblem, ChatState } from '../chat-state.ts'
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
    update: (state) => {
      setText(status, describeConnection(state, strings))
      status.hidden = status.textContent === ''
      problem.hidden = state.problem === null
      setText(text, state.problem === null ? '' : describeProblem(state.problem, strings))
      retry.hidden = state.problem?.isRetryable !== true
    },
  }
}

function describeConnection({ connection, problem }: ChatState, strings: InterfaceStrings): string {
  if (connection === 'offline') return strings.offline
  return connection === 'reconnecting' && problem === null ? strings.reconnecting : ''
}

/** The words of the interface for codes of the service and of the client. */
const problemWords: Readonly<Record<string, keyof InterfaceStrings>> = {
  refused: 'problem_refused',
  origin_not_allowed: 'problem_refused',
  partner_mismatch: 'problem_refused',
  invalid_credentials: 'problem_refused',
  auth_type_not_allowed: 'problem_refused',
  rate_limited: 'problem_rate_limited',
  id_token_unavailable: 'problem_sign_in',
  id_token_refused: 'problem_sign_in',
  token_unavailable: 'problem_sign_in',
  token_refused: 'problem_sign_in',
  unreachable: 'problem_unreachable',
  not_connected: 'problem_unreachable',
  config_unavailable: 'problem_unreachable',
}

/** The sentence of the service if the interface has no words for the code. */
function describeProblem({ code, message }: ChatProblem, strings: InterfaceStrings): string {
  const name = Object.hasOwn(problemWords, code) ? problemWords[code] : undefined
  return name === undefined ? message : strings[name]
}
