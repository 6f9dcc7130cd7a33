/** For tests: a TCP proxy that cuts each connection after a random number of bytes, in the middle of frames. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface CuttingProxyOptions {
  readonly targetPort: number
  /** The most bytes, in both directions together, before a cut. */
  readonly bytesMax: number
  readonly random: () => number
}

export class CuttingProxy implements AsyncDisposable {
  readonly #server
  /** Whether connections are cut; set to false to let clients finish. */
  isCutting = true
  cuts = 0

  static async start(options: CuttingProxyOptions): Promise<CuttingProxy> {
    const proxy = new CuttingProxy(options)
    proxy.#server.listen(0, '127.0.0.1')
    await once(proxy.#server, 'listening')
    return proxy
  }

  private constructor({ targetPort, bytesMax, random }: CuttingProxyOptions) {
    this.#server = createServer((client) => {
      const server = connect(targetPort, '127.0.0.1')
      let bytesLeft = this.isCutting ? Math.ceil(random() * bytesMax) : Infinity
      const destroyBoth = () => {
        client.destroy()
        server.destroy()
      }
      const forward = (from: Socket, to: Socket) => {
        from.on('data', (chunk: Buffer) => {
          if (bytesLeft <= 0) return
          to.write(chunk.subarray(0, Math.min(bytesLeft, chunk.length)), () => {
            if (bytesLeft <= 0) destroyBoth()
          })
          bytesLeft -= chunk.length
          if (bytesLeft <= 0) this.cuts += 1
        })
        from.on('error', destroyBoth)
        from.on('close', destroyBoth)
      }
      forward(client, server)
      forward(server, client)
    })
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.close()
    await once(this.#server, 'close')
  }
}
