/** A real SMTP server on a free port that keeps what it gets, or refuses it. */
import { once } from 'node:events'
import { SMTPServer } from 'smtp-server'

export interface Mail {
  readonly to: readonly string[]
  readonly text: string
}

export async function mailServer(refusal: string | null = null) {
  const mails: Mail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onRcptTo: (_address, _session, done) => done(refusal === null ? null : new Error(refusal)),
    onData: (stream, session, done) => {
      const to = session.envelope.rcptTo.map(({ address }) => address)
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        mails.push({ to, text: Buffer.concat(chunks).toString() })
        done()
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address()
  const port = typeof address === 'object' ? address?.port : 0
  return {
    mails,
    url: `smtp://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
