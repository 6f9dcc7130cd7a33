/** The parts of the OpenAPI document that the reference shows. */
import type { buildOpenApiDocument } from '@careatlas/contract/openapi'
import * as z from 'zod'

export interface Schema {
  readonly $ref?: string | undefined
  /** Several: the value has one of these types. */
  readonly type?: string | readonly string[] | undefined
  readonly description?: string | undefined
  readonly format?: string | undefined
  readonly pattern?: string | undefined
  readonly enum?: readonly unknown[] | undefined
  readonly const?: unknown
  readonly default?: unknown
  readonly deprecated?: boolean | undefined
  readonly minimum?: number | undefined
  readonly maximum?: number | undefined
  readonly minLength?: number | undefined
  readonly maxLength?: number | undefined
  readonly minItems?: number | undefined
  readonly maxItems?: number | undefined
  readonly required?: readonly string[] | undefined
  readonly items?: Schema | undefined
  readonly anyOf?: readonly Schema[] | undefined
  readonly properties?: Readonly<Record<string, Schema>> | undefined
}

const Schema: z.ZodType<Schema> = z.looseObject({
  $ref: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  description: z.string().optional(),
  required: z.array(z.string()).optional(),
  get items() {
    return Schema.optional()
  },
  get anyOf() {
    return z.array(Schema).optional()
  },
  get properties() {
    return z.record(z.string(), Schema).optional()
  },
})

const Parameter = z.looseObject({
  in: z.enum(['query', 'path', 'header']),
  name: z.string(),
  required: z.boolean().default(false),
  description: z.string().default(''),
  schema: Schema,
  examples: z.record(z.string(), z.looseObject({ value: z.unknown() })).default({}),
})
export type Parameter = z.infer<typeof Parameter>

const Response = z.looseObject({
  description: z.string(),
  content: z
    .object({
      'application/json': z.looseObject({
        schema: Schema,
        examples: z.record(z.string(), z.looseObject({ value: z.unknown() })).default({}),
      }),
    })
    .optional(),
})

const Operation = z.looseObject({
  operationId: z.string(),
  summary: z.string(),
  description: z.string(),
  security: z.array(z.unknown()),
  parameters: z.array(Parameter).default([]),
  responses: z.record(z.string(), Response),
})

const Reference = z.looseObject({
  info: z.looseObject({ title: z.string(), version: z.string(), description: z.string() }),
  paths: z.record(z.string(), z.object({ get: Operation })),
  components: z.looseObject({ schemas: z.record(z.string(), Schema) }),
})

export interface ReferenceOperation extends z.infer<typeof Operation> {
  readonly path: string
}

export interface ApiReference {
  readonly info: z.infer<typeof Reference>['info']
  readonly operations: readonly ReferenceOperation[]
  readonly schemas: Readonly<Record<string, Schema>>
}

/** Throws if the document has a form that the reference cannot show. */
export function readApiReference(document: ReturnType<typeof buildOpenApiDocument>): ApiReference {
  const { info, paths, components } = Reference.parse(document)
  const operations = Object.entries(paths).map(([path, { get }]) => ({ ...get, path }))
  return { info, operations, schemas: components.schemas }
}

/** The name of the schema to which `$ref` points. */
export function schemaName({ $ref }: Pick<Schema, '$ref'>): string | null {
  return $ref === undefined ? null : $ref.replace('#/components/schemas/', '')
}
