/** Reads how a message changes the towns that are searched: it adds one, corrects the last one, or returns to all of them. */
import type { Gazetteer } from '@careatlas/search/query/extract-location'
import { resolvePlace } from '@careatlas/search/query/resolve-place'
import { wordsOf } from '@careatlas/vocabulary/words'

/**
 * `add`: the place is searched beside those of the conversation. `correct`: it replaces the one that was added last. `all`: the places of the
 * last two searches are searched together.
 */
export type TownChange = 'add' | 'correct' | 'all' | null

/** @param hasPlace whether the message names a place */
export function readTownChange(text: string, hasPlace: boolean): TownChange {
  const words = wordsOf(text).join(' ')
  if (!hasPlace) return all.test(words) ? 'all' : null
  if (correction.test(words)) return 'correct'
  return onlyThere.test(words) || !addition.test(words) ? null : 'add'
}

const opening =
  '(?:(?:and|ok|okay|hmm|yes|yeah|sure|but|y|si|bueno|please|can (?:you|u)|could (?:you|u)|i|we|lets) )*'
const addition = new RegExp(
  `^${opening}(?:or|o|also|add|plus|include|tambien|ademas|agregue|anada|incluya|otherwise)\\b|\\b(?:too(?! (?:far|long|much|many|expensive|big|small|busy|old|young|late|early|hard|bad|close))|also|as well|both|tambien|ademas)\\b`,
)
const correction =
  /\b(?:meant|mean|oops|sorry|typo|mistake|mistyped|(?:typed|wrote|spelled|put)(?: it| that)? wrong|wrong (?:town|city|zip|place|one)|quise decir|perdon|me equivoque|no wait|scratch that)\b/
/** "Just Cranston", "only the ones in Cranston" */
const onlyThere = /\b(?:just|only|solo|solamente|nomas|instead)\b/

const all =
  /^(?:(?:ok|okay|hmm|please|can|could|you|u|i|we|lets|want|y|por|favor|show|me|try|search|check|look|do|see|list|give|muestre|muestreme|busque|ver|quiero|in|near|at|around|en|for|the) )*(?:both|all(?: (?:two|three))?|(?:los|las) (?:dos|tres)|am[bv]os|ambas)(?: (?:of (?:them|those)|(?:the )?(?:towns|cities|areas|zips|zip codes|places)|ciudades|pueblos|zonas|lugares|please|then|por favor))*$/

/** Writes "add 02914" and "also check Bristol" as "also …", because ADD is a disorder and a check a visit. */
export function simplifyJoiningWords(text: string, gazetteer: Gazetteer): string {
  const match = joiningWords.exec(text)
  if (match === null || match.index > openingMax) return text
  const rest = text.slice(match.index + match[0].length)
  const isPlace = resolvePlace(rest.replace(courtesy, ''), gazetteer) !== null
  return isPlace ? `${text.slice(0, match.index)}also ${rest}` : text
}

/** In characters: "ok, can you please". */
const openingMax = 24
const joiningWords =
  /(?<![\p{L}\p{N}])(?:(?:also|or|plus) )?(?:add|include|also (?:check|try|look in|look at|do|search)|agregue|a[ñn]ada|incluya|tambi[eé]n busque)\s(?:(?:in|near|the|en)\s)?/iu
const courtesy = /,? (?:please|too|also|por favor|as well)\W*$/iu
