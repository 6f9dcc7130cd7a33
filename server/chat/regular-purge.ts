/** Deletes conversations whose retention period has ended, at the start and every hour. */
import type { Conversations } from '@careatlas/state/conversations/conversations'
import { demoPartnerIdentifier, type Partners } from '@careatlas/state/partners'
import { demoRetentionDays } from './demo/chat-demo.ts'

const hourMs = 3_600_000

/** For the conversations of a partner that the state does not have. */
const defaultRetentionDays = 365

export class RegularPurge implements Disposable {
  readonly #timer: NodeJS.Timeout

  constructor(conversations: Conversations, partners: Partners, onFailure: (error: unknown) => void) {
    const purge = async () => {
      const listed = (await partners.list()).map(
        ({ identifier, retentionDays }) => [identifier, retentionDays] as const,
      )
      // Those of the demo are deleted also when it is off.
      const days = new Map([[demoPartnerIdentifier, demoRetentionDays], ...listed])
      await conversations.purge((partner) => days.get(partner) ?? defaultRetentionDays)
    }
    const run = () => void purge().catch(onFailure)
    run()
    this.#timer = setInterval(run, hourMs).unref()
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer)
  }
}
