/** Reads one message with the understanding of the search: everything that the assistant can act on. */
import type { ProfileSync } from '@careatlas/contract/chat-frames'
import type { Notice } from '@careatlas/contract/envelopes'
import type { Carrier } from '@careatlas/directory/snapshot/format'
import type { Contacts } from '@careatlas/search/notices'
import { isClinician } from '@careatlas/search/query/care-words'
import { isOutOfScope } from '@careatlas/search/query/out-of-scope'
import type { ParsedQuery } from '@careatlas/search/query/parse-query'
import type { QueryResources } from '@careatlas/search/query/query-resources'
import { findUnsupportedWishes, type UnsupportedWish } from '@careatlas/search/unsupported-wishes'
import { isStopWord, wordsOf } from '@careatlas/vocabulary/words'
import type { Turn } from './assistant.ts'
import type {
  AnswerLanguage,
  ConversationContext,
  NamedPerson,
  OfficeTime,
  Payer,
} from './conversation-context.ts'
import { detectAnswerLanguage, isConversationWord, isLikelySpanish } from './detect-answer-language.ts'
import { detectRequests, type RequestKind } from './detect-requests.ts'
import { cleanMessage, messagePieces } from './message-pieces.ts'
import { parseNeed, readNeed, type ReadNeed } from './read-need.ts'
import { readOfficeTime } from './read-office-time.ts'
import { readOrdinal } from './read-ordinal.ts'
import { readPayer } from './read-payer.ts'
import { readNpi, readPerson, type ReadNpi } from './read-person.ts'
import { type PlaceReading, readPlace, type ReadPlace } from './read-place.ts'
import { readUrgency } from './read-urgency.ts'

export interface Reading extends PlaceReading {
  /** Null if the message shows no language, or too little of another language than that of the conversation. */
  readonly language: AnswerLanguage | null
  /** The BCP 47 tag of a language that is neither English nor Spanish. */
  readonly foreignLanguage: string | null
  readonly requests: ReadonlySet<RequestKind>
  readonly urgent: readonly Notice[]
  readonly needsEmergencyCare: boolean
  readonly payer: Payer | null
  readonly gender: 'F' | 'M' | null
  readonly languages: readonly string[]
  readonly telehealth: boolean
  readonly accepting: boolean
  readonly patient: ConversationContext['patient']
  readonly excluded: string
  readonly person: NamedPerson | null
  readonly npi: ReadNpi | null
  readonly ordinal: number | null
  readonly officeTime: OfficeTime | null
  readonly need: ReadNeed | null
  readonly isOutOfScope: boolean
  readonly unsupported: readonly UnsupportedWish[]
  /** What the page says about its user, which holds unless the user says something else. */
  readonly defaults: { readonly place: ReadPlace | null; readonly payer: Payer | null }
}

export interface ReadingResources {
  readonly resources: QueryResources
  readonly carriers: readonly Carrier[]
  /** Postal abbreviations of the states that the directory serves. */
  readonly servedStates: ReadonlySet<string>
  readonly contacts: Contacts
}

/** Requests that are about one record or a list of records. */
export const recordRequests = [
  'details',
  'who',
  'phone',
  'address',
  'hours',
  'plan',
  'plans',
  'accepting',
  'languages',
] as const satisfies readonly RequestKind[]

/** @param context of the previous answer */
export function readTurn(turn: Turn, context: ConversationContext, options: ReadingResources): Reading {
  const { resources, carriers, servedStates, contacts } = options
  const text = cleanMessage(turn.text)
  const pieces = messagePieces(text)
  const parsed = chooseParsed(pieces).map((piece) => parseNeed(piece, resources))
  const requests = detectRequests(text)
  const words = requests.withoutRequests(wordsOf(text).join(' '))
  const isAboutRecord = recordRequests.some((kind) => requests.kinds.has(kind))
  const person = readPerson(parsed, {
    resources,
    isAboutRecord,
    words: parsed.flatMap(({ parts }) => parts.rest).join(' '),
  })
  const place = readPlace(text, parsed, {
    gazetteer: resources.gazetteer,
    servedStates,
    isAsked: context.asked === 'place',
    hasPerson: person !== null,
  })
  const rests = parsed.map(({ parts }) =>
    requests.withoutRequests(withoutPhrase(parts.rest.join(' '), place.placeWords)),
  )
  const need = findNeed(parsed, rests, person, resources)
  const hasOther = need !== null || place.place !== null || person !== null || requests.kinds.size > 0
  const payer = readPayer(parsed, {
    carriers,
    isAnswer: context.asked === 'payer' && !hasOther,
    isAboutPlan:
      requests.kinds.has('plan') ||
      context.asked === 'payer' ||
      person !== null ||
      context.facts.some((fact) => fact.startsWith('verdict_')),
    isEnglishWord: resources.isEnglish,
    text,
    words: withoutName(words, person),
  })
  const wishes = readWishes(parsed, requests.kinds, need)
  const isMeant =
    need !== null &&
    (need.isCertain || context.need === null) &&
    isNeedMeant(need, parsed, payer, context, requests.kinds)
  const urgency = readUrgency({
    pieces,
    parsed,
    previous: turn.history.findLast(({ role }) => role === 'user')?.text ?? null,
    isDescription: isDescription(rests),
    contacts,
  })
  return {
    ...place,
    ...(isAboutLanguage(requests.kinds) && !isMeant ? { ...wishes, patient: [] } : wishes),
    urgent: urgency.notices,
    needsEmergencyCare: urgency.needsEmergencyCare,
    language: detectAnswerLanguage(text, turn.context === null ? null : context.language),
    foreignLanguage: isLikelySpanish(text)
      ? null
      : (parsed.find(({ language }) => language !== null)?.language?.tag ?? null),
    requests: requests.kinds,
    payer,
    person,
    npi: readNpi(text),
    ordinal: context.shown.records.length > 0 && context.asked !== 'place' ? readOrdinal(text) : null,
    officeTime: readOfficeTime(text),
    need: isMeant ? need : null,
    isOutOfScope: parsed.some(({ parts }) => isOutOfScope(parts.corrected)),
    unsupported: findUnsupportedWishes(text),
    defaults: readDefaults(turn, options),
  }
}

/**
 * Not in the name of a payer that was asked for, nor beside the wish for another language: "my daughter is reading this, in English
 * please".
 */
function isNeedMeant(
  need: ReadNeed,
  parsed: readonly ParsedQuery[],
  payer: Payer | null,
  { asked, need: known }: ConversationContext,
  requests: ReadonlySet<RequestKind>,
): boolean {
  if (payer !== null && asked === 'payer' && !hasFacts(parsed)) return false
  return !isAboutLanguage(requests) || known === null || need.text.split(' ').some(isClinician)
}

function isAboutLanguage(requests: ReadonlySet<RequestKind>): boolean {
  return requests.has('english') || requests.has('spanish')
}

/** Whether the message has anything else than the name of a payer. */
function hasFacts(parsed: readonly ParsedQuery[]): boolean {
  return parsed.some(({ place, parts, care }) => place !== null || parts.person !== null || care.length > 0)
}

const ordinalWord =
  /^(?:first|second|third|fourth|fifth|last|one|primer[oa]?|segund[oa]|tercer[oa]?|ultim[oa])$/

/** Whether the message has words beside places, payers, names and requests. */
function isDescription(rests: readonly string[]): boolean {
  return rests.some((rest) =>
    rest
      .split(' ')
      .some(
        (word) => word !== '' && !isStopWord(word) && !ordinalWord.test(word) && !isConversationWord(word),
      ),
  )
}

/** A long message is parsed at its beginning and its end; its other pieces are only searched for urgent signs. */
function chooseParsed(pieces: readonly string[]): readonly string[] {
  return pieces.length <= parsedMax ? pieces : [...pieces.slice(0, parsedMax - 1), pieces.at(-1)!]
}

const parsedMax = 2

/** The need of the first piece that has one; a name alone is none. */
function findNeed(
  parsed: readonly ParsedQuery[],
  rests: readonly string[],
  person: NamedPerson | null,
  resources: QueryResources,
): ReadNeed | null {
  for (const rest of rests) {
    const need = readNeed(withoutName(rest, person), resources)
    if (need !== null) return need
  }
  const isWishOnly = parsed.some(({ parts: { words } }) => words.topics.join() === 'doctor')
  return isWishOnly && person === null && parsed.some(({ parts }) => parts.rest.includes('doctor'))
    ? { text: 'doctor', kind: 'provider', isPatientOnly: false, isCertain: false }
    : null
}

/** Removes a phrase from folded words joined by spaces. */
function withoutPhrase(words: string, phrase: string): string {
  return phrase === '' ? words : ` ${words} `.replace(` ${phrase} `, ' ').trim()
}

function withoutName(words: string, person: NamedPerson | null): string {
  if (person === null) return words
  const names = new Set(wordsOf(person.label))
  return words
    .split(' ')
    .filter((word) => !names.has(word))
    .join(' ')
}

type Wishes = Pick<Reading, 'gender' | 'languages' | 'telehealth' | 'accepting' | 'patient' | 'excluded'>

/** A gender alone ("a woman") counts in a message without a need: in other messages it may be that of the patient. */
function readWishes(
  parsed: readonly ParsedQuery[],
  requests: ReadonlySet<RequestKind>,
  need: ReadNeed | null,
): Wishes {
  const preferences = parsed.map(({ parts }) => parts.preferences)
  const bareGender = need !== null ? null : requests.has('woman') ? 'F' : requests.has('man') ? 'M' : null
  return {
    gender: preferences.find(({ gender }) => gender !== null)?.gender ?? bareGender,
    languages: isAboutLanguage(requests)
      ? []
      : [...new Set(preferences.flatMap(({ languages }) => languages))],
    telehealth: preferences.some(({ telehealth }) => telehealth),
    accepting: preferences.some(({ accepting }) => accepting),
    patient: [
      ...(preferences.some(({ child }) => child) ? (['child'] as const) : []),
      ...(preferences.some(({ older }) => older) ? (['older adult'] as const) : []),
      ...(preferences.some(({ pregnant }) => pregnant) ? (['pregnant'] as const) : []),
    ],
    excluded: parsed.flatMap(({ parts }) => parts.excludedWords).join(' '),
  }
}

/** The shared location comes first, then the address of the profile; the payer is the primary one of the profile. */
function readDefaults({ location, profile }: Turn, options: ReadingResources): Reading['defaults'] {
  const shared = location && { ...location, label: '', radiusMiles: null }
  return {
    place: shared ?? findProfilePlace(profile, options.resources),
    payer: findProfilePayer(profile, options.carriers),
  }
}

function findProfilePlace(profile: ProfileSync | null, { gazetteer }: QueryResources): ReadPlace | null {
  const { zip_code: zip, city, state } = profile?.user_address ?? {}
  const byZip = zip === undefined ? null : gazetteer.zip(zip.slice(0, 5))
  if (byZip !== null || city === undefined) return byZip
  const name = wordsOf(city).join(' ')
  const code = state?.toUpperCase() ?? null
  return gazetteer.city(name, code) ?? gazetteer.usPlace(name, code)
}

function findProfilePayer(profile: ProfileSync | null, carriers: readonly Carrier[]): Payer | null {
  const plans = profile?.user_insurance ?? []
  const { carrier_code: code, carrier_name: name } =
    plans.find(({ priority }) => priority === 'primary') ?? plans[0] ?? {}
  const known = carriers.find((carrier) => carrier.code === code)
  if (known !== undefined) return { name: known.name, codes: known.provider_count > 0 ? [known.code] : [] }
  return name === undefined
    ? null
    : readPayer([], {
        carriers,
        isAnswer: true,
        isAboutPlan: true,
        isEnglishWord: () => false,
        text: name,
        words: wordsOf(name).join(' '),
      })
}
