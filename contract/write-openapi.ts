/** `npm run openapi` writes `openapi.json` to the folder of this file. */
import { readFileSync, writeFileSync } from 'node:fs'
import { buildOpenApiDocument } from './openapi.ts'

const rootPackage = new URL('../package.json', import.meta.url)

/** The committed document has the name Careatlas; a server uses its own PRODUCT_NAME. */
export function renderCommittedOpenApi(): string {
  const { version }: { version: string } = JSON.parse(readFileSync(rootPackage, 'utf8'))
  return `${JSON.stringify(buildOpenApiDocument({ productName: 'Careatlas', version }), null, 2)}\n`
}

if (import.meta.main) writeFileSync(new URL('openapi.json', import.meta.url), renderCommittedOpenApi())
