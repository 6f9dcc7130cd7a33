/** Sends generated requests to a running server, both within and outside of its OpenAPI document, and checks the responses. */
import * as fc from 'fast-check'
import { type Check, createDocumentCheck } from './check-documented.ts'
import { checkUndocumented } from './check-undocumented.ts'
import { documentedRequest } from './documented-requests.ts'
import { OpenApi, findOperation, type Operation, listOperations } from './document.ts'
import { collectKnownValues } from './known-values.ts'
import { undocumentedRequest, openSession } from './undocumented-requests.ts'
import {
  closeConnections,
  concurrency,
  type FuzzRequest,
  type FuzzResponse,
  send,
  type Target,
} from './send.ts'

export interface FuzzOptions {
  readonly requests: number
  readonly seed: number
  /** Called after each batch. */
  readonly onProgress?: (done: number) => void
  /** Replaces the document of the server. */
  readonly document?: unknown
}

export interface Violation {
  readonly problem: string
  /** The seed of the batch with the request. */
  readonly seed: number
  readonly curl: string
}

export interface FuzzReport {
  /** By operation, then by status; requests outside of the document count as `other`. */
  readonly counts: ReadonlyMap<string, ReadonlyMap<number, number>>
  readonly violations: readonly Violation[]
  /** Responses 503 with Retry-After, because the server is overloaded. */
  readonly overloads: number
  readonly slowestMs: number
}

/** Requests per seed. */
export const batchSize = 1000

/** One request in this many is outside of the document. */
const undocumentedRequestInterval = 6

/** Sends the same requests for the same seed and directory. */
export async function fuzz(target: Target, options: FuzzOptions): Promise<FuzzReport> {
  const report = new ReportBuilder()
  const document = OpenApi.parse(options.document ?? (await readDocument(target)))
  const operations = listOperations(document)
  const anyRequest = fc.oneof(...(await createRequestArbitraries(target, operations)), {
    weight: Math.ceil(operations.length / (undocumentedRequestInterval - 1)),
    arbitrary: undocumentedRequest(await openSession(target), target.key),
  })
  const check = createCheck(createDocumentCheck(document))
  for (let done = 0, { seed } = options; done < options.requests; seed += 1) {
    const count = Math.min(batchSize, options.requests - done)
    const requests = fc.sample(anyRequest, { seed, numRuns: batchSize }).slice(0, count)
    await forEachConcurrently(requests, async (request) => {
      const response = await send(target, request).catch((error: unknown) => String(error))
      const operation = findOperation(operations, request.path)
      report.add(operation?.operationId ?? 'other', response, () => {
        const problem = typeof response === 'string' ? response : check(operation, request, response)
        return problem === null ? null : { problem, seed, curl: formatCurl(target, request) }
      })
    })
    done += count
    options.onProgress?.(done)
  }
  closeConnections()
  return report
}

async function readDocument(target: Target): Promise<unknown> {
  const { body } = await send(target, { method: 'GET', path: '/openapi.json', headers: {}, body: null })
  return JSON.parse(body) as unknown
}

async function createRequestArbitraries(target: Target, operations: readonly Operation[]) {
  const known = await collectKnownValues(target, operations)
  return operations.map((operation) => ({
    weight: operation.parameters.some((parameter) => parameter.in === 'query') ? 4 : 1,
    arbitrary: documentedRequest(operation, known, target.key),
  }))
}

function createCheck(check: Check) {
  return (operation: Operation | undefined, request: FuzzRequest, response: FuzzResponse): string | null => {
    if (isOverload(response)) return null
    if (response.status >= 500) return `status ${response.status}: ${response.body.slice(0, 200)}`
    return operation === undefined
      ? checkUndocumented(request, response)
      : check(operation, request, response)
  }
}

function isOverload({ status, headers }: FuzzResponse): boolean {
  return status === 503 && headers['retry-after'] !== undefined
}

class ReportBuilder implements FuzzReport {
  readonly counts = new Map<string, Map<number, number>>()
  readonly violations: Violation[] = []
  overloads = 0
  slowestMs = 0

  /** `response` is the message of the error if the connection failed. */
  add(name: string, response: FuzzResponse | string, findViolation: () => Violation | null): void {
    const status = typeof response === 'string' ? 0 : response.status
    const counts = this.counts.get(name) ?? new Map<number, number>()
    this.counts.set(name, counts.set(status, (counts.get(status) ?? 0) + 1))
    if (typeof response !== 'string') {
      this.slowestMs = Math.max(this.slowestMs, response.durationMs)
      if (isOverload(response)) this.overloads += 1
    }
    const found = findViolation()
    if (found !== null) this.violations.push(found)
  }
}

async function forEachConcurrently<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const left = items.values()
  const worker = async () => {
    for (const item of left) await work(item)
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
}

/** Formats the request as a curl command, without the key and with long values shortened. */
function formatCurl({ url, key }: Target, { method, path, headers, body }: FuzzRequest): string {
  const shown = Object.entries(headers).map(
    ([name, value]) => `-H ${quoteForShell(`${name}: ${value.replaceAll(key, '$KEY')}`)}`,
  )
  const data = body === null ? [] : [`--data-binary ${quoteForShell(body)}`]
  return [
    'curl -g --path-as-is -i',
    method === 'HEAD' ? '--head' : `-X ${method}`,
    ...shown,
    ...data,
    quoteForShell(url + path),
  ].join(' ')
}

function quoteForShell(text: string): string {
  const shown =
    text.length > quotedLengthMax ? `${text.slice(0, quotedLengthMax)}… (${text.length} characters)` : text
  return `'${shown.replaceAll("'", String.raw`'\''`)}'`
}

const quotedLengthMax = 1000
