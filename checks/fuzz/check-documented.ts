/** Checks a response against the document: status, headers, content type and every field of the body. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { DocumentedResponse, OpenApi, Operation } from './document.ts'
import type { FuzzRequest, FuzzResponse } from './send.ts'

/** Returns the difference from the document; null if there is none. */
export type Check = (operation: Operation, request: FuzzRequest, actual: FuzzResponse) => string | null

export function createDocumentCheck(document: OpenApi): Check {
  const getValidator = createValidators(document)

  function checkBody(pointer: string, { body }: FuzzResponse): string | null {
    const value = parseJson(body)
    if (value === undefined) return `the body is not JSON: ${body.slice(0, 80)}`
    const validate = getValidator(pointer)
    if (validate(value)) return null
    const [error] = validate.errors ?? []
    return `the body breaks the schema: ${error?.instancePath} ${error?.message} ${JSON.stringify(error?.params)}`
  }

  return (operation, request, actual) => {
    const { status, headers } = actual
    const { responses, path } = operation
    const isRead = ['GET', 'HEAD'].includes(request.method)
    if (request.method === 'OPTIONS' && status === 204) return headers.allow ? null : '204 without Allow'
    // `default` is only for requests that are not an operation; operations declare every status.
    const name = isRead || String(status) in responses ? String(status) : 'default'
    const response = responses[name]
    if (response === undefined || (!isRead && status < 400)) return `status ${status} is not declared`
    const missingHeader = findMissingHeader(document, response, actual)
    if (missingHeader !== null) return `${status} without the header ${missingHeader}`
    if (status === 405 && !headers.allow) return '405 without Allow'
    const [type] = Object.keys(response.content)
    if (type === undefined || request.method === 'HEAD')
      return actual.body === '' ? null : `${status} with a body of ${actual.body.length} characters`
    if (headers['content-type']?.split(';')[0] !== type)
      return `content type ${headers['content-type']} is not declared for ${status}`
    const pointer = `/paths/${escapeToken(path)}/get/responses/${name}/content/${escapeToken(type)}/schema`
    return checkBody(pointer, actual) ?? (status >= 400 ? checkError(response, actual, name) : null)
  }
}

/** An error repeats its status, and its code is in the examples of this status. */
function checkError(
  { content }: DocumentedResponse,
  { status, body }: FuzzResponse,
  name: string,
): string | null {
  const { error } = JSON.parse(body) as { error: { code: string; status: number } }
  if (error.status !== status) return `status ${status} with a body of status ${error.status}`
  const codes = Object.values(content).flatMap(({ examples }) => Object.keys(examples))
  return name === 'default' || codes.includes(error.code)
    ? null
    : `code ${error.code} is not declared for ${status}`
}

function findMissingHeader(
  { components }: OpenApi,
  { headers }: DocumentedResponse,
  actual: FuzzResponse,
): string | undefined | null {
  const required = Object.entries(headers).filter(([, { $ref, required: isRequired }]) => {
    const shared = components.headers[$ref?.split('/').at(-1) ?? '']
    return shared?.required ?? isRequired
  })
  return required.find(([name]) => actual.headers[name.toLowerCase()] === undefined)?.[0] ?? null
}

/** The document allows unknown fields, for later versions, but this version must not send fields that it does not describe. */
function createValidators(document: OpenApi): (pointer: string) => ValidateFunction {
  const ajv = new Ajv2020({ strict: false, allErrors: false })
  addFormats.default(ajv)
  ajv.addSchema({ ...(closeObjects(document) as object), $id: 'openapi' })
  const compiled = new Map<string, ValidateFunction>()
  return (pointer) => {
    const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `openapi#${pointer}` })
    compiled.set(pointer, validate)
    return validate
  }
}

function closeObjects(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closeObjects)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(
    ([key, inner]: [string, unknown]) => [key, closeObjects(inner)] as const,
  )
  const isObject = 'type' in value && value.type === 'object' && 'properties' in value
  return { ...Object.fromEntries(entries), ...(isObject && { additionalProperties: false }) }
}

/** Escapes a token of a JSON pointer in a URI fragment (RFC 6901, section 6). */
function escapeToken(part: string): string {
  return encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))
}

/** Undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
