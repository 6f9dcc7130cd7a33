/** Issues one code and sends it. */
import type { CodeRequest, OneTimeCodes } from '@careatlas/state/one-time-codes'
import { type CodeMessage, type CodeSender, NotDeliveredError } from './code-sender.ts'

/** A code could not be sent. The message contains the reason, but neither the address nor the code. */
export class CodeDeliveryError extends Error {
  constructor(error: unknown, message: CodeMessage) {
    const outcome =
      error instanceof NotDeliveredError ? 'The code was not sent' : 'The code may not have been sent'
    super(`${outcome}: ${redactSecrets(error instanceof Error ? error.message : String(error), message)}`)
    this.name = 'CodeDeliveryError'
  }
}

/**
 * Returns the id of the code. A code that was not sent is withdrawn, so that it does not count against the limits. Rejects with
 * CodeDeliveryError or an error of `issue`.
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

/** Redacts an error message: a mail server may repeat the address, its local part or the code in it. */
function redactSecrets(text: string, { to, code }: CodeMessage): string {
  const patterns = [to, to.split('@')[0]!].map((part) => part.replaceAll(/\W/g, String.raw`\$&`))
  return text
    .replaceAll(new RegExp(String.raw`(?<!\w)(?:${patterns.join('|')})(?!\w)`, 'gi'), '<address>')
    .replaceAll(code, '<code>')
}
