/**
 * Finds the arguments of a tool in a request, by the JSON Schema of the tool alone. It knows no place, payer or number word, so it
 * cannot turn "Nebraska" into "NE" or "second page" into an offset.
 */
import type { ListedTool, Property } from './planner.ts'

/** A word of the request, and the words before and after it, in lower case without diacritics and plural. */
interface Token {
  readonly text: string
  readonly before: readonly string[]
  readonly after: string
}

/** Words between a number and the word that says what it is, such as "payer" in "payer code 62308". */
const cueDistance = 2

export function extractArguments(
  request: string,
  { inputSchema }: ListedTool,
): Readonly<Record<string, unknown>> {
  const properties = Object.entries(inputSchema.properties)
  const tokens = tokenize(request)
  const values: Record<string, unknown> = {
    ...extractCoordinates(tokens, properties),
    ...extractTokens(tokens, properties),
    ...extractChoices(request, properties),
  }
  const named = extractNames(request, properties)
  const hasFreeText = Object.hasOwn(inputSchema.properties, 'q') && Object.keys(named).length === 0
  return { ...(hasFreeText && { q: request }), ...named, ...values }
}

type Properties = readonly (readonly [name: string, property: Property])[]

/** Two decimal numbers in a row are a position, if the schema has properties with the bounds of latitude and longitude. */
function extractCoordinates(tokens: readonly Token[], properties: Properties): Record<string, number> {
  const decimals = tokens.filter(({ text }) => /^-?\d+\.\d+$/.test(text)).map(({ text }) => Number(text))
  const names = [90, 180].map((bound) => properties.find(([, { minimum }]) => minimum === -bound)?.[0])
  const [latitude, longitude] = names
  if (decimals.length !== 2 || latitude === undefined || longitude === undefined) return {}
  return { [latitude]: decimals[0]!, [longitude]: decimals[1]! }
}

/** Gives each token to the property that accepts it; if several do, to one whose name or description has a word near the token. */
function extractTokens(tokens: readonly Token[], properties: Properties): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const token of tokens) {
    const accepting = properties.filter(([name, property]) => accepts(name, property, token))
    const [name, property] =
      accepting.find(([propertyName, candidate]) => hasCue(propertyName, candidate, token)) ??
      accepting[0] ??
      []
    if (name === undefined || property === undefined || name in values) continue
    values[name] = toValue(property, token.text)
  }
  return values
}

function toValue({ type }: Property, text: string): unknown {
  if (type === 'array') return [text]
  return type === 'number' || type === 'integer' ? Number(text) : text
}

/** Whether the token can be a value. A number needs a cue, as does a value of a pattern that accepts every word. */
function accepts(name: string, property: Property, token: Token): boolean {
  const { type, pattern, format, items, anyOf, minimum } = property
  if (format === 'uuid') return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(token.text)
  if (type === 'number' || type === 'integer')
    return (
      /^\d{1,4}$/.test(token.text) && minimum !== -90 && minimum !== -180 && hasCue(name, property, token)
    )
  const accepted = pattern ?? items?.pattern ?? anyOf?.find((option) => option.pattern)?.pattern
  const isUnspecific = accepted !== undefined && new RegExp(accepted).test('word')
  if (accepted === undefined || !new RegExp(accepted).test(token.text)) return false
  if (isUnspecific)
    return /\d|_/.test(token.text) && (token.text.includes('_') || hasCue(name, property, token))
  return /\d/.test(token.text) || /^[A-Z]{2}$/.test(token.text)
}

/** Whether a word near the token is in the name or the description of the property. */
function hasCue(name: string, { description = '' }: Property, { before, after }: Token): boolean {
  const words = new Set(splitWords(`${name.replaceAll('_', ' ')} ${description}`))
  return [...before, after].some((word) => word.length > 2 && !/\d/.test(word) && words.has(word))
}

/** A value of an enumeration that the request contains as words. */
function extractChoices(request: string, properties: Properties): Record<string, string> {
  const words = ` ${splitWords(request).join(' ')} `
  const found = properties.flatMap(([name, { enum: choices = [] }]) => {
    const choice = choices.find((value) =>
      words.includes(` ${splitWords(value.replaceAll('_', ' ')).join(' ')} `),
    )
    return choice === undefined || choice === 'name' ? [] : [[name, choice] as const]
  })
  return Object.fromEntries(found)
}

/** Capitalized words in a row after the first word of a sentence; "of" may connect them. */
const properNoun = /(?<=[^.?!¿¡]\s)(?!Dr\b)\p{Lu}[\p{L}'-]+(?:\s(?:of\s)?\p{Lu}[\p{L}'-]+)*/gu

/** A person has two capitalized words, an organization at least two, and a part of a name at least one. */
function extractNames(request: string, properties: Properties): Record<string, string> {
  const names = new Set(properties.map(([name]) => name))
  const nouns = request.match(properNoun) ?? []
  const person = nouns.find((noun) => noun.split(' ').length === 2)
  if (names.has('first_name') && names.has('last_name') && person !== undefined) {
    const [first, last] = person.split(' ')
    return { first_name: first!, last_name: last! }
  }
  const organization = nouns.find((noun) => noun.includes(' '))
  if (names.has('name') && organization !== undefined) return { name: organization }
  return names.has('query') && nouns[0] !== undefined ? { query: nouns[0] } : {}
}

function tokenize(request: string): readonly Token[] {
  const texts = request.split(/\s+/).map((text) => text.replaceAll(/^[¿¡("]+|[.,;:?!)"]+$/g, ''))
  const words = texts.map((text) => splitWords(text).join(' '))
  return texts.map((text, index) => ({
    text,
    before: words.slice(Math.max(0, index - cueDistance), index),
    after: words[index + 1] ?? '',
  }))
}

/** Words in lower case, without diacritics and plural `s`. */
function splitWords(text: string): readonly string[] {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return (plain.match(/[a-z0-9]+/g) ?? []).map((word) => word.replace(/(?<=\w{3})s$/, ''))
}
