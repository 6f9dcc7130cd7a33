/** The version of the product, from the root package.json. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'

const manifest: unknown = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'))

export const { version } = z.object({ version: z.string() }).parse(manifest)
