/** Writes a dialogue as a transcript. */
import type { ChatCard } from '@careatlas/contract/chat-frames'
import type { DialogueRun } from './run-dialogue.ts'

export function formatTranscript({ dialogue, turns }: DialogueRun): string {
  const blocks = turns.map(({ text, answer, unmet, faults }) =>
    [
      `user: ${text.slice(0, 300)}`,
      ...answer.notices.map(({ kind, contact }) => `  [notice ${kind}: ${contact?.tel}]`),
      ...answer.text.split('\n').map((line) => `  ${line}`),
      ...answer.cards.map((card) => `  [${formatCard(card)}]`),
      ...(answer.suggestions.length > 0 ? [`  <${answer.suggestions.join('> <')}>`] : []),
      ...(answer.verification === null ? [] : ['  [verification]']),
      ...unmet.map(
        (expectation) => `  UNMET ${expectation.isForbidden ? 'forbid' : 'expect'} ${expectation.text}`,
      ),
      ...faults.map((fault) => `  FAULT ${fault.text}`),
    ].join('\n'),
  )
  return `== ${dialogue.title}\n${blocks.join('\n')}\n`
}

function formatCard(card: ChatCard): string {
  const place = card.kind === 'provider' ? card.location : card
  const miles = card.distance_miles === undefined ? '' : `, ${card.distance_miles} mi`
  const what = card.kind === 'provider' ? card.specialty : card.focus
  return `${card.name}, ${what}, ${place?.city ?? '?'}, ${place?.phone ?? 'no phone'}${miles}`
}
