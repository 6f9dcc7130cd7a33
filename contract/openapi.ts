/** The OpenAPI 3.1 document, built from the table of operations. */
import * as z from 'zod'
import {
  createDocument,
  type CreateDocumentOptions,
  type ZodOpenApiOperationObject,
  type ZodOpenApiResponseObject,
  type ZodOpenApiResponsesObject,
} from 'zod-openapi'
import { ErrorEnvelope } from './envelopes.ts'
import { errors, type ErrorCode } from './errors.ts'
import { exampleResponses, getFirstExample } from './example-responses.ts'
import { operations, type Operation } from './operations.ts'
import { queries } from './parameters.ts'

/** The values that depend on the installation. */
export interface ServiceDescription {
  readonly productName: string
  readonly version: string
  /** The base URL of `/v1` without a trailing slash; empty: the host that serves the document. */
  readonly serverUrl?: string
}

/** Codes that every operation declares, although a public operation never returns those with status 401. */
const commonErrors: readonly ErrorCode[] = [
  'invalid_parameter',
  'unknown_parameter',
  'bad_request',
  'missing_credentials',
  'invalid_credentials',
  'not_found',
  'not_acceptable',
  'uri_too_long',
  'rate_limited',
  'quota_exceeded',
  'headers_too_large',
  'internal_error',
  'unavailable',
]

/** Builds the document of one installation, with its name and URL and with the examples of the fictional region. */
export function buildOpenApiDocument({ productName, version, serverUrl = '' }: ServiceDescription) {
  return createDocument(
    {
      openapi: '3.1.1',
      info: {
        title: `${productName} provider directory`,
        version,
        description:
          'A searchable directory of clinicians and places of care. Each record is a self-contained card. A parameter without a value (`zip=`) is rejected; leave it out instead.',
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: serverUrl === '' ? '/' : serverUrl }],
      tags: [
        { name: 'Providers', description: 'Clinicians.' },
        { name: 'Locations', description: 'Places of care.' },
        { name: 'Suggestions', description: 'Completions for a search box.' },
        { name: 'Coverage', description: 'What the directory covers.' },
        { name: 'Service', description: 'The status of the service.' },
      ],
      paths: Object.fromEntries(
        operations.map((operation) => [operation.path, { get: describeOperation(operation) }]),
      ),
      components: {
        securitySchemes: {
          key: {
            type: 'http',
            scheme: 'bearer',
            description: 'An API key: `Authorization: Bearer <API_KEY>`.',
          },
          token: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'JWT',
            description:
              'An OAuth access token (RFC 9068) with the scope `directory:read`: `Authorization: Bearer <ACCESS_TOKEN>`. ' +
              'For the authorization server, see `/.well-known/oauth-protected-resource`.',
          },
        },
      },
    },
    { override: (context) => simplify(context) },
  )
}

/** Response headers by name; `buildHeaders` selects the headers of a response. */
const responseHeaders = {
  ETag: header(
    'ETag',
    'A weak validator, the same for every Content-Encoding. Send it in If-None-Match to revalidate a response.',
  ),
  RateLimit: header(
    'RateLimit',
    'If rate limits are enabled: the remaining quota of each policy, and the seconds until it is full again.',
  ),
  'RateLimit-Policy': header(
    'RateLimitPolicy',
    'If rate limits are enabled: the policies that apply, as requests per time window in seconds.',
  ),
  Location: requiredHeader('Location', 'The path of the resource on the same host.'),
  'Retry-After': requiredHeader('RetryAfter', 'Seconds to wait before a retry.'),
  'WWW-Authenticate': requiredHeader('WWWAuthenticate', 'How to authenticate.'),
  'X-Request-Id': requiredHeader(
    'XRequestId',
    'Identifies this request in the logs: the X-Request-Id of the request if it has 8 to 64 letters, digits, hyphens or underscores, otherwise a new UUID.',
  ),
}

function header(id: string, description: string) {
  return z.string().optional().meta({ description, header: { id } })
}

/** A header that is in every response that declares it. */
function requiredHeader(id: string, description: string) {
  return z.string().meta({ description, header: { id } })
}

function describeOperation(operation: Operation): ZodOpenApiOperationObject {
  const { operationId, tag, summary, description, access, pathParameters, examples } = operation
  return {
    operationId,
    tags: [tag],
    summary,
    description,
    security: access === 'key' ? [{ key: [] }, { token: ['directory:read'] }] : [],
    requestParams: {
      path: addExamples(pathParameters, examples, 'path'),
      query: addExamples(queries[operationId], examples, 'query'),
      ...(operation.cacheable && { header: conditionalHeaders }),
    },
    responses: buildResponses(operation),
  }
}

const conditionalHeaders = z.object({
  'If-None-Match': z.string().optional().meta({
    description:
      'The ETag of an earlier response. If it is still current, the response is 304 without a body.',
  }),
})

/** Adds to each parameter its values in the examples of the operation. */
function addExamples(
  parameters: z.ZodObject,
  examples: Operation['examples'],
  part: 'path' | 'query',
): z.ZodObject {
  const shape = Object.entries(parameters.shape).map(([name, schema]) => {
    const withValue = Object.entries(examples).filter(([, example]) => example[part]?.[name] !== undefined)
    if (withValue.length === 0) return [name, schema]
    const values = withValue.map(([id, example]) => [
      id,
      { summary: example.summary, value: example[part]![name] },
    ])
    const param = { ...z.globalRegistry.get(schema)?.param, examples: Object.fromEntries(values) }
    return [name, schema.meta({ param })]
  })
  return z.object(Object.fromEntries(shape))
}

function buildResponses(operation: Operation): ZodOpenApiResponsesObject {
  const accessErrors: readonly ErrorCode[] = operation.access === 'key' ? ['insufficient_scope'] : []
  const byStatus = Map.groupBy(
    [...commonErrors, ...accessErrors, ...operation.errors],
    (code) => errors[code].status,
  )
  const errorResponses = [...byStatus].map(([status, codes]) => [
    status,
    buildErrorResponse(codes, status, status === 401 && operation.access === 'public' ? publicNote : ''),
  ])
  return {
    '200': {
      description: operation.summary,
      headers: buildHeaders(200, operation),
      content: { 'application/json': { schema: operation.response, examples: buildExample(operation) } },
    },
    ...(operation.redirect !== undefined && {
      '301': { description: operation.redirect, headers: buildHeaders(301, operation) },
    }),
    ...(operation.cacheable && {
      '304': { description: 'Not modified.', headers: buildHeaders(304, operation) },
    }),
    ...Object.fromEntries(errorResponses),
    default: buildErrorResponse([], 0),
  }
}

function buildExample(operation: Operation) {
  const [id, { summary }] = getFirstExample(operation)
  return { [id]: { summary, value: exampleResponses[operation.operationId] } }
}

/** Every operation declares 401, so that generated clients handle all operations in the same way. */
const publicNote = 'This operation never returns it: it needs no key and ignores Authorization. '

function buildErrorResponse(
  codes: readonly ErrorCode[],
  status: number,
  note = '',
): ZodOpenApiResponseObject {
  const titles = codes.map((code) => `\`${code}\`: ${errors[code].title}.`)
  return {
    description: titles.length > 0 ? note + titles.join(' ') : 'Any other error, with the same body.',
    headers: buildHeaders(status),
    content: {
      'application/json': {
        schema: ErrorEnvelope,
        ...(codes.length > 0 && {
          examples: Object.fromEntries(codes.map((code) => [code, buildErrorExample(code)])),
        }),
      },
    },
  }
}

function buildErrorExample(code: ErrorCode): { readonly summary: string; readonly value: ErrorEnvelope } {
  const { status, title } = errors[code]
  return {
    summary: title,
    value: { error: { code, message: `${title}.`, status, docs: `/docs/errors/${code}` } },
  }
}

function buildHeaders(status: number, operation?: Operation) {
  const names: (keyof typeof responseHeaders)[] = ['X-Request-Id']
  if (status === 301) names.push('Location')
  else if (operation?.cacheable) names.push('ETag')
  if (operation?.access === 'key' || status === 429) names.push('RateLimit', 'RateLimit-Policy')
  if (status === 429 || status === 503) names.push('Retry-After')
  if (status === 401 || status === 403) names.push('WWW-Authenticate')
  return z.object(Object.fromEntries(names.map((name) => [name, responseHeaders[name]])))
}

/** v1 may add fields to any response, so objects stay open. Bounds that only mean "a safe integer" are removed. */
const simplify: NonNullable<CreateDocumentOptions['override']> = ({ jsonSchema, io }) => {
  if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
}
