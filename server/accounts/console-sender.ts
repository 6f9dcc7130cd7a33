/** Prints codes to the console, for a server that only its own machine can reach. */
import type { CodeSender } from './code-sender.ts'

export function consoleSender(print: (line: string) => void): CodeSender {
  return {
    isConsole: true,
    send: async ({ to, code }) => print(`code     ${code} for ${to}\n`),
    [Symbol.dispose]: () => undefined,
  }
}
