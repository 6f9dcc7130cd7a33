/** Finds the kinds of care that a message names outright: "kidney specialist", "neurology", "doctor de los ojos", "hearing test". */
import { memoizeByObject } from '@careatlas/directory/memoize'
import { isClinician } from '@careatlas/search/query/care-words'
import { isGeneralClinician, namesSpecialty } from '@careatlas/search/query/named-specialties'
import { isPatientWord } from '@careatlas/search/query/extract-patient'
import type { QueryResources } from '@careatlas/search/query/query-resources'
import type { Concept, Phrase } from '@careatlas/vocabulary/concept'
import { stemsOf } from '@careatlas/vocabulary/phrase-index'
import { isStopWord, stemOf } from '@careatlas/vocabulary/words'

/** The kinds that the message asks for, as it names them: those after "need", or else all. */
export function findStatedKinds(words: readonly string[], { finder }: QueryResources): readonly string[] {
  const names = kindNames(finder.concepts)
  const found: { readonly from: number; readonly name: string }[] = []
  for (let from = 0; from < words.length; from++) {
    const to = endOfName(words, from, names)
    if (to === null) continue
    const name = words.slice(from, to).join(' ')
    if (isFirst.test(words.slice(Math.max(0, from - 2), from).join(' '))) return [name]
    if (!isMentioned(words, from, to)) found.push({ from, name })
    from = to - 1
  }
  const request = words.findIndex((word) => requestWord.test(word))
  const requested = found.filter(({ from }) => from > request)
  const stated = (requested.length > 0 ? requested : found).map(({ name }) => name)
  const care = stated.filter((name) => !transport.test(name))
  return care.length > 0 ? care : stated
}

/** The way to the care beside it: "nephrology, he comes in a wheelchair van". */
const transport =
  /^(?:wheelchair|medical|ambulette)(?: ride| transport\w*)? (?:vans?|rides?|transport\w*|taxis?)$/

/** "But first the MRI" */
const isFirst = /^(?:\S+ )?first(?: the| an?)?$|^primero (?:el|la|un|una)$/

/** The clinician of a field whom the patient has to replace: "his kidney doctor retired and he has diabetes". */
export function findLostKind(words: readonly string[], { finder }: QueryResources): string | null {
  const names = kindNames(finder.concepts)
  for (const from of words.keys()) {
    const to = endOfName(words, from, names)
    if (to !== null && isLost(words, to) && words.slice(from, to).some(isClinician))
      return describeKind(words.slice(from, to).join(' '), words)
  }
  return null
}

/** The kind with the words for the patient: "had a stroke, my husband needs neurology" is "neurology for husband". */
export function describeKind(kind: string, words: readonly string[]): string {
  const inKind = new Set(kind.split(' '))
  const isPatient = (word: string, index: number): boolean =>
    isPatientWord(word) && !isClinician(word) && !inKind.has(word) && ofUser.test(words[index - 1] ?? '')
  const patient = [...new Set(words.filter(isPatient))]
  return patient.length === 0 ? kind : `${kind} for ${patient.slice(0, patientWordsMax).join(' ')}`
}

const patientWordsMax = 3
const ofUser = /^(?:my|our|his|her|their|for|an?|mi|mis|su|para|un|una|is|es)$/

const requestWord =
  /^(?:needs?|needing|want|wants|looking|find|seeking|searching|referral|referred|followup|follow|busco|buscamos|buscando|necesit\w+|quier\w+|prefier\w+)$/

/** The longest name of a kind that begins here. */
function endOfName(words: readonly string[], from: number, names: ReadonlySet<string>): number | null {
  if (isStopWord(words[from]!)) return null
  for (let to = Math.min(words.length, from + nameWordsMax); to > from; to--) {
    const named = words.slice(from, to)
    if (named.length === 1 && (!isNameAlone(named[0]!) || isOtherTherapy(words, from))) continue
    if (isStopWord(named.at(-1)!) || named.every(isGeneralClinician) || named.some(isPossessive)) continue
    const stems = named.filter((word) => !isStopWord(word)).map(stemOf)
    if (names.has(stems.join(' '))) return to
  }
  return null
}

/** "End stage heart failure. His doctor …" names no heart failure doctor. */
function isPossessive(word: string): boolean {
  return /^(?:my|his|her|our|their|mi|su|sus|mis)$/.test(word)
}

const nameWordsMax = 6

/** A single word must have the form of a field: "allergic" has the stem of one, and "pt" is a patient, too. */
function isNameAlone(word: string): boolean {
  return word.length >= wordMin && (namesSpecialty(word) || fieldWord.test(word) || service.test(word))
}

/** "Hormone therapy" and "terapia hormonal" are no therapy of the mind. */
function isOtherTherapy(words: readonly string[], at: number): boolean {
  const beside =
    words[at] === 'terapia' ? words[at + 1] : /^therap(?:y|ies)$/.test(words[at]!) ? words[at - 1] : undefined
  return beside !== undefined && !isStopWord(beside) && !requestWord.test(beside)
}

const wordMin = 3
const fieldWord = /(?:ology|iatry|therapy|dentistry|optometry|dialysis|pharmacy|hospice|ologia|iatria)$/

/** Whether the patient no longer has the clinician whose name ends at `to`. */
function isLost(words: readonly string[], to: number): boolean {
  return lost.test(words.slice(to, to + lostWordsMax).join(' '))
}

const lost =
  /^(?:de (?:mi|su|nuestr[oa]) \S+ )?(?:(?:just|has|have|had|is|are|was|recently|finally|se|ya|nos) )*(?:retir(?:ed|ing|es|o)|died|passed away|moved (?:away|out|to)|left|quit|clos(?:ed|ing)|went out of business|stopped (?:practicing|working|seeing|taking)|jubilo|murio|fallecio|mudo)\b/
const lostWordsMax = 8

/** A clinician that the message only mentions, or one that the patient already has: "my pcp told me", "he sees a cardiologist". */
function isMentioned(words: readonly string[], from: number, to: number): boolean {
  if (isLost(words, to)) return false
  return has.test(words.slice(Math.max(0, from - 3), from).join(' ')) || report.test(words[to] ?? '')
}

const has =
  /\b(?:(?<!\b(?:you|u|they|yall|guys) (?:also )?)(?:have|got)|has|had|call|calling|called|ask|sees?|saw|seen|seeing|no|not|dont want|without|my|his|her|our|their|tengo|tiene|ve|vio|sin)(?: (?:an?|the|un|una|el|la|any|to))?$/
const report =
  /^(?:said|says|tells?|told|thinks?|thought|wants?|wrote|gave|sent|ordered|recommend(?:s|ed)|suggest(?:s|ed)|referred|prescribed|diagnosed|retired|died|moved|left|dice|dijo|mando|receto)$/

/** NUCC codes of insurers, which give no care. */
export const ofPayer = /^30[25]/

/** The stems of each name, joined by spaces. */
const kindNames = memoizeByObject(
  (concepts: readonly Concept[]): ReadonlySet<string> =>
    new Set(
      concepts.flatMap(({ codes, phrases }) =>
        codes.length === 0 || ofPayer.test(codes[0]!.code)
          ? []
          : phrases.filter(isName).map(({ text }) => stemsOf(text).join(' ')),
      ),
    ),
)

function isName({ text, kind, weight }: Phrase): boolean {
  if (weight < nameWeightMin) return false
  if (kind === 'canonical' || kind === 'roles') return true
  if (kind === 'spanish') return text.split(' ').some((word) => isClinician(word) || service.test(word))
  return kind === 'procedures' && service.test(text)
}

/** A name that another concept has too is still a name. */
const nameWeightMin = 0.9

/** Care that has no clinician in its name. */
const service =
  /(?:^| )(?:therap(?:y|ies)|terapia|tests?|exams?|examen|screening|evaluation|assessment|consultation|counseling|mri|scans?|x-?rays?|ultrasound|mammogram|colonoscopy|endoscopy|bloodwork|blood work|dialysis|vaccines?|shots?|immunizations?|acupuncture|acupuntura)$/
