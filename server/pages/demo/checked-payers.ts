/** The payers that each clinician of the list is checked against: "Is this clinician in my plan?" */
import type { ProviderHit } from '@careatlas/contract/cards'
import type { ProviderSearchEcho } from '@careatlas/contract/envelopes'
import type { Carrier } from '@careatlas/directory/snapshot/format'
import { findPayers } from '@careatlas/search/query/find-payers'
import { checkPlan } from '../../operations/plan-verdict.ts'
import { type Html, html } from '../../web/html.ts'
import { messages as recordMessages } from '../records/messages.ts'
import { unknownPlanNote } from '../records/plan-form.ts'
import { planVerdictNote } from '../records/plan-verdict-note.ts'
import type { Envelope, View } from './answer.ts'
import { chosenCarriers } from './demo-request.ts'

/** Answers on each card; a text that fits more payers is answered with "type more". */
const answersMax = 3

/** The payers with these names, codes or plan names: those of the field, then those that filter, then those of the question. */
export function findCheckedPayers(view: View, { parameters }: Envelope): readonly Carrier[] {
  const { carrier_hints: hints = [] } = parameters as Partial<ProviderSearchEcho>
  const codes = [...chosenCarriers(view.request), ...hints]
  const known = codes.flatMap((code) => view.carriers.find((carrier) => carrier.code === code) ?? [])
  const named = findNamedPayers(view)
  return [...new Set([...named, ...known])].slice(0, answersMax)
}

/** The payers that the text of the field fits, the largest first. */
export function findNamedPayers({ plan, carriers }: View): readonly Carrier[] {
  return plan === null ? [] : findPayers(carriers, plan)
}

/** An answer for each payer; without a payer, a link to the field that asks for it. */
export function planAnswer(
  { request, plan, carriers, dataAsOf }: View,
  hit: ProviderHit,
  payers: readonly Carrier[],
): Html {
  const { language } = request
  const { planQuestion } = recordMessages[language]
  if (plan === null && payers.length === 0)
    return html`<p class="plan"><a href="#plan">${planQuestion}</a></p>`
  const notes = payers.map((payer) => planVerdictNote(checkPlan(hit, payer), language, dataAsOf))
  return html`<div class="plan">
    <h4>${planQuestion}</h4>
    ${notes.length > 0 ? notes : unknownPlanNote(carriers, plan ?? '', language)}
  </div>`
}
