/** `careatlas chat`: what operators see of conversations; counts and feedback, never whole conversations. */
import { readConfig } from '@careatlas/server/config'
import { Conversations } from '@careatlas/state/conversations/conversations'
import { MessageCipher } from '@careatlas/state/message-cipher'
import type { Command } from 'commander'
import { openState } from './open-state.ts'
import { formatTable } from './text-table.ts'

export function addChatCommand(program: Command): void {
  const command = program.command('chat').description('Shows counts of conversations, and exports feedback.')
  command
    .command('stats')
    .description('Prints the number of conversations, messages and feedback of each partner.')
    .option('--json', 'print one JSON array')
    .addHelpText('after', '\nExample:\n  careatlas chat stats --json')
    .action(({ json = false }: { json?: boolean }) =>
      withConversations((conversations) => printStats(conversations, json)),
    )
  command
    .command('feedback')
    .description('Prints all feedback as lines of JSON, with the question, the answer and its snapshot.')
    .addHelpText(
      'after',
      '\nThe lines contain what users wrote: keep them as secret as the state.\n\nExample:\n  careatlas chat feedback > feedback.ndjson',
    )
    .action(() => withConversations(printFeedback))
}

async function withConversations(work: (conversations: Conversations) => Promise<void>): Promise<void> {
  const config = readConfig()
  await using state = await openState(config)
  const { stateKeys } = config
  const cipher = stateKeys.length === 0 ? null : new MessageCipher(stateKeys)
  await work(new Conversations(state, { cipher }))
}

const heading = ['partner', 'conversations', 'identified', 'active in 24 h', 'messages', 'up', 'down']

async function printStats(conversations: Conversations, isJson: boolean): Promise<void> {
  const counts = await conversations.count()
  if (isJson) return print(`${JSON.stringify(counts)}\n`)
  if (counts.length === 0) return print('No conversations yet.\n')
  const rows = counts.map(({ partner, ...numbers }) => [partner, ...Object.values(numbers).map(String)])
  print(formatTable([heading, ...rows]))
}

async function printFeedback(conversations: Conversations): Promise<void> {
  for await (const feedback of conversations.listFeedback()) print(`${JSON.stringify(feedback)}\n`)
}

function print(text: string): void {
  process.stdout.write(text)
}
