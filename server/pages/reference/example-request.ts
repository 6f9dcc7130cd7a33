/** The first example of an operation: its URL and its response. */
import { buildExampleUrl } from '@careatlas/contract/example-url'
import { exampleResponses, getFirstExample } from '@careatlas/contract/example-responses'
import { operations, type Example, type Operation } from '@careatlas/contract/operations'

type Named = { readonly operationId: string }

function findOperation({ operationId }: Named): Operation {
  const operation = operations.find((one) => one.operationId === operationId)
  if (operation === undefined) throw new Error(`The contract has no operation ${operationId}`)
  return operation
}

/** The first example of an operation. */
export function firstExample(named: Named): Example {
  return getFirstExample(findOperation(named))[1]
}

/** The path and query of the first example. */
export function exampleUrl(named: Named): string {
  return buildExampleUrl(findOperation(named), firstExample(named))
}

/** The response of the fictional region to the first example. */
export function exampleResponse(named: Named): unknown {
  return exampleResponses[findOperation(named).operationId]
}
