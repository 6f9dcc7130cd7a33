/** A minimal HTTP/1.1 client for known responses: it costs a few microseconds a request, so that it does not hide the server. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

const headEnd = Buffer.from('\r\n\r\n')

/** One keep-alive connection with one request at a time. */
export class HttpConnection implements Disposable {
  readonly #socket: Socket
  #received: Buffer = Buffer.alloc(0)
  #settle: PromiseWithResolvers<string> | null = null

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.setNoDelay(true)
    socket.on('data', (data) => this.#read(data))
    socket.on('close', () => this.#settle?.reject(new Error('The server closed the connection')))
  }

  static async open(url: URL): Promise<HttpConnection> {
    const socket = connect(Number(url.port), url.hostname)
    await once(socket, 'connect')
    return new HttpConnection(socket)
  }

  /** Sends the bytes of a request and returns the body of its response, which must be 200 with Content-Length. */
  send(message: Buffer): Promise<string> {
    this.#settle = Promise.withResolvers()
    this.#socket.write(message)
    return this.#settle.promise
  }

  [Symbol.dispose](): void {
    this.#settle = null
    this.#socket.destroy()
  }

  #read(data: Buffer): void {
    this.#received = this.#received.length === 0 ? data : Buffer.concat([this.#received, data])
    const end = this.#received.indexOf(headEnd)
    if (end === -1 || this.#settle === null) return
    const head = this.#received.toString('latin1', 0, end)
    const length = Number(/^content-length: (\d+)/im.exec(head)?.[1])
    const bodyStart = end + headEnd.length
    if (this.#received.length < bodyStart + length) return
    const body = this.#received.toString('utf8', bodyStart, bodyStart + length)
    this.#received = this.#received.subarray(bodyStart + length)
    if (head.startsWith('HTTP/1.1 200 ') && !Number.isNaN(length)) this.#settle.resolve(body)
    else this.#settle.reject(new Error(`Unexpected response: ${head.slice(0, 200)} ${body.slice(0, 200)}`))
  }
}
