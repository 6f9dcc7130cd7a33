/** What somebody looked for, for the log of an operator who has asked for it with LOG_QUERIES. */
import { operations } from '@careatlas/contract/operations'
import type { FastifyRequest } from 'fastify'

/** No word of a question is as long; keys, tokens and the secrets of cookies are longer. */
const secretLength = 32

const secrets = new RegExp(String.raw`\S{${secretLength},}`, 'g')

/** The parameters of a search that the contract knows, without what looks like a secret; null where nothing is searched. */
export function queryText({ url, routeOptions }: FastifyRequest): Readonly<Record<string, string>> | null {
  const operation = operations.find(({ path }) => path === routeOptions.url)
  if (!operation?.operationId.startsWith('search')) return null
  const sent = [...new URLSearchParams(url.slice(url.indexOf('?')))]
  const known = sent.filter(([name]) => Object.hasOwn(operation.query.shape, name))
  return Object.fromEntries(known.map(([name, value]) => [name, value.replaceAll(secrets, '<secret?>')]))
}
