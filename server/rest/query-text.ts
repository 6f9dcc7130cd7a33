/** The logged part of a search, if LOG_QUERIES is on. */
import { operations } from '@careatlas/contract/operations'
import { queries } from '@careatlas/contract/parameters'
import type { FastifyRequest } from 'fastify'

/** Keys, tokens and cookie secrets are longer; words of a query are shorter. */
const secretLength = 32

const secrets = new RegExp(String.raw`\S{${secretLength},}`, 'g')

/** The known parameters of a search, without secrets; null for other operations. */
export function queryText({ url, routeOptions }: FastifyRequest): Readonly<Record<string, string>> | null {
  const operation = operations.find(({ path }) => path === routeOptions.url)
  if (!operation?.operationId.startsWith('search')) return null
  const sent = [...new URLSearchParams(url.slice(url.indexOf('?')))]
  const known = sent.filter(([name]) => Object.hasOwn(queries[operation.operationId].shape, name))
  return Object.fromEntries(known.map(([name, value]) => [name, value.replaceAll(secrets, '<secret?>')]))
}
