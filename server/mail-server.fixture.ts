/** For tests: a real SMTP server on a free port that stores each mail, or fails. */
import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface Mail {
  readonly to: readonly string[]
  readonly text: string
}

/** How the server fails: it rejects each recipient with this message, or closes the connection without a reply to the mail. */
export type MailFailure = { readonly refusal: string } | 'disconnects after the mail' | null

export async function startMailServer(failure: MailFailure = null) {
  const mails: Mail[] = []
  const clients: Socket[] = []
  const rejection = failure !== null && typeof failure === 'object' ? new Error(failure.refusal) : null
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onRcptTo: (_address, _session, done) => done(rejection),
    onData: (stream, session, done) => {
      const to = session.envelope.rcptTo.map(({ address }) => address)
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        mails.push({ to, text: Buffer.concat(chunks).toString() })
        if (failure === null) done()
        else for (const client of clients) client.destroy()
      })
    },
  })
  server.server.on('connection', (client: Socket) => clients.push(client))
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    mails,
    url: `smtp://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
