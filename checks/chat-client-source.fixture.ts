/** For tests: the source files of the chat client as modules for browsers. They need no build, so the tests run in a fresh clone. */
import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join, normalize } from 'node:path'

const folder = join(import.meta.dirname, '../chat-client')

/** @param path of a TypeScript file below `chat-client`, with a slash at the start; null for others */
export function readClientModule(path: string): string | null {
  if (!path.endsWith('.ts')) return null
  const file = join(folder, normalize(path))
  const code = stripTypeScriptTypes(readFileSync(file, 'utf8'))
  // The build inserts these too.
  if (file.endsWith('/render-chat.ts')) return `const IS_DEVELOPMENT = false\n${code}`
  if (!file.endsWith('/style-sheet.ts')) return code
  return `const STYLE_SHEET = ${JSON.stringify(readFileSync(file.replace(/ts$/, 'css'), 'utf8'))}\n${code}`
}
