/** Writes `docs/observation.schema.json`, the JSON Schema of a line of an observations file: `node` this file. */
import { writeFileSync } from 'node:fs'
import * as z from 'zod'
import { ObservationLine } from './observations-file.ts'

export const observationSchemaFile = new URL('../../docs/observation.schema.json', import.meta.url)

/** The schema of a line as written. Descriptions state the rules that a schema cannot express, such as the check digit. */
export function createObservationSchema(): string {
  return `${JSON.stringify(z.toJSONSchema(ObservationLine, { io: 'input' }), null, 2)}\n`
}

if (import.meta.main) writeFileSync(observationSchemaFile, createObservationSchema())
