/** Asks the user on a terminal before a change that cannot be undone. */
import { createInterface } from 'node:readline/promises'
import { UsageError } from './exit-codes.ts'

/** Rejects with UsageError without a terminal. `action` begins the message, such as "A revocation". */
export async function confirm(action: string, question: string): Promise<boolean> {
  if (!process.stdin.isTTY)
    throw new UsageError(`${action} cannot be undone. Without a terminal to confirm it, add --yes.`)
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    // Ctrl+C and Ctrl+D reject the question.
    const answer = await terminal.question(`${question} It cannot be undone. [y/N] `).catch(() => '')
    return /^y(?:es)?$/i.test(answer.trim())
  } finally {
    terminal.close()
  }
}
