/** One code, made and handed to whoever sends it. */
import type { CodeRequest, OneTimeCodes } from '@careatlas/state/one-time-codes'
import { type CodeMessage, type CodeSender, NotDeliveredError } from './code-sender.ts'

/** Says why without the address and the code. */
export class CodeDeliveryError extends Error {
  constructor(error: unknown, message: CodeMessage) {
    const what =
      error instanceof NotDeliveredError ? 'The code was not sent' : 'Nobody knows whether the code was sent'
    super(`${what}: ${withoutSecrets(error instanceof Error ? error.message : String(error), message)}`)
    this.name = 'CodeDeliveryError'
  }
}

/**
 * The id of the code. One that surely did not go out leaves room for the next; any other may arrive. Rejects with CodeDeliveryError, and
 * as `issue` does.
 */
export async function sendCode(
  codes: OneTimeCodes,
  sender: CodeSender,
  request: CodeRequest,
): Promise<string> {
  const { id, code } = await codes.issue(request)
  const message = { to: request.destination, code }
  try {
    await sender.send(message)
    return id
  } catch (error) {
    if (error instanceof NotDeliveredError) await codes.withdraw(id)
    throw new CodeDeliveryError(error, message)
  }
}

/** Whoever refuses a message may repeat the address, its first part alone, or the text. */
function withoutSecrets(text: string, { to, code }: CodeMessage): string {
  const names = [to, to.split('@')[0]!].map((name) => name.replaceAll(/\W/g, String.raw`\$&`))
  return text
    .replaceAll(new RegExp(String.raw`(?<!\w)(?:${names.join('|')})(?!\w)`, 'gi'), '<address>')
    .replaceAll(code, '<code>')
}
