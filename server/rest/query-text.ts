/** The logged part of a search, if LOG_QUERIES is on. */
import { operations } from '@careatlas/contract/operations'
import { queries } from '@careatlas/contract/parameters'
import type { FastifyRequest } from 'fastify'

/** In characters: keys, tokens and cookie secrets are at least this long; words of a query are shorter. */
const secretLengthMin = 32

const secretPattern = new RegExp(String.raw`\S{${secretLengthMin},}`, 'g')

/** The known parameters of a search, without secrets; null for other operations. */
export function queryText({ url, routeOptions }: FastifyRequest): Readonly<Record<string, string>> | null {
  const operation = operations.find(({ path }) => path === routeOptions.url)
  if (!operation?.operationId.startsWith('search')) return null
  const parameters = [...new URLSearchParams(url.slice(url.indexOf('?')))]
  const known = parameters.filter(([name]) => Object.hasOwn(queries[operation.operationId].shape, name))
  return Object.fromEntries(
    known.map(([name, value]) => [name, value.replaceAll(secretPattern, '<secret?>')]),
  )
}
