/** The files of the chat client, at addresses that contain their version, and the manifest that lists them. */
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyInstance } from 'fastify'
import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import type { PublicUrl } from '../http/public-url.ts'
import { version } from '../version.ts'
import { sdkPaths } from './sdk-paths.ts'

const types = {
  'chat.mjs': 'text/javascript; charset=utf-8',
  'chat.js': 'text/javascript; charset=utf-8',
  'development/chat.mjs': 'text/javascript; charset=utf-8',
  'development/chat.js': 'text/javascript; charset=utf-8',
  'chat-client.d.ts': 'text/plain; charset=utf-8',
} as const

interface SdkFile {
  readonly name: string
  readonly type: string
  readonly body: Buffer
  /** Subresource Integrity (SRI). */
  readonly integrity: string
  /** Compresses on the first request, with the best quality. */
  readonly compress: () => Promise<Buffer>
}

/** Built by `npm run chat-client`. */
const built = join(import.meta.dirname, '../../chat-client/dist')

const files: readonly SdkFile[] = Object.entries(types).map(([name, type]) => {
  const body = readFileSync(join(built, name))
  return {
    name,
    type,
    body,
    integrity: `sha384-${hash('sha384', body, 'base64')}`,
    compress: createCompressor(body),
  }
})

function createCompressor(body: Buffer): () => Promise<Buffer> {
  let compressed: Promise<Buffer> | null = null
  return () => (compressed ??= promisify(brotliCompress)(body))
}

/** It changes with the content, so that browsers may keep each file forever. */
export const sdkVersion = `${version}-${hash('sha256', files.map(({ integrity }) => integrity).join()).slice(0, 8)}`

const headers = {
  'cache-control': 'public, max-age=31536000, immutable',
  'cross-origin-resource-policy': 'cross-origin',
}

/** Any page may load them. */
export function registerSdkFiles(
  app: FastifyInstance,
  { publicUrl }: { readonly publicUrl: PublicUrl },
): void {
  for (const { name, type, body, compress } of files)
    app.get(filePath(name), async (request, reply) => {
      void reply.headers({ ...headers, 'content-type': type })
      const accepted = request.headers['accept-encoding']?.toString().toLowerCase() ?? ''
      if (negotiate(accepted, ['br']) === null) return reply.send(body)
      return reply.header('content-encoding', 'br').send(await compress())
    })
  app.get(sdkPaths.manifest, async (request, reply) => {
    void reply.header('cache-control', 'public, max-age=300')
    return {
      version: sdkVersion,
      files: await Promise.all(files.map((file) => describe(file, publicUrl(request)))),
    }
  })
}

async function describe({ name, integrity, compress }: SdkFile, url: string) {
  return { name, url: `${url}${filePath(name)}`, integrity, brotli_bytes: (await compress()).length }
}

/** What a page of this service needs to load a file. */
export function findSdkFile(name: keyof typeof types): { readonly path: string; readonly integrity: string } {
  return { path: filePath(name), integrity: files.find((file) => file.name === name)!.integrity }
}

function filePath(name: string): string {
  return `/sdk/v${sdkVersion}/${name}`
}
