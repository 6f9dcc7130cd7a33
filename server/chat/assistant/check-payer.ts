/** Whether the payer that the user named lists a clinician. */
import type { Carrier } from '@careatlas/directory/snapshot/format'
import { type CheckedCard, checkPlan, type PlanVerdict } from '../../operations/plan-verdict.ts'
import type { ConversationContext } from './conversation-context.ts'

/** A payer with several codes lists the clinician if one of them does. */
export function checkPayer(
  card: CheckedCard,
  { codes, name }: NonNullable<ConversationContext['payer']>,
  carriers: readonly Carrier[],
): PlanVerdict {
  const known = codes.flatMap((code) => carriers.find((carrier) => carrier.code === code) ?? [])
  const verdicts = known.map((carrier) => checkPlan(card, carrier))
  return (
    verdicts.find(({ kind }) => kind === 'listed') ??
    verdicts.find(({ kind }) => kind === 'not_found') ??
    verdicts[0] ?? { kind: 'no_file', payer: name }
  )
}
