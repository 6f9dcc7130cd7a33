/** `npm run docs` writes the list of errors in `docs/semantics.md`: every code of the table by its HTTP status. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { errorCodes, errors } from '@careatlas/contract/errors'

/** Returns the document with its list of errors written again; the other text stays. */
export function writeErrorList(document: string): string {
  return document.replace(errorList, formatErrorList)
}

const errorList = /(?:^- \d{3}: .*\n)+/m

function formatErrorList(): string {
  const byStatus = Object.entries(Object.groupBy(errorCodes, (code) => errors[code].status))
  const lines = byStatus.map(
    ([status, codes]) => `- ${status}: ${codes.map((code) => `\`${code}\``).join(', ')}\n`,
  )
  return lines.join('')
}

if (import.meta.main) {
  const path = join(import.meta.dirname, '../docs/semantics.md')
  writeFileSync(path, writeErrorList(readFileSync(path, 'utf8')))
}
