/** For tests: the tools, resources and prompts that the conformance suite calls by name, beside those of the service. */
import {
  CLIENT_CAPABILITIES_META_KEY,
  createRequestStateCodec,
  inputRequired,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type Result,
  type ServerContext,
} from '@modelcontextprotocol/server'
import * as z from 'zod'
import type { Method } from './methods.ts'

type Answer = (context: ServerContext, values: Readonly<Record<string, string>>) => Result | Promise<Result>
type Answers = Readonly<Record<string, Answer>>

/** The methods of the service, which answer everything except for the names of the suite. */
export function withConformanceFixtures(own: ReadonlyMap<string, Method>): ReadonlyMap<string, Method> {
  const answerBefore = (method: string, find: (params: unknown) => Answer | undefined): [string, Method] => [
    method,
    async (params, exchange, context) => {
      const values = Arguments.parse(params ?? {}).arguments
      return (await find(params)?.(context, values)) ?? own.get(method)!(params, exchange, context)
    },
  ]
  return new Map([
    ...own,
    [
      'tools/list',
      async (...parameters) => {
        const { tools, ...rest } = await own.get('tools/list')!(...parameters)
        return { ...rest, tools: [...(tools as readonly object[]), ...listedTools] }
      },
    ],
    answerBefore('tools/call', (params) => toolAnswers[Named.parse(params).name]),
    answerBefore('prompts/get', (params) => promptAnswers[Named.parse(params).name]),
    answerBefore('resources/read', (params) => resourceAnswer(Located.parse(params).uri)),
    answerBefore('completion/complete', (params) => completionAnswers[Reference.parse(params).ref.name]),
  ])
}

const Named = z.looseObject({ name: z.string().catch('') }).catch({ name: '' })
const Located = z.looseObject({ uri: z.string().catch('') }).catch({ uri: '' })
const Reference = z.object({ ref: Named }).catch({ ref: { name: '' } })
const Arguments = z.object({ arguments: z.record(z.string(), z.string()).catch({}) })

// Contents

const text = (value: string) => ({ type: 'text', text: value })
const complete = (...content: readonly object[]) => ({ content })
const say = (...content: readonly object[]) => ({
  messages: content.map((item) => ({ role: 'user', content: item })),
})

/** One pixel. */
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='
/** A header without samples. */
const wav = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA='
const image = { type: 'image', data: png, mimeType: 'image/png' }
const embedded = (uri: string) => ({
  type: 'resource',
  resource: { uri, mimeType: 'text/plain', text: 'Embedded text.' },
})

// Questions to the client

const states = createRequestStateCodec<string>({ key: 'a key of the conformance fixture, 32 bytes' })

const questions = {
  elicit: inputRequired.elicit({
    message: 'What is your name?',
    requestedSchema: z.object({ name: z.string() }),
  }),
  sample: inputRequired.createMessage({
    messages: [{ role: 'user', content: { type: 'text', text: 'What is the capital of France?' } }],
    maxTokens: 100,
  }),
  listRoots: inputRequired.listRoots(),
}

type InputRequests = NonNullable<Parameters<typeof inputRequired>[0]['inputRequests']>

/** Asks until the client has answered each question, and then answers with `result`. */
function ask(inputRequests: InputRequests, result: Result = complete(text('Answered.'))): Answer {
  return ({ mcpReq }) => {
    const answered = Object.keys(inputRequests).every((key) => mcpReq.inputResponses?.[key] !== undefined)
    return answered ? result : inputRequired({ inputRequests })
  }
}

/** Asks one round for each set of questions; each round has a signed state, and a state that was changed is refused. */
function askInRounds(...rounds: readonly InputRequests[]): Answer {
  return async (context) => {
    const round = await readRound(context)
    const inputRequests = rounds[round]
    if (inputRequests === undefined) return complete(text('state-ok'))
    return inputRequired({ inputRequests, requestState: await states.mint(`${round + 1}`) })
  }
}

async function readRound(context: ServerContext): Promise<number> {
  const state = context.mcpReq.requestState<string>()
  if (state === undefined) return 0
  try {
    return Number(await states.verify(state, context))
  } catch {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'The state was changed.')
  }
}

/** Asks only what the client can answer. */
const askWithinCapabilities: Answer = (context) =>
  inputRequired({
    inputRequests: capabilities(context).elicitation
      ? { elicit: questions.elicit }
      : { sample: questions.sample },
  })

const requireSampling: Answer = (context) => {
  if (!capabilities(context).sampling)
    throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } })
  return complete(text('Done.'))
}

/** The SDK does not compare the questions of a fallback handler with the capabilities of the client. */
function capabilities({ mcpReq }: ServerContext): z.infer<typeof Capabilities> {
  return Envelope.parse(mcpReq.envelope ?? {})[CLIENT_CAPABILITIES_META_KEY]
}

const Capabilities = z.looseObject({ elicitation: z.unknown(), sampling: z.unknown() }).partial()
const Envelope = z.looseObject({ [CLIENT_CAPABILITIES_META_KEY]: Capabilities.default({}) })

/** In 2026-07-28, the SDK sends a stream if there are notifications; in earlier revisions a response is one JSON body. */
const reportProgress: Answer = async ({ mcpReq }) => {
  const progressToken = mcpReq._meta?.progressToken
  if (progressToken !== undefined)
    for (const progress of [0, 50, 100])
      await mcpReq.notify({
        method: 'notifications/progress',
        params: { progressToken, progress, total: 100 },
      })
  return complete(text('Done.'))
}

// The names of the suite

const toolAnswers: Answers = {
  test_simple_text: () => complete(text('Text.')),
  test_image_content: () => complete(image),
  test_audio_content: () => complete({ type: 'audio', data: wav, mimeType: 'audio/wav' }),
  test_embedded_resource: () => complete(embedded('test://embedded-resource')),
  test_multiple_content_types: () => complete(text('Text.'), image, embedded('test://mixed')),
  test_error_handling: () => ({ ...complete(text('This tool always fails.')), isError: true }),
  test_tool_with_progress: reportProgress,
  test_logging_tool: () => complete(text('Done.')),
  json_schema_2020_12_tool: () => complete(text('Done.')),
  test_missing_capability: requireSampling,
  test_streaming_elicitation: ask({ name: questions.elicit }),
  test_input_required_result_elicitation: ask({ user_name: questions.elicit }),
  test_input_required_result_sampling: ask({ capital_question: questions.sample }),
  test_input_required_result_list_roots: ask({ client_roots: questions.listRoots }),
  test_input_required_result_capabilities: askWithinCapabilities,
  test_input_required_result_request_state: askInRounds({ confirm: questions.elicit }),
  test_input_required_result_tampered_state: askInRounds({ confirm: questions.elicit }),
  test_input_required_result_multiple_inputs: askInRounds({
    user_name: questions.elicit,
    greeting: questions.sample,
    client_roots: questions.listRoots,
  }),
  test_input_required_result_multi_round: askInRounds(
    { step1: questions.elicit },
    { step2: questions.elicit },
  ),
}

const promptAnswers: Answers = {
  test_simple_prompt: () => say(text('Text.')),
  test_prompt_with_arguments: (_context, { arg1, arg2 }) => say(text(`${arg1}, ${arg2}`)),
  test_prompt_with_embedded_resource: (_context, { resourceUri = '' }) => say(embedded(resourceUri)),
  test_prompt_with_image: () => say(image),
  test_input_required_result_prompt: ask({ user_context: questions.elicit }, say(text('Answered.'))),
}

const completionAnswers: Answers = {
  test_prompt_with_arguments: () => ({ completion: { values: [], total: 0, hasMore: false } }),
}

function resourceAnswer(uri: string): Answer | undefined {
  const answer = (content: object) => () => ({ contents: [{ uri, ...content }], ...uncached })
  if (uri === 'test://static-text') return answer({ mimeType: 'text/plain', text: 'Text.' })
  if (uri === 'test://static-binary') return answer({ mimeType: 'image/png', blob: png })
  const id = /^test:\/\/template\/(\w+)\/data$/.exec(uri)?.[1]
  return id === undefined ? undefined : answer({ mimeType: 'application/json', text: JSON.stringify({ id }) })
}

const uncached = { ttlMs: 0, cacheScope: 'private' }

/** Keywords of JSON Schema 2020-12 that a list must keep. */
const schemaOfKeywords = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: { address: { $anchor: 'addressDef', type: 'object', properties: { city: { type: 'string' } } } },
  properties: {
    address: { $ref: '#/$defs/address' },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { required: ['phone'] },
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  then: { required: ['address'] },
  else: { required: ['email'] },
  additionalProperties: false,
}

const listedTools = Object.keys(toolAnswers).map((name) => ({
  name,
  description: 'A tool of the conformance suite.',
  inputSchema: name === 'json_schema_2020_12_tool' ? schemaOfKeywords : { type: 'object' },
}))
