/** Files at `/.well-known/` that prove to directories of MCP servers that the operator controls the domain. */
import { ApiError } from '@careatlas/contract/errors'
import type { FastifyInstance } from 'fastify'

export interface DomainProofs {
  /** The token of `/.well-known/openai-apps-challenge`. */
  readonly openAiApps: string | null
  /** The record of `/.well-known/mcp-registry-auth`, with the public key of the publisher. */
  readonly mcpRegistry: string | null
}

const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }

/** Registers one route for each proof; it returns 404 until its setting has a value. */
export function registerDomainProofs(app: FastifyInstance, { openAiApps, mcpRegistry }: DomainProofs): void {
  const proofs = {
    'openai-apps-challenge': { value: openAiApps, setting: 'OPENAI_APPS_CHALLENGE' },
    'mcp-registry-auth': { value: mcpRegistry, setting: 'MCP_REGISTRY_AUTH' },
  }
  for (const [name, { value, setting }] of Object.entries(proofs))
    app.get(`/.well-known/${name}`, (_request, reply) => {
      if (value === null) throw new ApiError('not_found', `The operator has not set ${setting}.`)
      return reply.headers(headers).send(value)
    })
}
