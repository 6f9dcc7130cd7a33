/** The parts of the OpenAPI document from which requests are generated. */
import * as z from 'zod'

const Schema = z.looseObject({
  type: z.string().optional(),
  enum: z.array(z.string()).optional(),
  pattern: z.string().optional(),
  minLength: z.int().optional(),
  maxLength: z.int().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
})
const Parameter = z.looseObject({
  name: z.string(),
  in: z.enum(['query', 'path', 'header']),
  schema: Schema,
  examples: z.record(z.string(), z.looseObject({ value: z.unknown() })).default({}),
})
const Header = z.looseObject({ $ref: z.string().optional(), required: z.boolean().default(false) })
const Media = z.looseObject({
  schema: z.looseObject({}),
  examples: z.record(z.string(), z.unknown()).default({}),
})
const Response = z.looseObject({
  headers: z.record(z.string(), Header).default({}),
  content: z.record(z.string(), Media).default({}),
})
const Operation = z.looseObject({
  operationId: z.string(),
  security: z.array(z.record(z.string(), z.unknown())),
  parameters: z.array(Parameter).default([]),
  responses: z.record(z.string(), Response),
})
export const OpenApi = z.looseObject({
  paths: z.record(z.string(), z.looseObject({ get: Operation })),
  components: z.looseObject({ headers: z.record(z.string(), Header).default({}) }),
})

export type OpenApi = z.infer<typeof OpenApi>
export type Parameter = z.infer<typeof Parameter>
export type DocumentedResponse = z.infer<typeof Response>

/** A GET operation with its path; path parameters are written `{name}`. */
export type Operation = z.infer<typeof Operation> & { readonly path: string }

export function listOperations({ paths }: OpenApi): readonly Operation[] {
  return Object.entries(paths).map(([path, { get }]) => ({ ...get, path }))
}

/** Returns the operation of a request target, if the document has one. */
export function findOperation(operations: readonly Operation[], target: string): Operation | undefined {
  const [path = ''] = target.split('?')
  return operations.find((operation) => pathPattern(operation).test(path))
}

/** Returns the query parameter names of each example, or one empty set if there is no example. */
export function exampleParameterSets({ parameters }: Operation): readonly (readonly string[])[] {
  const inQuery = parameters.filter((parameter) => parameter.in === 'query')
  const ids = new Set(inQuery.flatMap(({ examples }) => Object.keys(examples)))
  const sets = [...ids].map((id) => inQuery.filter(({ examples }) => id in examples).map(({ name }) => name))
  return sets.length > 0 ? sets : [[]]
}

function pathPattern({ path }: Operation): RegExp {
  return new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
}
