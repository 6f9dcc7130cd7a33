/** The responses of the demo region to the first example of each operation; `npm run openapi` regenerates them. */
import responses from './example-responses.json' with { type: 'json' }
import type { Example, Operation } from './operations.ts'
import { type OperationId, queries } from './parameters.ts'

export const exampleResponses: Readonly<Record<OperationId, unknown>> = responses

/** The first example, with one result on the page so that the response is short. */
export function getFirstExample({
  operationId,
  examples,
}: Operation): readonly [id: string, example: Example] {
  const [[id, example]] = Object.entries(examples) as [[string, Example]]
  if (!('limit' in queries[operationId].shape)) return [id, example]
  const summary = `${example.summary}, with \`limit=1\``
  return [id, { ...example, summary, query: { ...example.query, limit: 1 } }]
}
