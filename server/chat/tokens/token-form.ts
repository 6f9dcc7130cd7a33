/** Parses the form of a token request, so that oidc-provider reads the same values as the checks before it. */
import type { FastifyRequest } from 'fastify'
import { OAuthParameterError } from '../../access/tokens/token-request-error.ts'
import { readRawBody } from '../../access/tokens/provider-bridge.ts'

export type TokenForm = ReadonlyMap<string, string>

const formType = /^application\/x-www-form-urlencoded\s*(?:;|$)/i

/**
 * Throws OAuthParameterError if the body is not a form or a parameter is repeated (RFC 6749, section 3.2). Empty parameters count as
 * absent.
 */
export function parseTokenForm(request: FastifyRequest): TokenForm {
  if (!formType.test(request.headers['content-type'] ?? ''))
    throw new OAuthParameterError('invalid_request', 'The body must be application/x-www-form-urlencoded.')
  const form = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(readRawBody(request))) {
    if (value === '') continue
    if (form.has(name))
      throw new OAuthParameterError('invalid_request', 'A parameter must not be sent more than once.')
    form.set(name, value)
  }
  return form
}

/** The form as text, without the named parameters. */
export function formatTokenForm(form: TokenForm, withoutNames: readonly string[]): string {
  const pairs = [...form].filter(([name]) => !withoutNames.includes(name))
  return new URLSearchParams(pairs).toString()
}
