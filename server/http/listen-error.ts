/** HOST and PORT name nothing that this process may listen on; the message says which of them to change. */
import type { Config } from '../config.ts'

export class ListenError extends Error {
  /** The system's own code, such as `EADDRINUSE`. */
  readonly code: string
  constructor(message: string, code: string) {
    super(message)
    this.name = 'ListenError'
    this.code = code
  }
}

/** What `error`, thrown while listening, means for the operator; any other error as it is. */
export function listenError(error: unknown, { host, port }: Pick<Config, 'host' | 'port'>): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const sentence = sentences[code]
  return sentence === undefined ? error : new ListenError(sentence(host, port), code)
}

const sentences: Readonly<Record<string, (host: string, port: number) => string>> = {
  EADDRINUSE: (host, port) => `Something else listens on ${host}:${port}. Choose another PORT.`,
  EADDRNOTAVAIL: (host) => `HOST ${host} is not an address of this machine. Choose one that is, or 0.0.0.0.`,
  EACCES: (_host, port) => `PORT ${port} is reserved for privileged users. Choose one from 1024 on.`,
  ENOTFOUND: unknownHost,
  EAI_AGAIN: unknownHost,
}

function unknownHost(host: string): string {
  return `HOST ${host} is a name without an address. Choose an IP address of this machine.`
}
