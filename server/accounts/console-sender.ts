/** Prints codes where the server was started, for whoever tries it on their own machine. */
import type { CodeSender } from './code-sender.ts'

export function consoleSender(print: (line: string) => void): CodeSender {
  return {
    isConsole: true,
    send: async ({ to, code }) => print(`code     ${code} for ${to}\n`),
    [Symbol.dispose]: () => undefined,
  }
}
