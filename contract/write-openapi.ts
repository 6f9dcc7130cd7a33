/** Writes `openapi.json` beside this file: `npm run openapi`. */
import { readFileSync, writeFileSync } from 'node:fs'
import { openApiDocument } from './openapi.ts'

const rootPackage = new URL('../package.json', import.meta.url)

/** The committed document carries the working name; a running service describes itself under its own. */
export function committedOpenApi(): string {
  const { version }: { version: string } = JSON.parse(readFileSync(rootPackage, 'utf8'))
  return `${JSON.stringify(openApiDocument({ productName: 'Careatlas', version }), null, 2)}\n`
}

if (import.meta.main) writeFileSync(new URL('openapi.json', import.meta.url), committedOpenApi())
