/** Vehicles, appliances, plants and walls with a fault, whose words resemble those of symptoms: "my lawn has brown spots". */
import { readRedFlags } from './triage/red-flag.ts'

const { group } = readRedFlags(import.meta.dirname, 'faulty-things.txt')
const eachFaultyThing = new RegExp(group('thing with a fault').source, 'g')
const harm = group('harm')

/** The text without the things that have a fault, unless they may have harmed a person. */
export function withoutFaultyThings(text: string): string {
  return harm.test(text) ? text : text.replaceAll(eachFaultyThing, ' ').replaceAll(/ {2,}/g, ' ').trim()
}
