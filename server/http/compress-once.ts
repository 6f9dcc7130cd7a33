/** Compresses the texts of documents once for each encoding, because any client may request them again and again. */
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { brotliOptions, compressFromBytes, encodings } from './compression.ts'

const compressors = {
  br: (text: string) => promisify(brotliCompress)(text, brotliOptions),
  gzip: (text: string) => promisify(gzip)(text),
} as const satisfies Record<(typeof encodings)[number], (text: string) => Promise<Buffer>>

interface Compressed {
  readonly text: string
  readonly bytes: Partial<Record<keyof typeof compressors, Promise<Buffer>>>
}

/**
 * Holds the compressed texts of the routes of `app`, one text for each route and its parameters: as many as the app has documents.
 * A text that differs from the one before it replaces it.
 */
export function compressOnce(app: FastifyInstance): void {
  const held = new Map<string, Compressed>()
  app.addHook('onSend', async (request, reply, payload) => {
    if (reply.statusCode !== 200 || typeof payload !== 'string') return payload
    const encoding = chooseEncoding(request)
    if (encoding === null || Buffer.byteLength(payload) < compressFromBytes) return payload
    const key = `${request.routeOptions.url} ${JSON.stringify(request.params)}`
    let compressed = held.get(key)
    if (compressed?.text !== payload) held.set(key, (compressed = { text: payload, bytes: {} }))
    const bytes = await (compressed.bytes[encoding] ??= compressors[encoding](payload))
    void reply.headers({ 'content-encoding': encoding, 'content-length': bytes.length })
    return bytes
  })
}

/** Null for no compression. Equals the choice of `@fastify/compress`, which would otherwise compress the text for each request. */
function chooseEncoding({ headers }: FastifyRequest): keyof typeof compressors | null {
  const header = headers['accept-encoding']
  if (typeof header !== 'string' || headers['x-no-compression'] !== undefined) return null
  const chosen = negotiate(header.toLowerCase().replaceAll(/\*|x-gzip/g, 'gzip'), [...encodings])
  return encodings.find((encoding) => encoding === chosen) ?? null
}
