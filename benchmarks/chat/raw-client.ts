/** A chat client of the benchmark, with as little of its own as possible. */
import { once } from 'node:events'
import { uuidV7 } from '@careatlas/contract/uuid-v7'
import { type RawData, WebSocket } from 'ws'

export interface Target {
  readonly port: number
  /** Null for the bare server. */
  readonly partner: { readonly publicKey: string; readonly origin: string } | null
}

/** Opens `count` sockets, at most 200 at a time. */
export async function openSockets({ port, partner }: Target, count: number): Promise<readonly WebSocket[]> {
  const query = partner === null ? '' : `?partner=bench&key=${partner.publicKey}&v=1`
  const address = `ws://127.0.0.1:${port}/sdk/ws${query}`
  const open = async () => {
    const options = { perMessageDeflate: false, ...(partner !== null && { origin: partner.origin }) }
    const socket = new WebSocket(address, partner === null ? [] : ['service-chat.v1'], options)
    await once(socket, 'open')
    return socket
  }
  const sockets: WebSocket[] = []
  while (sockets.length < count) {
    const batch = Math.min(200, count - sockets.length)
    sockets.push(...(await Promise.all(Array.from({ length: batch }, open))))
  }
  return sockets
}

export interface Times {
  /** From `message.send` to `message.accepted`, in milliseconds. */
  readonly accepted: number
  /** From `message.send` to the first frame of the answer. */
  readonly started: number
}

/** Sends a message; resolves once its answer is complete, and rejects if the server sends an error. */
export function timeMessage(socket: WebSocket, text: string): Promise<Times> {
  const id = uuidV7()
  const sentAt = performance.now()
  const { promise, resolve, reject } = Promise.withResolvers<Times>()
  let accepted = 0
  let started = 0
  const receive = (data: RawData) => {
    const { type, data: content } = JSON.parse((data as Buffer).toString()) as {
      readonly type: string
      readonly data: { readonly message_id: string; readonly answers?: string }
    }
    if (type === 'error') reject(new Error(`The server sent ${JSON.stringify(content)}`))
    if (type === 'message.accepted' && content.message_id === id) accepted = performance.now() - sentAt
    if (type === 'message.started' && content.answers === id) started = performance.now() - sentAt
    if (type !== 'message.completed' || content.answers !== id) return
    socket.off('message', receive)
    resolve({ accepted, started })
  }
  socket.on('message', receive)
  socket.send(JSON.stringify({ type: 'message.send', id: uuidV7(), data: { message_id: id, text } }))
  return promise
}

/** Sends a text to the bare server; resolves with the milliseconds until its echo. */
export async function timeEcho(socket: WebSocket): Promise<number> {
  const sentAt = performance.now()
  socket.send('x'.repeat(200))
  await once(socket, 'message')
  return performance.now() - sentAt
}
