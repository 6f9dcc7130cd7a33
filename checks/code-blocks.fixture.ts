/** For tests: the code blocks of a Markdown document of the repository. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Returns the code of each block in `language`, in their order. */
export function findBlocks(file: string, language: string): readonly string[] {
  const document = readFileSync(join(import.meta.dirname, '..', file), 'utf8')
  return Array.from(document.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm))
    .filter(([, tag]) => tag === language)
    .map(([, , code]) => code!)
}
