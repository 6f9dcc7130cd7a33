/** Reads the clinician that a message names, also in the middle of a sentence: "is Ana Costa in my plan?" */
import { isNpi } from '@careatlas/directory/npi'
import { foldName, type FoldedName } from '@careatlas/directory/person-name'
import { titleCaseName } from '@careatlas/directory/title-case'
import { createNameClassifier } from '@careatlas/search/query/extract-all'
import { extractPerson, type NameClassifier } from '@careatlas/search/query/extract-person'
import { parseQuery, type ParsedQuery } from '@careatlas/search/query/parse-query'
import { isKnownWord, isTopic, type QueryResources } from '@careatlas/search/query/query-resources'
import { isStopWord } from '@careatlas/vocabulary/words'
import type { ConversationContext, NamedPerson } from './conversation-context.ts'
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
  if (known) return toPerson(known)
  if (options.isAboutRecord) {
    const words = options.words.split(' ').filter((word) => word !== '')
    const found = findName(words, createNameClassifier(options.resources))
    if (found !== null) return toPerson(found)
    const unknown = findUnknownName(words, options.resources)
    if (unknown !== null) return correctOrUnknown(unknown, options.resources)
  }
  const unknown = parsed.find(({ unapplied }) => unapplied.unknownPerson !== null)?.unapplied.unknownPerson
  return unknown ? correctOrUnknown(unknown, options.resources) : null
}

/** A name with a typo is easier to correct alone than in a sentence. */
function correctOrUnknown(label: string, resources: QueryResources): NamedPerson {
  const corrected = parseQuery(label, 'providers', 'lexical', resources).parts.person
  return corrected === null ? { name: null, label: titleCaseName(label.toUpperCase()) } : toPerson(corrected)
}

function toPerson(name: FoldedName): NamedPerson {
  const parts = [name.first, name.middle, name.last].filter((part) => part !== undefined)
  return { name, label: titleCaseName(parts.join(' ')) }
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
  const isUnknown = (word: string): boolean =>
    /^\p{L}{2,}$/u.test(word) &&
    !isKnownWord(word, resources) &&
    !isTopic(word, resources) &&
    !isConversationWord(word)
  const from = words.findIndex((word, index) => isUnknown(word) && isUnknown(words[index + 1] ?? ''))
  if (from === -1) return null
  const end = words.findIndex((word, index) => index > from && !isUnknown(word))
  return words.slice(from, end === -1 ? undefined : end).join(' ')
}

/** "It's spelled Nuyen": the name of the person that the last answers were about, as the user corrects it. */
export function readSpelledName(
  text: string,
  { shown, facts, person, asked }: Pick<ConversationContext, 'shown' | 'facts' | 'person' | 'asked'>,
): NamedPerson | null {
  const isAboutPerson =
    person !== null || asked === 'name' || facts.includes('record') || facts.includes('not_found')
  const [, first, second] = (isAboutPerson && spelled.exec(text)) || []
  if (first === undefined) return null
  // Of two spellings, the one that was not found yet.
  const isShown = (name: string): boolean =>
    shown.records.some((record) =>
      foldName(record.name)
        .split(/[^\p{L}'-]+/u)
        .includes(foldName(name)),
    )
  const name = second !== undefined && isShown(first) ? second : first
  const words = foldName(name).split(' ')
  return toPerson({ ...(words.length > 1 && { first: words[0]! }), last: words.at(-1)! })
}

/** Whether the message spells a name. */
export function isSpelling(text: string): boolean {
  return spelled.test(text)
}

const spelled =
  /\b(?:spelled|spelt|spelling(?: is)?|se escribe|se deletrea|apellido(?: es)?|last name(?: is)?)(?: (?:like|as|with|con|it|maybe|more|is))* ["“]?(\p{L}[\p{L}'-]+)["”]?(?:,? (?:or|o) ["“]?(\p{L}[\p{L}'-]+))?/iu

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
