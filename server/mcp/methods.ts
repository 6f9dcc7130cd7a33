/** The methods of the protocol that the server answers: the schema of their parameters, and their handlers. */
import {
  type JSONRPCRequest,
  ProtocolError,
  ProtocolErrorCode,
  type Result,
} from '@modelcontextprotocol/server'
import * as z from 'zod'
import type { CallTool } from './call-tool.ts'
import type { Exchange } from './exchange.ts'
import { describeTools, type ToolMeta } from './list-tools.ts'

/** Answers a request. Rejects with ProtocolError. */
export type Method = (params: unknown, exchange: Exchange) => Promise<Result>

interface MethodsOptions {
  readonly callTool: CallTool
  readonly toolMeta?: ToolMeta
}

export function createMethods({ callTool, toolMeta }: MethodsOptions): ReadonlyMap<string, Method> {
  const toolList = { tools: describeTools(toolMeta), ttlMs: hourMs, cacheScope: 'public' }
  return new Map([
    ['tools/list', method(NoCursor, () => toolList)],
    [
      'tools/call',
      method(CallParams, ({ name, arguments: values }, exchange) => callTool(name, values, exchange)),
    ],
  ])
}

const hourMs = 3_600_000

/** No list has a second page. */
const NoCursor = z.object({
  cursor: z.undefined('cursor must not be sent: every list has one page').optional(),
})

const CallParams = z.object({
  name: z.string('name must be a string'),
  arguments: z.record(z.string(), z.unknown(), 'arguments must be an object').default({}),
})

function method<Params>(
  schema: z.ZodType<Params>,
  handle: (params: Params, exchange: Exchange) => Result | Promise<Result>,
): Method {
  return async (params, exchange) => {
    const parsed = schema.safeParse(params)
    if (!parsed.success) {
      const [issue] = parsed.error.issues
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `params: ${issue?.message ?? 'invalid'}.`)
    }
    return handle(parsed.data, exchange)
  }
}

/** The parameters of a request; absent parameters are an empty object. */
export function paramsOf({ params }: JSONRPCRequest): unknown {
  return params ?? {}
}
