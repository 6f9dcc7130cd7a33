/** Writes `docs/observation.schema.json`, the JSON Schema of a line of an observations file: `node` this file. */
import { writeFileSync } from 'node:fs'
import * as z from 'zod'
import { ObservationLine } from './observations-file.ts'

export const observationSchemaFile = new URL('../../docs/observation.schema.json', import.meta.url)

/** Of what a line may hold as it is written; what a schema cannot say, such as the check digit, stands in its descriptions. */
export function observationSchema(): string {
  return `${JSON.stringify(z.toJSONSchema(ObservationLine, { io: 'input' }), null, 2)}\n`
}

if (import.meta.main) writeFileSync(observationSchemaFile, observationSchema())
