/** The form in which a user names a plan, and the answers to it. */
import type { Carrier } from '@careatlas/directory/snapshot/format'
import { findPayers, similarPayerNames, sortBySize } from '@careatlas/search/query/find-payers'
import { type CheckedCard, checkPlan } from '../../operations/plan-verdict.ts'
import { errorNote } from '../../web/forms.ts'
import { type Html, html } from '../../web/html.ts'
import type { Language } from '../../web/navigation.ts'
import { messages } from './messages.ts'
import { planVerdictNote } from './plan-verdict-note.ts'
import type { RecordContext } from './record-context.ts'
import { nameTextMax } from './read-query.ts'

/** Names that the browser suggests; all others can be typed. */
const suggestedMax = 150

/** Answers for one text. */
const answersMax = 6

export interface PlanFormOptions {
  readonly language: Language
  readonly carriers: readonly Carrier[]
  /** The name or code that the user sent; null: none. */
  readonly plan: string | null
  /** Whether the text that was sent is not valid. */
  readonly isInvalid: boolean
  /** The path that the form leads to. */
  readonly action: string
  /** Further parameters of the page, which the form keeps. */
  readonly hidden?: readonly (readonly [name: string, value: string])[]
}

/** A text field with the names and plan names of the payers. It needs no scripts. */
export function planForm({
  language,
  carriers,
  plan,
  isInvalid,
  action,
  hidden = [],
}: PlanFormOptions): Html {
  const { planLabel, planHint, planCheck, planProblem } = messages[language]
  return html`<form class="plan-form" method="get" action="${action}">
    ${hidden.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    <label for="plan-name">${planLabel}</label>
    <input
      id="plan-name"
      name="plan"
      list="plan-names"
      maxlength="${nameTextMax}"
      required
      autocomplete="off"
      aria-describedby="plan-hint"
      value="${plan}"
    />
    ${planNames(carriers)}
    <button>${planCheck}</button>
    <p id="plan-hint" class="small muted">${planHint}</p>
    ${errorNote(isInvalid ? planProblem : undefined)}
  </form>`
}

/** The names of the largest payers with their plan names, which the browser suggests. */
export function planNames(carriers: readonly Carrier[]): Html {
  const names = sortBySize(carriers)
    .slice(0, suggestedMax)
    .map(({ name, aliases }) => html`<option value="${name}">${aliases.join(', ')}</option> `)
  return html`<datalist id="plan-names">${names}</datalist>`
}

/** An answer for each payer that the text fits; null without a text. */
export function planAnswers(
  card: CheckedCard,
  { carriers, plan, language, dataAsOf }: Pick<RecordContext, 'carriers' | 'plan' | 'language' | 'dataAsOf'>,
): Html | null {
  if (plan === null) return null
  const { planMore } = messages[language]
  const payers = findPayers(carriers, plan)
  const more = payers.length - answersMax
  const answers = payers
    .slice(0, answersMax)
    .map((payer) => planVerdictNote(checkPlan(card, payer), language, dataAsOf))
  return html`<div class="answers" role="status">
    ${payers.length === 0 ? unknownPlanNote(carriers, plan, language) : answers}
    ${more > 0 ? html`<p class="small muted">${planMore(more)}</p>` : null}
  </div>`
}

/** The answer for a text that no payer fits: the names of payers that resemble it, and no statement about files. */
export function unknownPlanNote(carriers: readonly Carrier[], plan: string, language: Language): Html {
  const { planUnknown, planSimilar } = messages[language]
  const similar = similarPayerNames(carriers, plan)
  return html`<p class="verdict no_file">
    ${planUnknown(plan)} ${similar.length === 0 ? null : planSimilar(similar.join(', '))}
  </p>`
}
