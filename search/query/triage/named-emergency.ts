/** Emergencies that a query names, such as "heart attack", and clauses that only mention one: "history of stroke". */
import { readRedFlags } from './red-flag.ts'

const { group } = readRedFlags(import.meta.dirname, 'named-emergencies.txt')

/** Matches where each event is replaced by `eventMark`: with all events in each item it would compile for a second. */
const harmless = group('harmless')
const eventMark = 'EVENT'
const inThePresent = group('in the present')
const emergencyName = group('name')
const event = group('event')
const eachEvent = new RegExp(event.source, 'g')
const eachBeside = new RegExp(group('beside').source, 'g')
const eachNameOrBeside = new RegExp(`${emergencyName.source}|${eachBeside.source}`, 'g')

/** Matches where a clause begins without punctuation. */
export const clauseBeginning = group('beginning of a clause')

/** Whether the query names an emergency, and says no more about it than who has it and that it is urgent. */
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
  return event.test(clause) && inThePresent.test(clause) && !isHarmless(clause)
}

/** Removes the events from a clause in which they are past, feared, absent, taught or treated; null if it has none. */
export function withoutHarmlessEvents(clause: string): string | null {
  if (!event.test(clause) || inThePresent.test(clause) || !isHarmless(clause)) return null
  return clause.replaceAll(eachEvent, ' ')
}

function isHarmless(clause: string): boolean {
  return harmless.test(clause.replaceAll(eachEvent, eventMark))
}
