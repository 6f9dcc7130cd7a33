/** Words that wrap a question, or praise or price what is looked for, and say nothing about what it is. */
import { isStopWord, stemOf } from '@careatlas/vocabulary/words'
import { isClinician } from './clinician-words.ts'
import { phraseSet, TokenCursor } from './token-cursor.ts'

const fillers: ReadonlySet<string> = new Set(
  (
    'about accept accepting advice affordable after again also another anyone anybody appointment appointments are around ' +
    'asap available away bad because been before best better book booking call cant cheap closest come couple days dont ' +
    'every everyone few find finding found free from get gets getting give go goes going good great happen having help ' +
    'helps hi hello how hours info information keep keeps kind know last late later local long look looking lot make ' +
    'makes many maybe might month months more most much must nearby nearest need needs never new next nice now number ' +
    'office often ok old open people person please possible problem problems provider providers quick quickly really ' +
    'recommend recommendation recommended right same say says schedule see seeing seem seems someone somebody something ' +
    'soon sort still suddenly sure take takes taking tell thank thanks thing things think today tomorrow tonight top try ' +
    'trying use used visit want wants week weekend weeks went within without work works year years yet ' +
    'amazing awesome caring cheaper cheapest compassionate competent decent excellent experienced famous fantastic fast ' +
    'faster friendly gentle highly honest knowledgeable leading listen listens moved pleasant popular price prices pricing ' +
    'ranked ranking rated rating ratings reliable renowned reputable respected review reviews skilled town trusted ' +
    'trustworthy wait waitlist wonderful monday tuesday wednesday thursday friday saturday saturdays sunday sundays ' +
    'evening evenings ' +
    'buen buena bueno cita cerca dando doliendo donde encontrar hay mejor puede quiero ver'
  ).split(' '),
)

/** Whether the word says nothing about what is looked for, unless it makes a phrase of the vocabulary with its neighbors. */
export function isFiller(word: string): boolean {
  return fillers.has(word)
}

const fillerPhrases = phraseSet(`
  board certified, wheelchair accessible, world class, well known, walk ins welcome|accepted, payment plan|plans, takes payment plans
  bedside manner, good|great bedside manner, five star, 5 star, in town, with parking, free parking, new to the area, on a budget
  referral for|to, a referral for|to, need a referral for|to, referred to|by
`)

/** How old, said of the one who treats. */
const agesOfClinicians = /^(?:young|younger|old|older|middle)$/

/**
 * The words that tell what is looked for, in order. A filler stays that makes a phrase of the vocabulary with its neighbors:
 * "free clinic", "bad breath".
 */
export function withoutFillers(
  said: readonly string[],
  isPhrase: (stems: readonly string[]) => boolean,
): readonly string[] {
  const words = new TokenCursor(said)
  words.takeAll(fillerPhrases)
  const rest = words.remaining().filter((word) => !isStopWord(word))
  return rest.filter((word, at) => {
    if (agesOfClinicians.test(word) && isClinician(rest[at + 1] ?? '')) return false
    return !fillers.has(word) || isInPhrase(rest, at, isPhrase)
  })
}

/** Phrases of more words are understood without the filler. */
const longestPhrase = 4

function isInPhrase(
  words: readonly string[],
  at: number,
  isPhrase: (stems: readonly string[]) => boolean,
): boolean {
  for (let count = 2; count <= longestPhrase; count++) {
    for (let from = Math.max(0, at - count + 1); from <= at && from + count <= words.length; from++) {
      if (isPhrase(words.slice(from, from + count).map(stemOf))) return true
    }
  }
  return false
}
