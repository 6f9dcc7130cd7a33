/** Sends a public text file. */
import type { FastifyReply } from 'fastify'

export type TextType = 'text/plain' | 'text/markdown' | 'application/xml' | 'application/yaml'

/** Browsers and proxies may keep it for five minutes, as other public pages. */
export function sendText(reply: FastifyReply, type: TextType, text: string): FastifyReply {
  const headers = { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'public, max-age=300' }
  return reply.headers(headers).send(text)
}
