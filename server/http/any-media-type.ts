/** Routes that read bodies of any media type as text: an authorization server rejects other types in its own form (RFC 6749). */
import type { FastifyInstance } from 'fastify'

const decorator = 'parsesAnyMediaType'

/** Applies to the routes of this instance. */
export function parseAnyMediaType(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  // `hasContentTypeParser` does not find the parser of `*`.
  app.decorate(decorator, true)
}

export function parsesAnyMediaType(app: FastifyInstance): boolean {
  return app.hasDecorator(decorator)
}
