/** Finds what no answer may have: facts that are not in the directory, claims about networks, numbers after other text. */
import { chatLimits, ChatCard } from '@careatlas/contract/chat-frames'
import { usContacts } from '@careatlas/search/notices'
import type { AnswerPart } from '@careatlas/server/chat/assistant/assistant'
import { parseContext, toStoredContext } from '@careatlas/server/chat/assistant/conversation-context'
import type { JudgedAnswer } from './judge-answer.ts'

export interface Fault {
  readonly text: string
  /** Whether it may harm the user. */
  readonly isDangerous: boolean
}

type Find = (parts: readonly AnswerPart[], message: string, judged: JudgedAnswer) => string | null

/** Each returns what is wrong; null if nothing is. */
const dangerous: readonly Find[] = [findLateNotice, findNetworkClaim, findWrongVerdict, findUnknownNumber]
const other: readonly Find[] = [findWrongCard, findBrokenParts, findBrokenContext]

export function findFaults(
  parts: readonly AnswerPart[],
  message: string,
  judged: JudgedAnswer,
): readonly Fault[] {
  const run = (finders: readonly Find[], isDangerous: boolean): readonly Fault[] =>
    finders.flatMap((find) => {
      const text = find(parts, message, judged)
      return text === null ? [] : [{ text, isDangerous }]
    })
  return [...run(dangerous, true), ...run(other, false)]
}

/** The notices come first, and the text begins with the number to call. */
function findLateNotice(parts: readonly AnswerPart[], _: string, { answer }: JudgedAnswer): string | null {
  const [notice] = answer.notices
  if (notice === undefined) return null
  const [firstLine = ''] = answer.text.split('\n')
  if (parts[0]?.kind !== 'notices') return 'text before the urgent notice'
  if (notice.contact !== null && !firstLine.includes(notice.contact.tel))
    return 'the text does not begin with the number'
  return null
}

/** A missing listing is no statement about a network. */
function findNetworkClaim(_: readonly AnswerPart[], __: string, { answer }: JudgedAnswer): string | null {
  return /out[- ]of[- ]network|not in (?:the |your )?network|fuera de la red|no está en la red/i.test(
    answer.text,
  )
    ? 'a claim that a clinician is outside a network'
    : null
}

/** A verdict equals the card of the directory. */
function findWrongVerdict(
  _: readonly AnswerPart[],
  __: string,
  { answer, directory }: JudgedAnswer,
): string | null {
  const { facts, payer } = parseContext(answer.context)
  const verdict = facts.find((fact) => fact.startsWith('verdict_'))
  const [card] = answer.cards
  if (verdict === undefined) return null
  if (card?.kind !== 'provider' || payer === null) return 'a verdict without a clinician or a payer'
  const listed =
    directory.providers.get(card.npi)?.carriers.some(({ code }) => payer.codes.includes(code)) ?? false
  const expected = payer.codes.length === 0 ? 'no_listings' : listed ? 'listed' : 'not_listed'
  return verdict === `verdict_${expected}` ? null : `${verdict} for ${card.name}, who is ${expected}`
}

function digits(text: string): string {
  return text.replaceAll(/\D/g, '')
}

/** Each telephone number and NPI in the text belongs to a record of the answer, is a contact, or was in the message. */
function findUnknownNumber(
  _: readonly AnswerPart[],
  message: string,
  { answer, directory }: JudgedAnswer,
): string | null {
  const records = answer.cards.map((card) =>
    card.kind === 'provider'
      ? JSON.stringify(directory.providers.get(card.npi))
      : JSON.stringify(directory.locations.get(card.location_uuid)),
  )
  const known = [...records, message, ...Object.values(usContacts).map(({ tel }) => tel)]
    .map(digits)
    .join(' ')
  const numbers = answer.text.match(/\(?\d{3}\)?[ -]?\d{3}[ -]?\d{4}/g) ?? []
  const unknown = numbers.find((number) => !known.includes(digits(number)))
  return unknown === undefined ? null : `the number ${unknown} is in no record of the answer`
}

function findWrongCard(
  _: readonly AnswerPart[],
  __: string,
  { answer, directory }: JudgedAnswer,
): string | null {
  for (const card of answer.cards) {
    if (!ChatCard.safeParse(card).success) return `a malformed card ${card.url}`
    const name =
      card.kind === 'provider'
        ? directory.providers.get(card.npi)?.name.display
        : directory.locations.get(card.location_uuid)?.name
    if (name === undefined || name !== card.name) return `a card that is not in the directory: ${card.url}`
    if (card.sources.length === 0) return `a card without sources: ${card.url}`
  }
  return null
}

function findBrokenParts(parts: readonly AnswerPart[], _: string, { answer }: JudgedAnswer): string | null {
  const text = parts.map((part) => (part.kind === 'text' ? part.text : '')).join('')
  if (text !== answer.text) return 'the parts are not the text'
  if (answer.text === '') return 'no text'
  if (answer.finishReason !== 'stop') return `finished with ${answer.finishReason}`
  if (answer.suggestions.length > chatLimits.suggestions) return 'too many suggestions'
  return null
}

const contextCharactersMax = 16_000

/** What a user may share in the next turn. */
const anyLocation = { lat: 0, lng: 0 }

function findBrokenContext(_: readonly AnswerPart[], __: string, { answer }: JudgedAnswer): string | null {
  const json = JSON.stringify(answer.context)
  if (json.length > contextCharactersMax) return `a context of ${json.length} characters`
  return JSON.stringify(toStoredContext(parseContext(JSON.parse(json), anyLocation))) === json
    ? null
    : 'a context that cannot be read again'
}
