/** A part of an answer before it is put together: lines of text, records, and what the conversation remembers of it. */
import type { Contacts } from '@careatlas/search/notices'
import type { Carrier } from '@careatlas/directory/snapshot/format'
import type { CareItem } from './chat-card.ts'
import type { Askable, ConversationContext } from './conversation-context.ts'
import type { Phrases } from './phrases.ts'
import type { Reading } from './reading.ts'
import type { WantedField } from './wanted-field.ts'

export interface Draft {
  readonly lines: readonly string[]
  readonly items: readonly CareItem[]
  /** The most useful first; the answer has the first few. */
  readonly suggestions: readonly string[]
  readonly asked: Askable | null
  /** What the answer states, in identifiers. */
  readonly facts: readonly string[]
  /** What the next message can refer to. */
  readonly changes: Partial<ConversationContext>
  /** Whether the user should verify a destination. */
  readonly needsVerification: boolean
}

export const emptyDraft: Draft = {
  lines: [],
  items: [],
  suggestions: [],
  asked: null,
  facts: [],
  changes: {},
  needsVerification: false,
}

/** What the composers read. */
export interface ComposeOptions {
  readonly context: ConversationContext
  readonly reading: Reading
  readonly phrases: Phrases
  readonly carriers: readonly Carrier[]
  readonly contacts: Contacts
  /** Of the need of the context. */
  readonly wantedField: WantedField | null
  /** The codes of the kinds of clinician that the message asks for: "what kind of doctor handles gout?" */
  readonly treatingKinds: readonly string[]
  /** RFC 3339, only the day: the date of the registry data. */
  readonly dataAsOf: string
  /** The names of the largest payers with listings, and of the largest towns. */
  readonly payerNames: readonly string[]
  readonly townNames: readonly string[]
}
