/** Detects requests that no healthcare directory answers, even if the query also names a symptom. */
import { isClinician } from './care-words.ts'
import { isPresent, readRedFlags } from './triage/red-flag.ts'

const { flags, group } = readRedFlags(import.meta.dirname, 'out-of-scope.txt')
const besideClinician = flags.find(({ name }) => name === 'animal beside the clinician')!
const requests = flags.filter((flag) => flag !== besideClinician)
const pet = group('pet')

/** `words` are in corrected spelling. */
export function isOutOfScope(words: readonly string[]): boolean {
  const text = words.join(' ')
  const hasOwnPet = isPetBesideClinician(words)
  return requests.some((flag) => isPresent(flag, text) && !(hasOwnPet && flag.name === 'animal'))
}

/** The topics without a pet that only lives in the home of the patient: "home nurse who is ok with two dogs". */
export function withoutPets(topics: readonly string[], words: readonly string[]): readonly string[] {
  return isPetBesideClinician(words) ? topics.filter((word) => !pet.test(word)) : topics
}

function isPetBesideClinician(words: readonly string[]): boolean {
  return (
    words.some((word) => isClinician(word) || word === 'aide') && isPresent(besideClinician, words.join(' '))
  )
}
