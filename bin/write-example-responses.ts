/** `npm run openapi` records the responses of the demo region for the OpenAPI document. */
import { mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getFirstExample } from '@careatlas/contract/example-responses'
import { buildExampleUrl } from '@careatlas/contract/example-url'
import { operations } from '@careatlas/contract/operations'
import { ingest } from '@careatlas/ingest/ingest'
import { silentProgress } from '@careatlas/ingest/progress'
import { readConfig } from '@careatlas/server/config'
import { startServer } from '@careatlas/server/main'
import { createDemoIngest } from './demo-ingest.ts'

using folder = mkdtempDisposableSync(join(tmpdir(), 'example-responses-'))
const dataDir = join(folder.path, 'data')
await ingest(createDemoIngest(folder.path), dataDir, silentProgress)
await using server = await startServer(
  readConfig({ DATA_DIR: dataDir, PORT: '0', AUTH: 'off', RATE_LIMITS: 'off', LOG_LEVEL: 'error' }),
)
const responses: Record<string, unknown> = {}
for (const operation of operations) {
  const [, example] = getFirstExample(operation)
  const response = await fetch(`${server.url}${buildExampleUrl(operation, example)}`)
  responses[operation.operationId] = await response.json()
}
const file = new URL('../contract/example-responses.json', import.meta.url)
writeFileSync(file, `${JSON.stringify(responses, null, 2)}\n`)
