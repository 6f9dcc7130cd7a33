/** Requests the body that a client holds back with `Expect: 100-continue` (RFC 9110, section 10.1.1). */
import type { preParsingHookHandler } from 'fastify'

/** Runs before the body is read, so a request that is rejected by its head does not send its body. */
export const sendContinue: preParsingHookHandler = ({ raw }, reply, _payload, done) => {
  // Any other value of Expect is rejected earlier; an HTTP/1.0 client does not understand the response.
  if (raw.headers.expect !== undefined && raw.httpVersion === '1.1') reply.raw.writeContinue()
  done()
}
