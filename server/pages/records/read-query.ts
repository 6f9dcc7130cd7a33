/** The query parameters of the pages of records. Parameters that they do not have are ignored, because links gather them. */
import * as z from 'zod'

export interface RecordQuery {
  /** What the user calls the plan; null: nothing. */
  readonly plan: string | null
  /** The kind of care that the roster shows; null: all. */
  readonly care: string | null
  /** Words of the names that the roster shows; null: all. */
  readonly name: string | null
  /** The page of the roster, from 1. */
  readonly page: number
  /** The parameters whose values are not valid; the page is then as without them. */
  readonly invalid: readonly (keyof typeof parameters)[]
}

/** The maximum number of characters of a name that a user types. */
export const nameTextMax = 64

/** The names of the NUCC taxonomy are shorter. */
const careTextMax = 200

const Text = (lengthMax: number) =>
  z
    .string()
    .transform((text) => text.normalize('NFC').trim())
    .pipe(
      z
        .string()
        .max(lengthMax)
        .regex(/^\P{C}*$/u),
    )
    .transform((text) => text || null)
    .default(null)

const PageNumber = z
  .string()
  .regex(/^[1-9]\d{0,5}$/)
  .transform(Number)
  .default(1)

const parameters = {
  plan: Text(nameTextMax),
  care: Text(careTextMax),
  name: Text(nameTextMax),
  page: PageNumber,
} as const

/** A repeated parameter is not valid. */
export function readRecordQuery(query: Readonly<Record<string, unknown>>): RecordQuery {
  const [plan, care, name, page] = [
    parameters.plan.safeParse(query['plan']),
    parameters.care.safeParse(query['care']),
    parameters.name.safeParse(query['name']),
    parameters.page.safeParse(query['page']),
  ]
  const invalid = Object.entries({ plan, care, name, page }).filter(([, { success }]) => !success)
  return {
    plan: plan.data ?? null,
    care: care.data ?? null,
    name: name.data ?? null,
    page: page.data ?? 1,
    invalid: invalid.map(([parameter]) => parameter as keyof typeof parameters),
  }
}
