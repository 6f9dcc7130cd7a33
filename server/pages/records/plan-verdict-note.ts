/** The verdict of a plan as a paragraph, with a date. */
import type { PlanVerdict } from '../../operations/plan-verdict.ts'
import { type Html, html } from '../../web/html.ts'
import type { Language } from '../../web/navigation.ts'
import { dateWords, sourceWords } from './date-words.ts'
import { messages } from './messages.ts'

/** @param dataAsOf the date of the data, which is that of the answer if no file of the payer is held */
export function planVerdictNote(verdict: PlanVerdict, language: Language, dataAsOf: string | null): Html {
  const advice = messages[language].planAdvice[verdict.kind]
  return html`<p class="verdict ${verdict.kind}">
    ${describe(verdict, language, dataAsOf)} <span>${advice}</span>
  </p>`
}

function describe(verdict: PlanVerdict, language: Language, dataAsOf: string | null): Html {
  const words = messages[language]
  const { payer } = verdict
  switch (verdict.kind) {
    case 'listed': {
      const source = sourceWords(verdict.source, language)
      if (verdict.asOf === null) return words.planListedUndated(payer, source)
      return words.planListed(payer, dateWords(verdict.asOf, language), source)
    }
    case 'not_found':
      if (verdict.asOf === null) return words.planNotFoundUndated(payer)
      return words.planNotFound(payer, dateWords(verdict.asOf, language))
    case 'no_file':
      return words.planNoFile(payer, dataAsOf === null ? null : dateWords(dataAsOf, language))
    case 'shortened':
      return words.planShortened(payer)
  }
}
