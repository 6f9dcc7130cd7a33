/** The methods of the protocol that the server answers: the schema of their parameters, and their handlers. */
import {
  LATEST_PROTOCOL_VERSION,
  ProtocolError,
  ProtocolErrorCode,
  type Result,
  type ServerContext,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/server'
import * as z from 'zod'
import { createToolCaller } from './call-tool.ts'
import { readClientContext } from './client-context.ts'
import type { Exchange } from './exchange.ts'
import { describeTools, type ToolMeta } from './list-tools.ts'
import { completeArgument, getPrompt, listPrompts } from './prompts.ts'
import type { ReportFailure } from './report-failure.ts'
import { isTemplate, listResources, listTemplates, readResource } from './resources.ts'

/** Answers a request. Rejects with ProtocolError. */
export type Method = (params: unknown, exchange: Exchange, context: ServerContext) => Promise<Result>

interface MethodsOptions {
  /** The scheme of resource URIs. */
  readonly serviceName: string
  readonly reportFailure: ReportFailure
  /** Whether the location that a host sends is a default. */
  readonly usesHostLocation: boolean
  readonly toolMeta?: ToolMeta
  /** The result of `initialize`, except for the version. */
  readonly introduction: Result
}

/** How long a client may keep a list. */
const cached = { ttlMs: 3_600_000, cacheScope: 'public' } as const

export function createMethods(options: MethodsOptions): ReadonlyMap<string, Method> {
  const { serviceName: scheme, reportFailure } = options
  const method = methodFactory(reportFailure)
  const callTool = createToolCaller(reportFailure)
  const tools = describeTools(options.toolMeta)
  return new Map([
    [
      'initialize',
      method(InitializeParams, ({ protocolVersion }) => ({
        protocolVersion: agreeOnVersion(protocolVersion),
        ...options.introduction,
      })),
    ],
    ['tools/list', method(ListParams, () => ({ tools, ...cached }))],
    [
      'tools/call',
      method(CallParams, ({ name, arguments: values }, exchange, context) =>
        callTool(name, values, exchange, readClientContext(context, options.usesHostLocation)),
      ),
    ],
    [
      'resources/list',
      method(ListParams, (_params, exchange) => ({ resources: listResources(scheme, exchange), ...cached })),
    ],
    [
      'resources/templates/list',
      method(ListParams, () => ({ resourceTemplates: listTemplates(scheme), ...cached })),
    ],
    ['resources/read', method(ReadParams, ({ uri }, exchange) => readResource(scheme, uri, exchange))],
    ['prompts/list', method(ListParams, () => ({ prompts: listPrompts(), ...cached }))],
    ['prompts/get', method(PromptParams, ({ name, arguments: values }) => getPrompt(name, values))],
    [
      'completion/complete',
      method(CompleteParams, ({ ref, argument }, exchange) => {
        if (ref.type === 'ref/prompt')
          return { completion: completeArgument(ref.name, argument.name, argument.value, exchange) }
        if (!isTemplate(scheme, ref.uri))
          throw new ProtocolError(
            ProtocolErrorCode.InvalidParams,
            'ref.uri must be a template of resources/templates/list.',
          )
        // Identifiers are not completed.
        return { completion: { values: [], total: 0, hasMore: false } }
      }),
    ],
  ])
}

/** The requested version if the server speaks it, otherwise the newest with `initialize`. */
function agreeOnVersion(requested: string): string {
  return SUPPORTED_PROTOCOL_VERSIONS.includes(requested) ? requested : LATEST_PROTOCOL_VERSION
}

// Parameters

const textOf = (name: string) => z.string(`${name} must be a string`)

const objectOf = <Value extends z.ZodType>(name: string, value: Value) =>
  z.record(z.string(), value, `${name} must be an object`)

const InitializeParams = z.object({
  protocolVersion: textOf('protocolVersion'),
  capabilities: objectOf('capabilities', z.unknown()),
  clientInfo: z.looseObject(
    { name: textOf('clientInfo.name'), version: textOf('clientInfo.version') },
    'clientInfo must be an object',
  ),
})

const ListParams = z.object({
  cursor: z.undefined('cursor must not be sent, because every list has one page').optional(),
})

const CallParams = z.object({
  name: textOf('name'),
  arguments: objectOf('arguments', z.unknown()).default({}),
})

const ReadParams = z.object({ uri: textOf('uri') })

const PromptParams = z.object({
  name: textOf('name'),
  arguments: objectOf('arguments', textOf('each argument')).default({}),
})

const CompleteParams = z.object({
  ref: z.discriminatedUnion(
    'type',
    [
      z.object({ type: z.literal('ref/prompt'), name: textOf('ref.name') }),
      z.object({ type: z.literal('ref/resource'), uri: textOf('ref.uri') }),
    ],
    'ref must name a prompt or a resource template',
  ),
  argument: z.object(
    { name: textOf('argument.name'), value: textOf('argument.value') },
    'argument must have a name and a value',
  ),
})

type Handle<Params> = (params: Params, exchange: Exchange, context: ServerContext) => Result | Promise<Result>

/** Invalid parameters become an error with one sentence, and errors of the operations keep their four keys as its data. */
function methodFactory(reportFailure: ReportFailure) {
  return <Params>(schema: z.ZodType<Params>, handle: Handle<Params>): Method =>
    async (params, exchange, context) => {
      const parsed = schema.safeParse(params ?? {})
      if (!parsed.success) {
        const message = parsed.error.issues[0]?.message ?? ''
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Invalid parameters: ${message}.`)
      }
      try {
        return await handle(parsed.data, exchange, context)
      } catch (error) {
        if (error instanceof ProtocolError) throw error
        const { error: body } = reportFailure(error, exchange)
        const { InvalidParams, InternalError } = ProtocolErrorCode
        throw new ProtocolError(body.status < 500 ? InvalidParams : InternalError, body.message, body)
      }
    }
}
