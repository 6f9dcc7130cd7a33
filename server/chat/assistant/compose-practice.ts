/** Composes what sources state of the practice of one clinician or place: training, hospitals and groups, visits by video. */
import { type CareItem, nameOf } from './chat-card.ts'
import type { TopicDraft } from './compose-record.ts'
import type { ComposeOptions } from './draft.ts'
import { listWords } from './value-words.ts'

/** Schools and certifications. */
export function composeTraining(item: CareItem, { phrases: { record } }: ComposeOptions): TopicDraft {
  const known = item.kind === 'provider' ? item.card.education_training : []
  if (known.length === 0) return { lines: [record.noTraining(nameOf(item))], facts: ['training'] }
  const entries = known.map(({ kind, institution, field, year }) => {
    const words = [institution, field, year].filter((value) => value !== null).join(', ')
    return `${record.education[kind]}: ${words}`
  })
  return { lines: [record.training(nameOf(item), entries.join('; '))], facts: ['training'] }
}

/** The hospitals and groups of a clinician, or the organization above a place. */
export function composeAffiliations(item: CareItem, { context, phrases }: ComposeOptions): TopicDraft {
  const name = nameOf(item)
  const above = item.kind === 'location' ? item.card.parent_organization : null
  const names =
    item.kind === 'provider' ? item.card.affiliations.map((each) => each.name) : above === null ? [] : [above]
  const line =
    names.length === 0
      ? phrases.record.noAffiliations(name)
      : phrases.record.affiliations(name, listWords([...new Set(names)], context.language))
  return { lines: [line], facts: ['affiliations'] }
}

/** Whether the clinician offers visits by video or telephone. */
export function composeTelehealth(item: CareItem, { phrases: { record } }: ComposeOptions): TopicDraft {
  const value = item.kind === 'provider' ? item.card.telehealth.value : 'unknown'
  return { lines: [record.telehealth[value](nameOf(item))], facts: ['telehealth'] }
}
