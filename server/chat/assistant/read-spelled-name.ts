/** Reads a name that the message spells or knows in part: "K-O-W-A-L", "it's spelled Nuyen", "starts with Khal", "Moro or Moreau". */
import { foldName, type FoldedName } from '@careatlas/directory/person-name'
import { foldText, wordsOf } from '@careatlas/vocabulary/words'
import type { ConversationContext, NamedPerson } from './conversation-context.ts'
import { toNamedPerson, toUnknownPerson } from './read-person.ts'

/** Letters one by one; with dots, they may also be an abbreviation, such as "E.N.T.". */
const letters =
  /(?<![\p{L}\p{N}'’])(?:\p{L}(?:-\p{L}){2,}|\p{L}(?:\. ?\p{L}){2,}|\p{L}(?: \p{L}){3,})(?![\p{L}\p{N}'’])/gu

/** Writes "Kenji K-E-N-J-I" as "Kenji", and "E.N.T." as "ENT". */
export function joinLetters(text: string): string {
  return text.replaceAll(letters, (phrase, at: number) => {
    const word = phrase.replaceAll(/[^\p{L}]/gu, '')
    const before = wordsOf(text.slice(0, at)).at(-1)
    return before === foldText(word) ? '' : word
  })
}

/** The names that the message spells with letters. */
function findLetters(text: string): readonly string[] {
  return [...text.matchAll(letters)]
    .filter(([phrase]) => !phrase.includes('.'))
    .map(([phrase]) => phrase.replaceAll(/[^\p{L}]/gu, ''))
}

const spelled =
  /\b(?:spelled|spelt|spelling(?: is)?|se escribe|se deletrea|apellido(?: es)?|last name(?: is)?)(?: (?:like|as|with|con|it|maybe|more|is))* ["“]?(\p{L}[\p{L}'-]+)["”]?(?:,? (?:or|o) ["“]?(\p{L}[\p{L}'-]+))?/iu

/** "My doctor's name starts with Khal", "a dentist named Moro or Moreau" */
const partlyKnown =
  /\b(?:(?:last )?name|apellido|nombre)\b[^.;!?]{0,20}\b(?:(?:starts?|begins?|started|beginning|starting) with|like|empieza (?:con|por)|comienza con) ["“]?(\p{L}[\p{L}'-]+)["”]?(?:,? (?:or|o) ["“]?(\p{L}[\p{L}'-]+))?/iu
const named =
  /\b(?:doctora?|dr|dentist\p{L}*|therapist|nurse|surgeon|some(?:one|body)|guy|lady|woman|man|person|alguien|m[eé]dic[oa]) (?:named|called|llamad[oa]|que se llama) (?:dra?\.? )?["“]?(\p{L}[\p{L}'-]+)["”]?,? (?:or|o) ["“]?(\p{L}[\p{L}'-]+)/iu

/** Whether the message spells a name. */
export function isSpelling(text: string): boolean {
  return [spelled, partlyKnown, named].some((pattern) => pattern.test(text)) || findLetters(text).length > 0
}

type KnownPerson = Pick<ConversationContext, 'shown' | 'facts' | 'person' | 'asked'>

export interface SpelledName {
  readonly person: NamedPerson
  /** Whether the message may also name the field: "a dentist named Moro or Moreau". */
  readonly hasField: boolean
}

/** @param isName whether a clinician has the name */
export function readSpelledName(
  text: string,
  context: KnownPerson,
  isName: (name: FoldedName) => boolean,
): SpelledName | null {
  const [joined] = findLetters(text)
  if (joined !== undefined) return { person: findByLetters(joined, context, isName), hasField: false }
  const namesOne = partlyKnown.exec(text) ?? named.exec(text)
  if (namesOne !== null) {
    const names = namesOne.slice(1).filter((name) => name !== undefined)
    const known = names.find((name) => isName({ last: foldName(name) }))
    const person = known === undefined ? toUnknownPerson(names[0]!) : toNamedPerson({ last: foldName(known) })
    return { person, hasField: true }
  }
  const corrected = readCorrectedName(text, context)
  return corrected && { person: corrected, hasField: false }
}

/** Of the person of the last answers if it is a part of that name, or else a last name. */
function findByLetters(
  word: string,
  { person }: KnownPerson,
  isName: (name: FoldedName) => boolean,
): NamedPerson {
  const name = foldName(word)
  const first = person?.name?.first
  const found = [
    ...(first === undefined ? [] : [{ first, last: name }]),
    { last: name },
    { first: name },
  ].find(isName)
  return found === undefined ? toUnknownPerson(word) : toNamedPerson(found)
}

/** "Maybe it was Nuyen", "or it could be Dr. Nuyen": another name after one that was not found, or of which there are several. */
const guessed =
  /^(?:(?:or|no|oh|wait|well|hmm|sorry|actually|then|so|ok|o|pues|ay|perdon) )*(?:(?:maybe|perhaps|possibly|i think|i guess|quizas?|tal vez|a lo mejor|creo que) (?:(?:it|that|the name|s?he|his name|her name)(?: was| is| could be| might be| may be)? |(?:its|thats|hes|shes|era|es|fue|se llama) )?|(?:it|the name) (?:was|could be|might be|may be) |(?:pudo ser|puede ser|podria ser) )(?:(?:dra?|doctora?) )?(\p{L}{3,})(?: (?:or something|instead|then|i think|o algo asi))?$/u

/** "It's spelled Nuyen": the name of the person that the last answers were about. */
function readCorrectedName(text: string, { shown, facts, person, asked }: KnownPerson): NamedPerson | null {
  const isAboutPerson =
    person !== null || asked === 'name' || facts.includes('record') || facts.includes('not_found')
  const isOpen = person !== null || asked === 'name' || facts.includes('not_found')
  const [, first, second] =
    (isAboutPerson && spelled.exec(text)) || (isOpen && guessed.exec(wordsOf(text).join(' '))) || []
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
  return toNamedPerson({ ...(words.length > 1 && { first: words[0]! }), last: words.at(-1)! })
}
