/** The API reference as Markdown, for language models: `/docs.md`. */
import { describeRules, typeAsText } from './describe-type.ts'
import { exampleUrl } from './example-request.ts'
import {
  type ApiReference,
  type Parameter,
  type ReferenceOperation,
  type Schema,
  schemaName,
} from './open-api.ts'

/** Renders the operations and the schemas. */
export function referenceAsMarkdown({ info, operations, schemas }: ApiReference, url: string): string {
  return [
    `# API reference`,
    info.description,
    `Base URL: ${url}. Version: ${info.version}. OpenAPI: ${url}/openapi.json. Errors: ${url}/docs/errors.md.`,
    ...operations.map((operation) => operationAsMarkdown(operation, url)),
    '## Schemas',
    ...Object.entries(schemas).map(([name, schema]) => schemaAsMarkdown(name, schema)),
    '',
  ].join('\n\n')
}

function operationAsMarkdown(operation: ReferenceOperation, url: string): string {
  const { summary, path, description, parameters, responses, security } = operation
  const media = responses['200']?.content?.['application/json']
  const codes = Object.entries(responses)
    .filter(([status]) => Number(status) >= 400)
    .flatMap(([, { content }]) => Object.keys(content?.['application/json'].examples ?? {}))
  return [
    `## ${summary}`,
    `\`GET ${path}\`, ${security.length > 0 ? 'needs a key or token' : 'public'}`,
    description,
    ...(parameters.length === 0 ? [] : [parameters.map(parameterItem).join('\n')]),
    `Returns ${media === undefined ? 'nothing' : (schemaName(media.schema) ?? 'JSON')}. Errors: ${codes.join(', ')}.`,
    `Example: \`${url}${exampleUrl(operation)}\``,
  ].join('\n\n')
}

function parameterItem({ name, schema, required, description, in: position }: Parameter): string {
  return fieldItem(name, schema, [position, ...(required ? ['required'] : [])], description)
}

function schemaAsMarkdown(name: string, { properties = {} }: Schema): string {
  const items = Object.entries(properties).map(([property, schema]) =>
    fieldItem(property, schema, [], schema.description ?? ''),
  )
  return `### ${name}\n\n${items.join('\n')}`
}

function fieldItem(name: string, schema: Schema, notes: readonly string[], description: string): string {
  const facts = [typeAsText(schema), ...notes, ...describeRules(schema)].join('; ')
  return `- \`${name}\` (${facts})${description === '' ? '' : `: ${description}`}`
}
