/** Reads the clinician that a message names, also in the middle of a sentence: "is Ana Costa in my plan?" */
import { isNpi } from '@careatlas/directory/npi'
import type { FoldedName } from '@careatlas/directory/person-name'
import { titleCaseName } from '@careatlas/directory/title-case'
import { createNameClassifier } from '@careatlas/search/query/extract-all'
import { extractPerson, type NameClassifier } from '@careatlas/search/query/extract-person'
import { parseQuery, type ParsedQuery } from '@careatlas/search/query/parse-query'
import { isTitle } from '@careatlas/search/query/care-words'
import { isKnownWord, isTopic, type QueryResources } from '@careatlas/search/query/query-resources'
import { resolvePlace } from '@careatlas/search/query/resolve-place'
import { isStopWord } from '@careatlas/vocabulary/words'
import type { NamedPerson } from './conversation-context.ts'
import { isConversationWord } from './detect-answer-language.ts'

interface PersonOptions {
  readonly resources: QueryResources
  /** Whether the message asks for something of one record, such as its phone number. */
  readonly isAboutRecord: boolean
  /** The words that are part of no preference, place or payer. */
  readonly words: string
}

/** Null if the message names no person. `name` is null if no clinician has the name. */
export function readPerson(parsed: readonly ParsedQuery[], options: PersonOptions): NamedPerson | null {
  const known = parsed.find(({ parts }) => parts.person !== null)?.parts.person
  if (known) return toNamedPerson(known)
  if (options.isAboutRecord) {
    const words = options.words.split(' ').filter((word) => word !== '')
    const found = findName(words, createNameClassifier(options.resources))
    if (found !== null) return toNamedPerson(found)
    const unknown = findUnknownName(words, options.resources)
    if (unknown !== null) return correctOrUnknown(unknown, options.resources)
  }
  const unknown =
    parsed.find(({ unapplied }) => unapplied.unknownPerson !== null)?.unapplied.unknownPerson ?? null
  const label = unknown ?? findTitledName(options.words.split(' '), options.resources)
  return label === null ? null : correctOrUnknown(label, options.resources)
}

/** "Can you look up Dr. Zobrist?": the unknown words after a title within a sentence. */
function findTitledName(words: readonly string[], resources: QueryResources): string | null {
  // "Suboxone dr Pawtucket" names a town.
  const from = words.findIndex(
    (word, index) =>
      isTitle(words[index - 1] ?? '') &&
      isUnknown(word, resources) &&
      resolvePlace(word, resources.gazetteer) === null,
  )
  return from === -1 ? null : takeWhile(words.slice(from), (word) => isUnknown(word, resources)).join(' ')
}

function takeWhile(words: readonly string[], accepts: (word: string) => boolean): readonly string[] {
  const end = words.findIndex((word) => !accepts(word))
  return end === -1 ? words : words.slice(0, end)
}

function isUnknown(word: string, resources: QueryResources): boolean {
  return (
    /^\p{L}{2,}$/u.test(word) &&
    !isKnownWord(word, resources) &&
    !isTopic(word, resources) &&
    !isConversationWord(word)
  )
}

/** A name with a typo is easier to correct alone than in a sentence. */
function correctOrUnknown(label: string, resources: QueryResources): NamedPerson {
  const corrected = parseQuery(label, 'providers', 'lexical', resources).parts.person
  return corrected === null ? toUnknownPerson(label) : toNamedPerson(corrected)
}

/** No clinician has the name. */
export function toUnknownPerson(label: string): NamedPerson {
  return { name: null, label: titleCaseName(label.toUpperCase()) }
}

/** The name in the order of its parts. */
export function toNamedPerson({ first, middle, last }: FoldedName): NamedPerson {
  const name = {
    ...(first !== undefined && { first }),
    ...(middle !== undefined && { middle }),
    ...(last !== undefined && { last }),
  }
  return { name, label: titleCaseName(Object.values(name).join(' ')) }
}

/** Words of the longest names within a sentence. */
const nameWordsMax = 5
const wordsMax = 24

/** The longest run of words that is the first and last name of a clinician. */
function findName(words: readonly string[], classifier: NameClassifier): FoldedName | null {
  const bounded = words.slice(0, wordsMax)
  for (let count = Math.min(nameWordsMax, bounded.length); count > 1; count--)
    for (let from = 0; from + count <= bounded.length; from++) {
      const run = bounded.slice(from, from + count)
      if (isStopWord(run[0]!) || isStopWord(run.at(-1)!)) continue
      const { found, rest } = extractPerson(run, classifier)
      if (found?.first !== undefined && found.last !== undefined && rest.length === 0) return found
    }
  return null
}

/** Two or more neighboring words that neither English nor the vocabulary has. */
function findUnknownName(words: readonly string[], resources: QueryResources): string | null {
  const isUnknownWord = (word: string): boolean => isUnknown(word, resources)
  const from = words.findIndex((word, index) => isUnknownWord(word) && isUnknownWord(words[index + 1] ?? ''))
  return from === -1 ? null : takeWhile(words.slice(from), isUnknownWord).join(' ')
}

export interface ReadNpi {
  readonly digits: string
  readonly isValid: boolean
}

/** Ten digits that pass the check, or digits of any number that follow "NPI"; a telephone number is not one. */
export function readNpi(text: string): ReadNpi | null {
  const numbers = text.match(/(?<!\d)\d{10}(?!\d)/g) ?? []
  const valid = numbers.find((number) => isNpi(number))
  if (valid !== undefined) return { digits: valid, isValid: true }
  if (!/\bnpi\b/i.test(text)) return null
  const [first] = numbers.length > 0 ? numbers : (text.match(/(?<!\d)\d{6,14}(?!\d)/g) ?? [])
  return first === undefined ? null : { digits: first, isValid: false }
}
