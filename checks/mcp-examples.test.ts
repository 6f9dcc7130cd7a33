/** The example with the official TypeScript client: the answer, and a status other than 0 for a wrong one. */
import { resolve } from 'node:path'
import { testExample } from './mcp-example.fixture.ts'

testExample([process.execPath, resolve(import.meta.dirname, '../examples/mcp/find-cardiologist.ts')])
