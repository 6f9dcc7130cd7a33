/** What the assistant remembers of a conversation: the `context` of its last answer. */
import { Notice } from '@careatlas/contract/envelopes'
import * as z from 'zod'
import type { Turn } from './assistant.ts'

/** What the assistant can ask the user; `name`: which of several records is meant. */
export const askable = ['need', 'place', 'payer', 'name'] as const

/** What the user can ask about one record. */
export const topics = [
  'details',
  'phone',
  'fax',
  'npi',
  'address',
  'distance',
  'hours',
  'plan',
  'plans',
  'accepting',
  'languages',
  'gender',
  'training',
  'affiliations',
  'telehealth',
] as const

const RecordKind = z.enum(['provider', 'location'])
const RecordReference = z.object({ kind: RecordKind, id: z.string() })

/** The time of office hours that the user asked for: days, and the part of the day as minutes since midnight. */
const OfficeTime = z.object({
  days: z.array(z.enum(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'])),
  from: z.string(),
  to: z.string(),
})

/** The name in the form of the search; null if no clinician has it. */
const PersonName = z.object({
  first: z.string().exactOptional(),
  middle: z.string().exactOptional(),
  last: z.string().exactOptional(),
})
/** `isOffice`: the label is the name of an office or a hospital. */
const NamedPerson = z.object({
  name: PersonName.nullable(),
  label: z.string(),
  isOffice: z.literal(true).exactOptional(),
})

/** A label of '' is the shared location of the user. */
const CarePlace = z.object({
  label: z.string(),
  lat: z.number(),
  lng: z.number(),
  radiusMiles: z.number(),
  /** Postal abbreviation. */
  state: z.string().nullable(),
})

/** Payers of several states that the user named by what their names share: "blue cross". */
const PayerFamily = z.object({
  name: z.string(),
  members: z.array(
    z.object({ code: z.string(), name: z.string(), state: z.string().nullable(), hasListings: z.boolean() }),
  ),
})

const ConversationContext = z.object({
  language: z.enum(['en', 'es']),
  /** `isNamed`: the text is the name of a place of care. */
  need: z.object({ text: z.string(), kind: RecordKind, isNamed: z.boolean() }).nullable(),
  /** Care that the user has asked for in this conversation, with the person that it is for, for "now the kids". */
  openNeeds: z.array(
    z.object({ text: z.string(), kind: RecordKind, isNamed: z.boolean(), person: z.string().nullable() }),
  ),
  place: CarePlace.nullable(),
  /** Further places that the search is for: "Cranston or Warwick". */
  otherPlaces: z.array(CarePlace),
  /** Those that the last message replaced, for "show both". */
  previousPlaces: z.array(CarePlace),
  /** Towns and states where the user wants no care, whose records are left out: "Providence, RI", "RI". */
  refusedPlaces: z.array(z.string()),
  /** A place that the user named and that is not known; its state may follow. */
  unknownPlace: z.string().nullable(),
  nearestFirst: z.boolean(),
  /**
   * `codes` has the carriers with listings; `name` is as the user wrote it if no carrier is known. `insurers` has the codes of each
   * insurer if the user named several.
   */
  payer: z
    .object({
      name: z.string(),
      codes: z.array(z.string()),
      insurers: z.array(z.array(z.string())).exactOptional(),
      family: PayerFamily.exactOptional(),
    })
    .nullable(),
  gender: z.enum(['F', 'M']).nullable(),
  /** BCP 47. */
  languages: z.array(z.string()),
  telehealth: z.boolean(),
  accepting: z.boolean(),
  /** Words for the patient that a later message added to the need. */
  patient: z.array(z.enum(['child', 'older adult', 'pregnant'])),
  /** The words of exclusions: `not a nurse practitioner`. */
  excluded: z.string(),
  /** The user wants clinicians similar to this one, which the results leave out. */
  without: z.string().nullable(),
  /** The records that the user does not want, by their identifiers, which later results leave out. */
  rejected: z.array(z.string()),
  /** The last list that the user saw. */
  shown: z.object({
    records: z.array(
      RecordReference.extend({
        name: z.string(),
        /** Streets and towns in folded words, for "the one on Main Street". */
        addresses: z.array(z.string()).exactOptional(),
      }),
    ),
    /** The offset of the next page; null if the list is complete. */
    nextOffset: z.number().nullable(),
    /** The distance of the farthest record. */
    farthestMiles: z.number().nullable(),
  }),
  /** Lists that the last one replaced, with the need that they were for, for "the first nephrologist". */
  earlierLists: z
    .array(z.object({ text: z.string(), records: z.array(RecordReference.extend({ name: z.string() })) }))
    .default([]),
  /** The record that the last answers were about. */
  focus: RecordReference.nullable(),
  /** Where the last record is that an answer was about; the next search may be near it. */
  recordPlace: CarePlace.nullable(),
  /** The field of this record, for "someone similar". */
  recordField: z.string().nullable(),
  /** The person that the last question was about, for "she is a pediatrician". */
  person: NamedPerson.nullable(),
  /** The topic that waits for an answer of the user, with its time and with a person of several. */
  pending: z
    .object({ topic: z.enum(topics), time: OfficeTime.nullable(), person: NamedPerson.nullable() })
    .nullable(),
  asked: z.enum(askable).nullable(),
  /** All questions of this conversation so far. */
  askedBefore: z.array(z.enum(askable)),
  /** What the user did not want to answer. */
  declined: z.array(z.enum(askable)),
  /** Whether the user is in an emergency, and the place for a list of hospitals is missing. */
  awaitsHospitals: z.boolean(),
  /** An emergency or a crisis that goes on: one that is described clearly, or one that is only suspected. */
  live: z.enum(['described', 'suspected']).nullable(),
  /** The urgent notices of this conversation. */
  urgent: z.array(Notice),
  /** What the last answer stated. */
  facts: z.array(z.string()),
})

export type ConversationContext = z.infer<typeof ConversationContext>
export type RecordReference = z.infer<typeof RecordReference>
export type NamedPerson = z.infer<typeof NamedPerson>
export type RecordKind = z.infer<typeof RecordKind>
export type OfficeTime = z.infer<typeof OfficeTime>
export type Askable = (typeof askable)[number]
export type Topic = (typeof topics)[number]
export type AnswerLanguage = ConversationContext['language']
export type CarePlace = z.infer<typeof CarePlace>
export type Payer = NonNullable<ConversationContext['payer']>

export const nothingShown: ConversationContext['shown'] = {
  records: [],
  nextOffset: null,
  farthestMiles: null,
}

export const emptyContext: ConversationContext = {
  language: 'en',
  need: null,
  openNeeds: [],
  place: null,
  otherPlaces: [],
  previousPlaces: [],
  refusedPlaces: [],
  unknownPlace: null,
  nearestFirst: false,
  payer: null,
  gender: null,
  languages: [],
  telehealth: false,
  accepting: false,
  patient: [],
  excluded: '',
  without: null,
  rejected: [],
  shown: nothingShown,
  earlierLists: [],
  focus: null,
  recordPlace: null,
  recordField: null,
  person: null,
  pending: null,
  asked: null,
  askedBefore: [],
  declined: [],
  awaitsHospitals: false,
  live: null,
  urgent: [],
  facts: [],
}

/** A shared location is not stored, because a conversation may have the identity of its user. */
const StoredContext = ConversationContext.extend({
  place: z.union([CarePlace, CarePlace.omit({ lat: true, lng: true, state: true })]).nullable(),
})

export function toStoredContext(context: ConversationContext): z.infer<typeof StoredContext> {
  const { place } = context
  if (place?.label !== '') return context
  return { ...context, place: { label: '', radiusMiles: place.radiusMiles } }
}

/**
 * The context of a stored answer; that of a new conversation for null, and for a context of another version of this software.
 * @param location what the user shares on this socket
 */
export function parseContext(stored: unknown, location: Turn['location'] = null): ConversationContext {
  const parsed = StoredContext.safeParse(stored)
  if (!parsed.success) return emptyContext
  const { place } = parsed.data
  return {
    ...parsed.data,
    place: place === null || 'lat' in place ? place : location && { ...place, ...location, state: null },
  }
}
