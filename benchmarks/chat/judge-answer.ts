/**
 * Judges an answer by its cards and the facts that its context records:
 *
 * | expectation                                   | holds if                                                         |
 * | --------------------------------------------- | ---------------------------------------------------------------- |
 * | `cards`, `cards 2`, `no cards`                | the answer has cards, two cards, none                            |
 * | `first card: …`, `some card: …`, `every card: …` | the card has all properties of the list                       |
 * | `card 2 of the last list`                     | the first card is the second one of the last answer with several |
 * | `nearest first`                               | the cards are sorted by distance                                 |
 * | `asks place`, `asks nothing`                  | the answer asks for it: need, place, payer or name               |
 * | `notice crisis`, `no notice`                  | the answer has an urgent notice of the kind                      |
 * | `verdict listed`, `hours unknown`, `facts …`  | the answer states it                                             |
 * | `language es`                                 | the answer is in Spanish                                         |
 * | `place 02903`                                 | the conversation is about a place within 10 miles                |
 * | `verification`, `no verification`             | the user is asked to verify a destination                        |
 * | `forgets everything`                          | nothing but the language is remembered                           |
 * | `text …`                                      | the text contains the words                                      |
 *
 * Properties of a card: `specialty a|b`, `clinic a|b` (the name, focus or registered kind of a place), `kind location`,
 * `within 25 miles of 02903`, `gender F`, `language es`, `listed by DEMO1`, `is A`, `new` (in no earlier answer).
 * A `|` separates alternatives.
 */
import type { LocationCard, ProviderCard } from '@careatlas/contract/cards'
import type { ChatCard } from '@careatlas/contract/chat-frames'
import { distanceMiles, type Point } from '@careatlas/directory/distance'
import { findZipPoint } from '@careatlas/directory/zip'
import type { Answer } from '@careatlas/server/chat/assistant/assistant'
import { type ConversationContext, parseContext } from '@careatlas/server/chat/assistant/conversation-context'
import type { DemoDirectory } from './demo-directory.ts'

export interface JudgedAnswer {
  readonly answer: Answer
  /** The earlier answers of the dialogue. */
  readonly earlier: readonly Answer[]
  readonly people: ReadonlyMap<string, ProviderCard>
  readonly directory: Pick<DemoDirectory, 'providers' | 'locations'>
}

/** Throws an Error for an unknown expectation. */
export function judge(expectation: string, judged: JudgedAnswer): boolean {
  for (const [pattern, holds] of judgments) {
    const match = pattern.exec(expectation)
    if (match !== null)
      return holds(
        match.slice(1).map((group) => group ?? ''),
        judged,
      )
  }
  throw new Error(`unknown expectation ${expectation}`)
}

type Judgment = (groups: readonly string[], judged: JudgedAnswer) => boolean

const judgments: readonly (readonly [pattern: RegExp, holds: Judgment])[] = [
  [/^no cards$/, (_, { answer }) => answer.cards.length === 0],
  [
    /^cards(?: (\d+))?$/,
    ([count], { answer }) => (count ? answer.cards.length === Number(count) : answer.cards.length > 0),
  ],
  [
    /^first card: (.+)$/,
    ([properties], judged) => hasProperties(judged.answer.cards[0], properties!, judged),
  ],
  [
    /^some card: (.+)$/,
    ([properties], judged) => judged.answer.cards.some((card) => hasProperties(card, properties!, judged)),
  ],
  [
    /^every card: (.+)$/,
    ([properties], judged) =>
      judged.answer.cards.length > 0 &&
      judged.answer.cards.every((card) => hasProperties(card, properties!, judged)),
  ],
  [/^card (\d) of the last list$/, ([index], judged) => isOfLastList(Number(index), judged)],
  [/^nearest first$/, (_, { answer: { cards } }) => cards.length > 0 && isSortedByDistance(cards)],
  [/^asks (.+)$/, ([asked], { answer }) => asked!.split('|').includes(contextOf(answer).asked ?? 'nothing')],
  [/^no notice$/, (_, { answer }) => answer.notices.length === 0],
  [
    /^notice(?: (.+))?$/,
    ([kinds], { answer }) =>
      answer.notices.some(
        ({ kind, severity }) => severity === 'urgent' && (!kinds || kinds.split('|').includes(kind)),
      ),
  ],
  [/^(verdict|hours) (.+)$/, ([topic, values], judged) => states(values!, judged, `${topic}_`)],
  [/^facts (.+)$/, ([values], judged) => states(values!, judged, '')],
  [/^language (\w+)$/, ([language], { answer }) => contextOf(answer).language === language],
  [/^place (\d{5})$/, ([zip], { answer }) => isNear(contextOf(answer).place, zip!, placeMilesMax)],
  [/^verification$/, (_, { answer }) => answer.verification !== null],
  [/^no verification$/, (_, { answer }) => answer.verification === null],
  [/^forgets everything$/, (_, { answer }) => isForgotten(contextOf(answer))],
  [/^text (.+)$/, ([words], { answer }) => answer.text.toLowerCase().includes(words!.toLowerCase())],
]

const placeMilesMax = 10

function contextOf({ context }: Answer): ConversationContext {
  return parseContext(context)
}

/** `not listed|no match` with the prefix `verdict_` means the facts `verdict_not_listed` and `verdict_no_match`. */
function states(values: string, { answer }: JudgedAnswer, prefix: string): boolean {
  const { facts } = contextOf(answer)
  return values.split('|').some((value) => facts.includes(`${prefix}${value.replaceAll(' ', '_')}`))
}

function isForgotten({ need, place, payer, gender, languages, shown }: ConversationContext): boolean {
  return (
    [need, place, payer, gender].every((slot) => slot === null) &&
    languages.length + shown.records.length === 0
  )
}

function isNear(point: Point | null, zip: string, miles: number): boolean {
  const center = findZipPoint(zip)
  return point !== null && center !== null && distanceMiles(point, center) <= miles
}

function isSortedByDistance(cards: readonly ChatCard[]): boolean {
  const miles = cards.map((card) => card.distance_miles ?? Infinity)
  return miles.every((distance, index) => index === 0 || miles[index - 1]! <= distance)
}

function isOfLastList(index: number, { answer, earlier }: JudgedAnswer): boolean {
  const last = earlier.findLast(({ cards }) => cards.length > 1)
  const [card] = answer.cards
  return card !== undefined && last !== undefined && idOf(card) === idOf(last.cards[index - 1]!)
}

export function idOf(card: ChatCard): string {
  return card.kind === 'provider' ? card.npi : card.location_uuid
}

// Properties of a card

function hasProperties(card: ChatCard | undefined, properties: string, judged: JudgedAnswer): boolean {
  return card !== undefined && properties.split(', ').every((property) => hasProperty(card, property, judged))
}

function hasProperty(card: ChatCard, property: string, judged: JudgedAnswer): boolean {
  const [, name = property, value = ''] =
    /^(specialty|clinic|kind|within|gender|language|listed by|is) (.+)$/.exec(property) ?? []
  const { providers, locations } = judged.directory
  const provider = card.kind === 'provider' ? providers.get(card.npi) : undefined
  const location = card.kind === 'location' ? locations.get(card.location_uuid) : undefined
  switch (name) {
    case 'kind':
      return card.kind === value
    case 'specialty':
      return (
        provider !== undefined &&
        includesAny(
          provider.specialties.map((specialty) => specialty.name),
          value,
        )
      )
    case 'clinic':
      return location !== undefined && includesAny(describePlace(location), value)
    case 'within':
      return isWithin(provider, location, value)
    case 'gender':
      return provider?.gender === value
    case 'language':
      return card.languages.includes(value)
    case 'listed by':
      return provider?.carriers.some(({ code }) => code === value) ?? false
    case 'is':
      return card.kind === 'provider' && card.npi === judged.people.get(value)?.npi
    case 'new':
      return !judged.earlier.some(({ cards }) => cards.some((shown) => idOf(shown) === idOf(card)))
    default:
      throw new Error(`unknown property ${property}`)
  }
}

function includesAny(texts: readonly string[], alternatives: string): boolean {
  const all = texts.join(' ').toLowerCase()
  return alternatives.split('|').some((word) => all.includes(word))
}

function describePlace({
  name,
  clinical_focus: focus,
  specialties,
  summary,
}: LocationCard): readonly string[] {
  return [name ?? '', focus.primary ?? '', ...specialties.map((specialty) => specialty.name), summary]
}

/** Whether a place of the record is in the circle of `25 miles of 02903`. */
function isWithin(
  provider: ProviderCard | undefined,
  location: LocationCard | undefined,
  circle: string,
): boolean {
  const [, miles, zip = ''] = /^(\d+) miles of (\d{5})$/.exec(circle) ?? []
  const places = provider?.practice_locations ?? (location === undefined ? [] : [location])
  return places.some(
    ({ lat, lng }) => lat !== null && lng !== null && isNear({ lat, lng }, zip, Number(miles)),
  )
}
