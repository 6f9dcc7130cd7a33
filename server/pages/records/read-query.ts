/** The query parameters of the pages of records. Parameters that they do not have are ignored, because links gather them. */
import * as z from 'zod'
import { planTextMax } from './plan-form.ts'

export interface RecordQuery {
  /** What the user calls the plan; null: nothing. */
  readonly plan: string | null
  /** The page of the roster, from 1. */
  readonly page: number
  /** The parameters whose values are not valid; the page is then as without them. */
  readonly invalid: readonly ('plan' | 'page')[]
}

const Plan = z
  .string()
  .transform((text) => text.normalize('NFC').trim())
  .pipe(
    z
      .string()
      .max(planTextMax)
      .regex(/^\P{C}*$/u),
  )

const PageNumber = z
  .string()
  .regex(/^[1-9]\d{0,5}$/)
  .transform(Number)

/** A repeated parameter is not valid. */
export function readRecordQuery(query: Readonly<Record<string, unknown>>): RecordQuery {
  const plan = Plan.safeParse(query['plan'] ?? '')
  const page = PageNumber.safeParse(query['page'] ?? '1')
  return {
    plan: plan.data || null,
    page: page.data ?? 1,
    invalid: [...(plan.success ? [] : ['plan' as const]), ...(page.success ? [] : ['page' as const])],
  }
}
