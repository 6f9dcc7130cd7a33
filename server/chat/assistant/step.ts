/** What the assistant can do about a message. */
import type {
  Askable,
  NamedPerson,
  OfficeTime,
  ConversationContext,
  RecordReference,
  Topic,
} from './conversation-context.ts'
import type { Limit } from './limits.ts'

/** Answers that need no data. */
export type Reply =
  | 'greeting'
  | 'thanks'
  | 'approval'
  | 'goodbye'
  | 'help'
  | 'started_over'
  | 'language'
  | 'limits'
  | 'urgent'
  | 'live'
  | 'noted'
  | 'pause'
  | 'any_words'
  | 'why_not'
  | 'cancelled'
  | 'frustrated'
  | 'small_talk'
  | 'kinds'
  | 'ask_hospital_place'
  | 'no_more'
  | 'not_in_list'
  | 'why'
  | 'not_stated'
  | 'remark'
  | 'unclear'
  | 'question_not_understood'
  | 'no_list'
  | 'after_crisis'
  | 'remembered'
  | 'service'
  | 'not_served'
  | 'data_date'
  | 'no_payer'
  | 'same_place'

/** What the user asks about the stored conversation. */
export type DataQuestion = 'delete' | 'export' | 'privacy'

export type Subject =
  | { readonly by: 'reference'; readonly reference: RecordReference }
  | { readonly by: 'npi'; readonly digits: string; readonly isValid: boolean }
  | {
      readonly by: 'person'
      readonly person: NamedPerson
      /** The taxonomy codes that the clinician must have, if the message names the field. */
      readonly field: ReadonlySet<string> | null
      /** Whether the message names the place of the conversation, so that those in the town come first. */
      readonly isInPlace: boolean
    }

/** Questions about all records of the last list. */
export type ListTopic =
  | 'hours'
  | 'accepting'
  | 'distance'
  | 'same address'
  | 'languages'
  | 'gender'
  | 'phone'
  | 'offices'
  | 'field'
  | 'compare'

/** A question about one record. */
export interface RecordQuestion {
  readonly subject: Subject
  readonly topic: Topic
  readonly time: OfficeTime | null
}

export type Step =
  | { readonly kind: 'reply'; readonly reply: Reply }
  | {
      readonly kind: 'ask'
      readonly what: Askable
      readonly unknownPlace?: string
      /** What the message before the question for the place had instead of a place: a wish, nothing known, or something that no source states. */
      readonly after?: 'wish' | 'nothing' | 'unstated' | 'remark' | 'frustrated'
      /** Whether the message before answers the same question without a place. */
      readonly isAgain?: boolean
      readonly about?: RecordQuestion
    }
  | {
      readonly kind: 'search'
      readonly offset: number
      /** The need of the conversation before the message, in case that nothing matches the new one. */
      readonly previousNeed?: ConversationContext['need']
      readonly time: OfficeTime | null
      readonly asksHours: boolean
      /** An office that the message names beside the need: it is looked up before. */
      readonly office?: RecordQuestion
    }
  | { readonly kind: 'emergency' }
  /** One of the shown records, by its field. */
  | {
      readonly kind: 'choose'
      readonly field: ReadonlySet<string>
      /** The person of the list; others of the name than the listed ones may be of the field. */
      readonly person: NamedPerson | null
      readonly topic: Topic
      readonly time: OfficeTime | null
    }
  | ({ readonly kind: 'record' } & RecordQuestion)
  /** @property positions of some of its records, from 1; absent: all */
  | {
      readonly kind: 'list'
      readonly topic: ListTopic
      readonly time: OfficeTime | null
      readonly positions?: readonly number[]
    }
  | { readonly kind: 'history' }
  | { readonly kind: 'data'; readonly what: DataQuestion }

export interface Decision {
  readonly step: Step
  /** What the message asks of the service beside the care that it seeks, which is answered first; null without it. */
  readonly aside: Step | null
  readonly limits: readonly Limit[]
}

/** A step whose answer needs no data. */
export const reply = (name: Reply): Step => ({ kind: 'reply', reply: name })
