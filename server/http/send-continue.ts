/** Requests the body that a client holds back with `Expect: 100-continue` (RFC 9110, section 10.1.1). */
import type { FastifyRequest, preParsingHookHandler } from 'fastify'
import { parsesAnyMediaType } from './any-media-type.ts'

/**
 * Runs before the body is read, so a request that is rejected by its head does not send its body. Credentials and forms are
 * checked later, after the body is parsed, so their rejections follow a 100.
 */
export const sendContinue: preParsingHookHandler = (request, reply, _payload, done) => {
  const { headers, httpVersion } = request.raw
  // Any other value of Expect is rejected earlier; an HTTP/1.0 client does not understand the response.
  if (headers.expect !== undefined && httpVersion === '1.1' && canParse(request)) reply.raw.writeContinue()
  done()
}

/** Whether the framework will parse the body; otherwise it responds with 415. */
function canParse({ server, mediaType = '' }: FastifyRequest): boolean {
  return server.hasContentTypeParser(mediaType) || parsesAnyMediaType(server)
}
