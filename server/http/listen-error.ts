/** HOST or PORT cannot be used; the message says which of them to change. */
export class ListenError extends Error {
  /** The error code of the system, such as `EADDRINUSE`. */
  readonly code: string
  constructor(message: string, code: string) {
    super(message)
    this.name = 'ListenError'
    this.code = code
  }
}

export interface ListenPlace {
  readonly host: string
  readonly port: number
}

/** The ListenError for a system error; any other error unchanged. */
export function listenError(error: unknown, { host, port }: ListenPlace): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const sentence = sentences[code]
  return sentence === undefined ? error : new ListenError(sentence(host, port), code)
}

const sentences: Readonly<Record<string, (host: string, port: number) => string>> = {
  EADDRINUSE: (host, port) => `Another program listens on ${host}:${port}. Choose another PORT.`,
  EADDRNOTAVAIL: (host) =>
    `HOST ${host} is not an address of this machine. Use one of its addresses, or 0.0.0.0.`,
  EACCES: (_host, port) => `PORT ${port} is reserved for privileged users. Choose 1024 or higher.`,
  ENOTFOUND: unknownHost,
  EAI_AGAIN: unknownHost,
}

function unknownHost(host: string): string {
  return `HOST ${host} does not resolve to an address. Use an IP address of this machine.`
}
