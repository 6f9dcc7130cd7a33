/** For tests: a server like that of CMS, with configurable faults. */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { zip } from '../read/zip.fixture.ts'
import { waitUntil } from '../wait-until.fixture.ts'

/** Responds to one request with a fault; `file` is the content that a correct server would send. */
export type Fault = (response: ServerResponse, file: Buffer, request: IncomingMessage) => unknown

export interface SiteRequest {
  readonly name: string
  readonly range: string | undefined
}

export class RegistrySite implements AsyncDisposable {
  /** The files by name; the page links to all of them in this order. */
  readonly files = new Map<string, Buffer>()
  /** Replaces the page with the links. */
  page: string | null = null
  /** The faults of the next requests for a name, one for each request. */
  readonly faults = new Map<string, Fault[]>()
  /** All requests so far. */
  readonly requests: SiteRequest[] = []
  readonly #server: Server

  private constructor() {
    this.#server = createServer((request, response) => void this.#handleRequest(request, response))
  }

  static async open(files: Readonly<Record<string, Buffer>> = {}): Promise<RegistrySite> {
    const site = new RegistrySite()
    for (const [name, content] of Object.entries(files)) site.files.set(name, content)
    await once(site.#server.listen(0, '127.0.0.1'), 'listening')
    return site
  }

  get base(): URL {
    return new URL(`http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/nppes/`)
  }

  /** The Range header of each request for a name. */
  listRanges(name: string): readonly (string | undefined)[] {
    return this.requests.filter((request) => request.name === name).map(({ range }) => range)
  }

  #handleRequest(request: IncomingMessage, response: ServerResponse): unknown {
    const name = request.url?.split('/').at(-1) ?? ''
    this.requests.push({ name, range: request.headers.range })
    const file = this.files.get(name)
    const fault = this.faults.get(name)?.shift()
    if (fault) return fault(response, file ?? Buffer.alloc(0), request)
    if (name === 'NPI_Files.html') return response.setHeader('content-type', 'text/html').end(this.#page())
    return file ? sendRange(response, file, request) : response.writeHead(404).end()
  }

  /** CMS uses single quotes and links relative to the page. */
  #page(): string {
    const links = [...this.files.keys()].map((name) => `<li><a id='X.ZIP' href='./${name}'>${name}</a></li>`)
    return this.page ?? `<!DOCTYPE html><html><body><ul>${links.join('\n')}</ul></body></html>`
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => void this.#server.close(resolve))
  }
}

/** Derived from the content, so that another content has another tag. */
export function computeTag(file: Buffer): string {
  return `"${createHash('sha256').update(file).digest('hex').slice(0, 16)}"`
}

/** Sends the whole file, as a server without range support. */
export function sendWholeFile(response: ServerResponse, file: Buffer): void {
  response.writeHead(200, { 'content-length': file.length, etag: computeTag(file) }).end(file)
}

function sendRange(response: ServerResponse, file: Buffer, { headers }: IncomingMessage): unknown {
  const from = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? Number.NaN)
  if (Number.isNaN(from) || headers['if-range'] !== computeTag(file)) return sendWholeFile(response, file)
  if (from >= file.length) return response.writeHead(416, { 'content-range': `bytes */${file.length}` }).end()
  return response
    .writeHead(206, {
      'content-range': `bytes ${from}-${file.length - 1}/${file.length}`,
      'content-length': file.length - from,
      etag: computeTag(file),
    })
    .end(file.subarray(from))
}

/** Announces the whole file, sends `bytes` of it, waits until `hasArrived` is true, and closes the connection. */
export function disconnectAfter(
  bytes: number,
  hasArrived: () => boolean,
  validators?: OutgoingHttpHeaders,
): Fault {
  return async (response, file) => {
    response.writeHead(200, { 'content-length': file.length, ...(validators ?? { etag: computeTag(file) }) })
    response.write(file.subarray(0, bytes))
    await waitUntil(hasArrived)
    response.socket?.end()
  }
}

/** A zip archive with one stored member of `bytes`. */
export function createArchive(name: string, bytes = 200_000): Buffer {
  return zip([{ name, content: Buffer.alloc(bytes, `"${name}","1"\n`), stored: true }])
}
