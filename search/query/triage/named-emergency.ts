/** Emergencies that a query names, such as "heart attack", and clauses that only mention one: "history of stroke". */
import { readRedFlags } from './red-flag.ts'

const { group } = readRedFlags(import.meta.dirname, 'named-emergencies.txt')
const person = group('person')

/** These match where each event is replaced by `eventMark`: with all events in each item it would compile for a second. */
const eventMark = 'EVENT'
const notOccurring = group('not occurring')
const treatedOrTaught = group('treated or taught')
const inProgress = group('in progress')
const eachInAPlace = new RegExp(group('in a place').source, 'g')
const inThePresent = group('in the present')
const underway = group('underway')
const emergencyName = group('name')
const event = group('event')
const eachEvent = new RegExp(event.source, 'g')
const eachBeside = new RegExp(group('beside').source, 'g')
const eachNameOrBeside = new RegExp(`${emergencyName.source}|${eachBeside.source}`, 'g')

/** Matches where a clause begins without punctuation. */
export const clauseBeginning = group('beginning of a clause')

/** Whether the word only names a person, such as "husband": it is no sign of an emergency. */
export function isPerson(word: string): boolean {
  return person.exec(word)?.[0] === word
}

/** Whether the query only names an emergency, the affected person and the urgency. */
export function isNamedAlone(clauses: readonly string[]): boolean {
  if (!clauses.some(isNamedIn)) return false
  const first = clauses.find((clause) => clause.replaceAll(eachBeside, '').trim() !== '')
  return (
    first !== undefined && emergencyName.test(first) && first.replaceAll(eachNameOrBeside, '').trim() === ''
  )
}

/** Whether the clause names an emergency, also beside other words: "cannot breathe since lunch". */
export function isNamedIn(clause: string): boolean {
  return emergencyName.test(clause)
}

/** Whether the clause names an event in the present: "my nurse is choking". */
export function isNamedInThePresent(clause: string): boolean {
  if (!event.test(clause)) return false
  return isInProgress(clause) || ((inThePresent.test(clause) || underway.test(clause)) && !isHarmless(clause))
}

/** The text without the places of events: "choking in my first aid class" is not about the class. */
export function withoutPlacesOfEvents(text: string): string {
  return markEvents(text).replaceAll(eachInAPlace, eventMark)
}

/** The clauses where "one" in "just had one" is replaced by the event that an earlier clause names, also in the plural. */
export function resolveReferences(clauses: readonly string[]): readonly string[] {
  let named: string | undefined
  return clauses.map((clause) => {
    const resolved =
      named === undefined
        ? clause
        : clause
            .replace(/\b(just|now|today) had (?:one|another)\b/, `$1 had a ${named}`)
            .replace(/\b(is|am|are|hes|shes|im) having (?:one|another)(?: one)?\b/, `$1 having a ${named}`)
    named = event.exec(clause.replace(/\bseizures\b/, 'seizure'))?.[0] ?? named
    return resolved
  })
}

/** Removes the events from a clause in which they are past, feared, absent, taught or treated; null if it has none. */
export function withoutHarmlessEvents(clause: string): string | null {
  if (!event.test(clause) || inThePresent.test(clause) || isInProgress(clause) || !isHarmless(clause))
    return null
  return clause.replaceAll(eachEvent, ' ')
}

function isInProgress(clause: string): boolean {
  const marked = markEvents(clause)
  return inProgress.test(marked) && !notOccurring.test(marked)
}

function isHarmless(clause: string): boolean {
  const marked = markEvents(clause)
  return notOccurring.test(marked) || treatedOrTaught.test(marked)
}

function markEvents(text: string): string {
  return text.replaceAll(eachEvent, eventMark)
}
