/** What the assistant reads in one message. */
import type { Notice } from '@careatlas/contract/envelopes'
import type { Carrier } from '@careatlas/directory/snapshot/format'
import type { Contacts } from '@careatlas/search/notices'
import type { QueryResources } from '@careatlas/search/query/query-resources'
import type { UnsupportedWish } from '@careatlas/search/unsupported-wishes'
import type {
  AnswerLanguage,
  ConversationContext,
  NamedPerson,
  OfficeTime,
  Payer,
  RecordKind,
  RecordReference,
} from './conversation-context.ts'
import type { ClinicianKind } from './clinician-kinds.ts'
import type { ComparedDistance } from './compared-distance.ts'
import type { EmergencyTalk } from './read-emergency-talk.ts'
import type { RequestKind } from './detect-requests.ts'
import type { Defaults } from './read-defaults.ts'
import type { Disclosure } from './disclosures.ts'
import type { ReadNeed } from './read-need.ts'
import type { ReadNpi } from './read-person.ts'
import type { Coverage } from './read-coverage.ts'
import type { PlaceReading } from './read-place.ts'
import type { RecordPlace } from './record-by-place.ts'
import type { Wishes } from './read-wishes.ts'
import type { UsualField } from './usual-field.ts'
import type { UnansweredQuestion } from './unanswered-questions.ts'

export interface Reading extends PlaceReading, Wishes {
  /** Null if the message shows no language, or too little of another language than that of the conversation. */
  readonly language: AnswerLanguage | null
  /** The BCP 47 tag of a language that is neither English nor Spanish. */
  readonly foreignLanguage: string | null
  readonly requests: ReadonlySet<RequestKind>
  readonly urgent: readonly Notice[]
  readonly needsEmergencyCare: boolean
  /** Whether red flags describe the urgency; otherwise the notices only accompany the answer. */
  readonly hasRedFlag: boolean
  /** Whether red flags or high scores describe the urgency. */
  readonly isClear: boolean
  /** Null if no emergency goes on. */
  readonly emergencyTalk: EmergencyTalk | null
  readonly payer: Payer | null
  /** Whether the message is only the age of the patient. */
  readonly isAgeOnly: boolean
  /** Insurers without a list in the directory that the message names beside the payer. */
  readonly otherPayers: readonly string[]
  readonly person: NamedPerson | null
  /** The office or hospital that the message names, of those that may not be registered. */
  readonly office: NamedPerson | null
  /** Whether the message leaves the person of the last question: "ok now a dermatologist". */
  readonly isMovingOn: boolean
  readonly npi: ReadNpi | null
  /** Whether the message names the state where the search already is: "the one in Rhode Island". */
  readonly isSameState: boolean
  /** The place of a question whether the directory serves it. */
  readonly coverage: Coverage | null
  /** Whether the message rejects the place of the conversation: "not there". */
  readonly rejectsPlace: boolean
  /** The labels of the places that it rejects by name. */
  readonly rejectedPlaces: readonly string[]
  /** The labels of the towns and states where the user wants no care. */
  readonly refusedPlaces: readonly string[]
  readonly ordinal: number | null
  /** The positions of several records of the last list: "the first two"; otherwise empty. */
  readonly positions: readonly number[]
  /** The records of the last list that the message means by their place: "the one on Main Street". */
  readonly recordPlace: RecordPlace | null
  /** A street or landmark that the message names instead of a town. */
  readonly landmark: string | null
  /** The record that the message does not want again. */
  readonly rejectedRecord: { readonly id: string; readonly name: string } | null
  /** A record of an earlier list that the message means by its field: "the first nephrologist". */
  readonly earlierRecord: RecordReference | null
  /** The question which listed record is closest to a place. */
  readonly comparedDistance: ComparedDistance | null
  readonly officeTime: OfficeTime | null
  /** The taxonomy codes of the field by which the message chooses one of the shown records: "the one who does hearts". */
  readonly fieldChoice: ReadonlySet<string> | null
  /** The taxonomy codes of the clinician that the message names beside a person: "Dr. Costa, the pediatrician". */
  readonly personField: ReadonlySet<string> | null
  /** Whether the message begins as the continuation of the last one: "and the second?" */
  readonly isFollowUp: boolean
  /** Whether the message means another one of more than two shown records. */
  readonly isAmbiguousOther: boolean
  readonly need: ReadNeed | null
  /** Whether the need is a therapist after a crisis notice, and not a need that the message names. */
  readonly isNeedOfCrisis: boolean
  /** The care of a question that is answered first, before any care is sought: "do I need my mom's permission to see a therapist?" */
  readonly needOfQuestion: ReadNeed | null
  /** Whether the message wants places instead of clinicians for the same need, or the reverse. */
  readonly kindChange: RecordKind | null
  /** Whether care is sought at the home of the patient. */
  readonly wantsHomeCare: boolean
  /** Whether the need may only continue that of the conversation: "what about…", "he doesn't want…". */
  readonly continuesNeed: boolean
  /** The clinician that the need is usually for. */
  readonly usualField: UsualField | null
  readonly isDistressed: boolean
  readonly disclosure: Disclosure | null
  /** Further clinicians that the message asks for: "an OB/GYN, a dentist and a pediatrician". */
  readonly otherNeeds: readonly string[]
  /** The need and the others, each with the person that it is for. */
  readonly openNeeds: ConversationContext['openNeeds']
  /** Whether the message asks something of a record that the directory does not state: "has he done many of these?" */
  readonly asksUnstated: boolean
  /** Whether the message has a question mark. */
  readonly isQuestion: boolean
  /** The kinds of clinician that the message asks to explain. */
  readonly explained: readonly ClinicianKind[]
  /** What the message asks and no source of the directory answers. */
  readonly unanswered: readonly UnansweredQuestion[]
  /** Whether the message only states something about a person that changes nothing. */
  readonly isRemark: boolean
  /** Whether the message asks for both kinds of care of the conversation. */
  readonly asksForBoth: boolean
  /** Whether nothing in the message asks, orders, refuses or wishes. */
  readonly isPlainStatement: boolean
  /** Whether the message means a record of a list before any list: "the second one". */
  readonly meansMissingList: boolean
  readonly isOutOfScope: boolean
  readonly unsupported: readonly UnsupportedWish[]
  readonly defaults: Defaults
}

export interface ReadingResources {
  readonly resources: QueryResources
  readonly carriers: readonly Carrier[]
  /** Postal abbreviations of the states that the directory serves. */
  readonly servedStates: ReadonlySet<string>
  readonly contacts: Contacts
}
