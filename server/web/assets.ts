/** The style sheet and the icon of every page; both are part of the page, so that a browser loads nothing else. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** One line for each rule. */
export const style = readFileSync(join(import.meta.dirname, 'style.css'), 'utf8').replaceAll(/\n\s+/g, ' ')

/** For a Content-Security-Policy. */
export const styleHash = createHash('sha256').update(style).digest('base64')

export const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Crect width='16' height='16' rx='4' fill='%230b57d0'/%3E%3Cpath d='M8 3.5v9M3.5 8h9' stroke='%23fff' stroke-width='2.5' stroke-linecap='round'/%3E%3C/svg%3E"
