/** Detects what a message asks the assistant to do. The data file has the words. */
import { join } from 'node:path'
import { isAnyDoctor, isClinician, isFacility } from '@careatlas/search/query/care-words'
import { isPresent, readRedFlags } from '@careatlas/search/query/triage/red-flag'
import { wordsOf } from '@careatlas/vocabulary/words'

/** The sections of `words/requests.txt`. */
export type RequestKind =
  | 'greeting'
  | 'thanks'
  | 'approval'
  | 'goodbye'
  | 'frustration'
  | 'small talk'
  | 'help'
  | 'identity'
  | 'data date'
  | 'address date'
  | 'start over'
  | 'again'
  | 'english'
  | 'spanish'
  | 'history'
  | 'delete data'
  | 'export data'
  | 'privacy'
  | 'more'
  | 'closer'
  | 'nearest'
  | 'farther'
  | 'travel time'
  | 'any gender'
  | 'woman'
  | 'man'
  | 'in person'
  | 'include again'
  | 'any language'
  | 'no payer'
  | 'decline'
  | 'cancel'
  | 'pause'
  | 'hard to say'
  | 'why not'
  | 'why'
  | 'recovered'
  | 'duration'
  | 'yes'
  | 'no'
  | 'details'
  | 'who'
  | 'phone'
  | 'phones'
  | 'fax'
  | 'another patient'
  | 'compare'
  | 'npi'
  | 'address'
  | 'distance'
  | 'same address'
  | 'order'
  | 'hours'
  | 'plan'
  | 'plans'
  | 'accepting'
  | 'languages'
  | 'gender'
  | 'telehealth'
  | 'any of them'
  | 'clinic or person'
  | 'fields'
  | 'similar'
  | 'remembered'
  | 'service plans'
  | 'unstated'
  | 'booking'
  | 'price'
  | 'rating'
  | 'diagnosis'
  | 'dosage'
  | 'prescription'
  | 'records'
  | 'attachment'
  | 'human'
  | 'pastime'
  | 'opinion'
  | 'explanation'

const { flags } = readRedFlags(join(import.meta.dirname, 'words'), 'requests.txt')

/** Longer messages are rarely requests of a few words; the rest of them is read as a need. */
const wordsMax = 128

/** Requests that are about one record or a list of records. */
const recordRequests = [
  'details',
  'who',
  'phone',
  'fax',
  'npi',
  'address',
  'gender',
  'distance',
  'hours',
  'plan',
  'plans',
  'accepting',
  'languages',
  'telehealth',
] as const satisfies readonly RequestKind[]

/** Whether the message asks for something of one record or of a list. */
export function isAboutRecord(requests: ReadonlySet<RequestKind>): boolean {
  return recordRequests.some((kind) => requests.has(kind))
}

/** Whether the message asks for answers in English or Spanish. */
export function isAboutLanguage(requests: ReadonlySet<RequestKind>): boolean {
  return requests.has('english') || requests.has('spanish')
}

const contractedIs = /\b(what|where|who|when|how|he|she|it|that|this)['’]s\b/giu
/** "My sister's a nurse", but not "my sister's nurse". */
const relativeIs =
  /\b((?:my|our|his|her) \p{L}+)['’]s\b(?= (?:an?|the|been|got|not|on|in|very|really|so|already|also|\p{L}+(?:ing|ed|ic)) )/giu

/** Folded words have no `'s`, so that "where's" is "where". */
export function spellOutIs(text: string): string {
  return text.replaceAll(contractedIs, '$1 is').replaceAll(relativeIs, '$1 is')
}

/** Questions that a message may ask in a sentence of its own beside a wish for care. */
const besideCare: readonly string[] = [
  'data date',
  'address date',
  'clinic or person',
  'privacy',
  'identity',
  'explanation',
] satisfies RequestKind[]

export interface DetectedRequests {
  readonly kinds: ReadonlySet<RequestKind>
  /** Removes the words of the requests from folded words joined by spaces. */
  readonly withoutRequests: (words: string) => string
}

/** The requests of a message; several may be present. */
export function detectRequests(text: string): DetectedRequests {
  const spellings = [text, spellOutIs(text)].map((spelling) => wordsOf(spelling).slice(0, wordsMax).join(' '))
  const sentences = text.split(/(?<=[.?!])\s/).map((sentence) => wordsOf(spellOutIs(sentence)).join(' '))
  const present = flags.filter(
    (flag) =>
      spellings.some((words) => isPresent(flag, words)) ||
      (besideCare.includes(flag.name) && sentences.some((words) => isPresent(flag, words))),
  )
  const patterns = present.flatMap(({ name, has }) =>
    has.map((pattern) => ({ name, pattern: new RegExp(pattern.source, 'g') })),
  )
  return {
    kinds: new Set(present.map(({ name }) => name as RequestKind)),
    withoutRequests: (rest) =>
      patterns
        .reduce(
          (remaining, { name, pattern }) =>
            remaining.replaceAll(pattern, (request) =>
              isLong(request, name) ? request : keepSoughtCare(request),
            ),
          rest,
        )
        .replaceAll(/ +/g, ' ')
        .trim(),
  }
}

/** Whether a question about a record has other words between its own: "is pregnant, we found out on Sunday". */
function isLong(request: string, kind: string): boolean {
  const ofRecord = (recordRequests as readonly string[]).includes(kind)
  return ofRecord && request.split(' ').length > requestWordsMax && !seeking.test(request)
}

const requestWordsMax = 6

/** The care that a request also seeks: "urgent care" of "is there an urgent care open"; otherwise a space. */
function keepSoughtCare(request: string): string {
  const [, sought = ''] = seeking.exec(request) ?? []
  const words = sought.split(' ')
  const end = words.findLastIndex((word) => isFacility(word) || (isClinician(word) && !isAnyDoctor(word)))
  return ` ${words.slice(0, end + 1).join(' ')} `
}

const seeking =
  /^(?:(?:is|are) (?:there|any)(?: any)?|do(?:es)? any|(?:do|did) you (?:have|know(?: of)?)|hay|tienen?) (?:(?:an?|any|some|una?|algun[oa]?) )?(.+)$/
