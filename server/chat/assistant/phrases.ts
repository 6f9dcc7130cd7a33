/** The sentences of the assistant; each language has a table of them. */
import type { Education, Telehealth } from '@careatlas/contract/cards'
import type { Contacts } from '@careatlas/search/notices'
import type { Disclosure } from './disclosures.ts'
import type { DataQuestion } from './step.ts'
import type { EmergencyTalk } from './read-emergency-talk.ts'
import type { Limit } from './limits.ts'

/** `kinds` are those of the urgent notices of the conversation. */
export interface LiveFacts extends Pick<EmergencyTalk, 'topic' | 'isOtherPerson'> {
  readonly kinds: ReadonlySet<string>
}

/** A town, or a street. */
export interface OfficePlace {
  readonly name: string
  readonly isTown: boolean
}

/** Values in a sentence are already in words of its language; dates are null if a source states none. */
export interface Phrases {
  /** BCP 47. */
  readonly locale: string
  /** The texts of urgent notices by kind; a kind without a text keeps that of the search. */
  readonly urgent: Readonly<Partial<Record<string, (contacts: Contacts) => string>>>
  /** @param kinds of the urgent notices of the conversation */
  readonly reminder: (kinds: ReadonlySet<string>, contacts: Contacts) => string
  /** While the emergency goes on: that help is needed now. */
  readonly live: (emergency: LiveFacts, contacts: Contacts) => string
  readonly afterEmergency: string
  readonly afterCrisisPlace: string
  readonly afterCrisis: string
  readonly foreignLanguage: (language: string) => string
  readonly limits: Readonly<Record<Limit, string>>

  readonly greeting: string
  readonly help: string
  readonly thanks: string
  /** @param count the records of the last list */
  readonly approval: (count: number) => string
  readonly goodbye: string
  /** To a user who needs time for an answer. */
  readonly pause: string
  readonly anyWords: string
  /** To a user who gives the search up. */
  readonly cancelled: string
  /** To a complaint about the answers; what the conversation has, and `tellChange`, follow. */
  readonly frustrated: string
  readonly tellChange: string
  readonly smallTalk: string
  readonly startedOver: string
  readonly languageChanged: string
  readonly noted: string
  /** To a wish before the place is known. */
  readonly kept: string
  /** To a message without a place, after the question for the place. */
  readonly noPlaceRead: string
  readonly notStated: string
  readonly whyNot: string
  /** To a statement about a person; with a list, `tellOffice` follows. */
  readonly remark: string
  readonly tellOffice: string
  /** To a wish or a plan where the directory serves no place. */
  readonly heard: string
  readonly unclear: (hasList: boolean) => string
  readonly questionNotUnderstood: string
  readonly noList: string
  /** To a user without insurance. */
  readonly noPayer: string
  /** Whether the directory serves a place that the user asks about. */
  readonly coverage: (place: string, isServed: boolean) => string
  /** That the list has the same kind of care for another patient. */
  readonly sameForAnother: string
  /** That the search is in the state of the message already. */
  readonly samePlace: (around: string) => string
  /** One need of several: the others follow. */
  readonly oneAtATime: (others: string) => string
  /** No listed record has the name of the chain. */
  readonly noChain: (chain: string) => string
  /** No listed record is of the kind that the user asks for. */
  readonly onlyRelated: (field: string, shown: string) => string
  /** No record of the directory has to do with the kind that the user asks for. */
  readonly noField: (field: string, around: string) => string
  /** @param names of the records around one of several places; null without any */
  readonly aroundPlace: (town: string, names: string | null) => string
  readonly failed: string
  readonly slow: string

  readonly ask: {
    readonly need: string
    /** Of a person in distress. */
    readonly distress: string
    readonly place: string
    /** After a message that has no place: what the conversation has so far. */
    readonly placeAgain: (known: string) => string
    readonly unknownPlace: (place: string) => string
    readonly stateOf: (town: string) => string
    readonly payer: string
    readonly name: string
    readonly origin: string
  }
  readonly notUnderstood: string
  /** The clinician that treats what the user describes, and the one that the user names. */
  readonly usualField: (name: string) => string
  readonly treatingKinds: (names: readonly string[]) => string
  readonly lookFor: (name: string) => string
  readonly distress: (contacts: Contacts) => string
  readonly disclosures: Readonly<Record<Disclosure, (contacts: Contacts) => string>>

  readonly places: {
    readonly around: (label: string) => string
    readonly shared: string
    readonly you: string
  }
  readonly found: (facts: { count: number; isProvider: boolean; around: string; isMore: boolean }) => string
  readonly hospitals: (around: string, count: number) => string
  readonly emergencyRoomsUnknown: string
  readonly noHospital: (around: string) => string
  readonly widened: (facts: { miles: number; count: number; around: string }) => string
  readonly nearest: (miles: string, count: number) => string
  /** The answer to a request for nearer ones if the last list had the nearest. */
  readonly middleOfState: (state: string) => string
  readonly alreadyNearest: (origin: string, isZip: boolean) => string
  /** From where the search measures instead of from a street or a landmark. */
  readonly unknownLandmark: (name: string, town: string) => string
  /** Towns and states that the user refuses. */
  readonly leftOutPlaces: (places: string) => string
  /** After "put them back": no kind of clinician is excluded any more. */
  readonly includedAgain: string
  /** A record that the user does not want. */
  readonly leftOutRecord: (name: string) => string
  /** The conditions without which the list is, because nothing matches with them. */
  readonly leftOut: Readonly<Record<'wishes' | 'kind' | 'need', string>>
  readonly noMatch: (around: string) => string
  readonly noMatchAnywhere: string
  readonly outsideCoverage: (around: string) => string
  readonly partialCoverage: string
  readonly listedBy: (facts: { payer: string; date: string | null; count: number }) => string
  /** `listed`: the names of those that the payer lists; null if it lists all. One date for all lists if they have the same. */
  readonly listedBySeveral: (
    payers: readonly { payer: string; listed: string | null; date: string | null }[],
  ) => string
  readonly noneListed: (payer: string) => string
  readonly noListings: (payer: string) => string
  readonly onlyOtherStates: (payers: string) => string
  readonly wishesNotForPlaces: string
  readonly payerNotForPlaces: string
  /** `count` is that of the records. */
  readonly met: {
    readonly gender: (gender: 'F' | 'M', count: number) => string
    readonly language: (languages: string, count: number) => string
    readonly accepting: (count: number) => string
    readonly telehealth: (count: number) => string
  }
  readonly unmet: {
    readonly gender: (gender: 'F' | 'M') => string
    readonly language: (languages: string) => string
    readonly accepting: () => string
    readonly telehealth: () => string
  }
  readonly addressFromRegistry: string
  readonly dataAsOf: (date: string) => string
  readonly listDate: (payer: string, date: string | null) => string
  readonly noMore: string
  readonly notInList: (count: number) => string
  readonly order: string

  readonly which: (label: string) => string
  readonly notFound: (label: string) => string
  readonly didYouMean: string
  readonly otherField: string
  readonly notOfField: (label: string) => string
  /** None of the shown records is of the field that the user chose. */
  readonly noneOfField: (count: number) => string
  /** What the user has said so far; null for what is missing. */
  readonly remembered: (facts: { need: string | null; place: string | null; payer: string | null }) => string
  readonly service: string
  readonly servicePayers: (payers: string) => string
  readonly elsewhere: (around: string) => string
  readonly invalidNpi: (digits: string) => string
  readonly npiLength: (digits: string) => string
  readonly deactivated: (npi: string) => string
  readonly outsideNpi: (npi: string) => string

  readonly record: {
    readonly named: (name: string, specialty: string | null) => string
    readonly phone: (phone: string) => string
    readonly extension: (digits: string) => string
    readonly noPhone: (name: string) => string
    readonly npi: (npi: string) => string
    readonly noNpi: (name: string) => string
    readonly fax: (place: string, fax: string) => string
    readonly noFax: (name: string) => string
    readonly noAddress: (name: string) => string
    readonly distance: (name: string, distance: string, origin: string) => string
    readonly distanceUnknown: (name: string) => string
    /** Without a place from which to measure. */
    readonly noOrigin: string
    readonly hours: (hours: string) => string
    readonly hoursAt: (name: string, hours: string) => string
    readonly hoursDate: (date: string) => string
    readonly noHours: (name: string) => string
    readonly openAt: (name: string, hours: string) => string
    readonly notOpenAt: (name: string) => string
    readonly languages: (languages: string) => string
    readonly gender: (name: string, gender: 'F' | 'M') => string
    readonly training: (name: string, training: string) => string
    readonly noTraining: (name: string) => string
    readonly education: Readonly<Record<Education['kind'], string>>
    readonly affiliations: (name: string, organizations: string) => string
    readonly noAffiliations: (name: string) => string
    readonly telehealth: Readonly<Record<Telehealth['value'], (name: string) => string>>
    readonly otherName: (name: string, other: string) => string
    readonly noGender: (name: string) => string
    readonly noLanguages: (name: string) => string
    readonly speaks: (name: string, language: string) => string
    readonly speaksUnknown: (name: string, language: string) => string
    readonly accepting: Readonly<Record<'accepting' | 'not_accepting' | 'existing_only', string>>
    readonly acceptingUnknown: string
    readonly acceptingAt: (place: string, value: string, date: string | null) => string
    readonly plans: (name: string, plans: string) => string
    readonly noPlans: (name: string) => string
    readonly noPlansAtAll: string
    readonly plan: (payer: string, date: string | null) => string
    readonly clinicians: (count: number) => string
  }
  readonly verdict: {
    readonly listed: (facts: { name: string; payer: string; date: string | null }) => string
    readonly notListed: (facts: { name: string; payer: string; date: string | null }) => string
    readonly noListings: (facts: { name: string; payer: string }) => string
    readonly ask: string
  }
  readonly list: {
    readonly open: (names: string) => string
    readonly notOpen: (names: string) => string
    readonly hoursUnknown: (names: string) => string
    readonly hoursAllUnknown: (count: number) => string
    readonly sharedAddress: (address: string, names: string) => string
    readonly noSharedAddress: string
    readonly distances: (origin: string, distances: string) => string
    readonly accepting: (names: string) => string
    readonly notAccepting: (names: string) => string
    readonly acceptingUnknown: (names: string) => string
    readonly speak: (languages: string, names: string) => string
    readonly allClinicians: string
    readonly allPlaces: string
    readonly officesAt: (place: OfficePlace, names: string) => string
    /** @param names empty: none of the list */
    readonly noOfficesAt: (place: OfficePlace, names: string) => string
    /** @param languages empty: any */
    readonly languagesUnknown: (languages: string, names: string) => string
  }
  readonly history: { readonly verify: string; readonly kept: string; readonly unavailable: string }
  /** About stored conversations: that of an anonymous user, and those of a signed-in or verified one. */
  readonly data: Readonly<Record<'anonymous' | 'ofUser', Readonly<Record<DataQuestion, string>>>>
  readonly verificationReason: string

  readonly suggest: {
    readonly needs: readonly string[]
    readonly distressNeeds: readonly string[]
    readonly skip: string
    readonly more: string
    readonly closer: string
    readonly farther: string
    readonly woman: string
    readonly anyGender: string
    readonly first: string
    readonly noPayer: string
    readonly healthCenter: string
    readonly phone: string
    readonly hours: string
    /** A town, to search there. */
    readonly near: (place: string) => string
    readonly startOver: string
    readonly inMyPlan: string
  }
}
