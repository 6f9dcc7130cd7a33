/** Generates valid and invalid requests to one operation of the document. */
import * as fc from 'fast-check'
import { exampleParameterSets, type Operation } from './document.ts'
import type { KnownValues } from './known-values.ts'
import type { FuzzRequest } from './send.ts'
import { unknownName, invalidValue, validValue } from './values.ts'

/** A parameter and its text in the query. */
type Pair = readonly [name: string, value: string]

export function documentedRequest(
  operation: Operation,
  known: KnownValues,
  key: string,
): fc.Arbitrary<FuzzRequest> {
  return fc
    .record({
      path: arbitraryPath(operation, known),
      query: arbitraryQuery(operation, known),
      headers: arbitraryHeaders(key),
      ...methodAndBody,
    })
    .map(({ path, query, headers, method, body }) => ({
      method,
      path: query.length === 0 ? path : `${path}?${query.map((pair) => pair.join('=')).join('&')}`,
      headers,
      body,
    }))
}

function arbitraryPath({ path, parameters }: Operation, known: KnownValues): fc.Arbitrary<string> {
  const parts = path.split(/(\{\w+\})/).map((part) => {
    const parameter = parameters.find(({ name }) => part === `{${name}}`)
    if (parameter === undefined) return fc.constant(part)
    return fc.oneof({ weight: 4, arbitrary: validValue(parameter, known) }, invalidValue)
  })
  return fc.tuple(...parts).map((texts) => texts.join(''))
}

/** Generates the parameters of an example with other values, further parameters, and sometimes mistakes. */
function arbitraryQuery(operation: Operation, known: KnownValues): fc.Arbitrary<readonly Pair[]> {
  const none: fc.Arbitrary<Pair[]> = fc.constant([])
  const parameters = operation.parameters.filter((parameter) => parameter.in === 'query')
  const validPair = (name: string): fc.Arbitrary<Pair> => {
    const parameter = parameters.find((candidate) => candidate.name === name)!
    return validValue(parameter, known).map((value) => [name, value])
  }
  const names = parameters.map(({ name }) => name)
  const valid = fc
    .constantFrom(...exampleParameterSets(operation))
    .chain((set) => fc.tuple(...set.map(validPair)))
  const more =
    names.length === 0 ? none : fc.array(fc.constantFrom(...names).chain(validPair), { maxLength: 2 })
  const mistake: fc.Arbitrary<Pair> = fc.tuple(
    names.length === 0
      ? unknownName
      : fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...names) }, unknownName),
    invalidValue,
  )
  const mistakes = fc.oneof(
    { weight: 3, arbitrary: none },
    { weight: 1, arbitrary: fc.array(mistake, { maxLength: 3 }) },
  )
  return fc
    .record({ valid, more: withProbability(more, 0.3, []), mistakes })
    .map((parts) =>
      applyMistakes([...parts.valid, ...withoutRepeats(parts.more, parts.valid)], parts.mistakes),
    )
}

/** Removes repeated names, because repeated parameters are generated as mistakes. */
function withoutRepeats(more: readonly Pair[], before: readonly Pair[]): readonly Pair[] {
  const names = new Set(before.map(([name]) => name))
  return more.filter(([name]) => !names.has(name) && names.add(name))
}

/** Every other mistake replaces the valid value; the rest are added to it. */
function applyMistakes(valid: readonly Pair[], mistakes: readonly Pair[]): readonly Pair[] {
  const replaced = new Set(mistakes.filter((_, index) => index % 2 === 0).map(([name]) => name))
  return [...valid.filter(([name]) => !replaced.has(name)), ...mistakes]
}

function withProbability<Value>(
  arbitrary: fc.Arbitrary<Value>,
  share: number,
  otherwise: Value,
): fc.Arbitrary<Value> {
  const weight = Math.round(share * 100)
  return fc.oneof({ weight: 100 - weight, arbitrary: fc.constant(otherwise) }, { weight, arbitrary })
}

/** Nearly always GET without a body. */
const methodAndBody = {
  method: fc.oneof(
    { weight: 90, arbitrary: fc.constant('GET') },
    { weight: 5, arbitrary: fc.constant('HEAD') },
    {
      weight: 5,
      arbitrary: fc.constantFrom(
        'POST',
        'PUT',
        'PATCH',
        'DELETE',
        'OPTIONS',
        'TRACE',
        'QUERY',
        'PROPFIND',
        'FOO',
      ),
    },
  ),
  body: withProbability<string | null>(
    fc.oneof(fc.constantFrom('{}', 'a=b', '\u0000', '{"__proto__":{"a":1}}'), fc.json()),
    0.02,
    null,
  ),
}

const unusualHeaders: Readonly<Record<string, readonly string[]>> = {
  accept: [
    '*/*',
    'application/json',
    'text/html',
    'application/json;q=0',
    'garbage',
    ';;;,,,',
    'a/b,'.repeat(200),
  ],
  'accept-encoding': ['br', 'gzip', 'identity', 'deflate', 'br;q=0, *', 'zstd', 'x'.repeat(500), ',,,'],
  'if-none-match': ['*', '"x"', 'W/"x"', '', '"', ','.repeat(500), '"2026-01-01.1-aaaaaaaaaaaaaaaaaaaaaa"'],
  'if-modified-since': ['Sat, 21 Nov 2026 00:00:00 GMT', 'yesterday'],
  range: ['bytes=0-1', 'bytes=1-', 'lines=1-2', 'bytes=5-1'],
  'content-type': ['application/json', 'text/plain', 'application/json; charset=utf-7', 'x', ''],
  origin: ['null', 'https://example.org'],
  'x-request-id': ['12345678', 'x', '__proto__', 'a'.repeat(100)],
  'x-forwarded-for': ['203.0.113.9', '::1', 'unknown, 1'],
  cookie: ['a=b', ';;=;', 'a'.repeat(2000)],
  'x-filler': ['x'.repeat(9000), 'x'.repeat(17_000)],
}

function arbitraryHeaders(key: string): fc.Arbitrary<Readonly<Record<string, string>>> {
  const authorization = fc.oneof(
    { weight: 60, arbitrary: fc.constant(`Bearer ${key}`) },
    fc.constantFrom(
      '',
      'Bearer',
      `Bearer ${key}x`,
      `Basic ${key}`,
      key,
      `Bearer ${key} ${key}`,
      'Bearer a.b.c',
      'x'.repeat(3000),
    ),
    fc.constant(null),
  )
  const [names, values] = [Object.keys(unusualHeaders), Object.values(unusualHeaders)]
  const unusualHeader = fc
    .integer({ min: 0, max: names.length - 1 })
    .chain((index) => fc.constantFrom(...values[index]!).map((value) => [names[index]!, value] as const))
  const more = withProbability(fc.array(unusualHeader, { maxLength: 3 }), 0.2, [])
  // `*` matches every ETag, so the response is a 304.
  const known = withProbability<Readonly<Record<string, string>>>(
    fc.constant({ 'if-none-match': '*' }),
    0.03,
    {},
  )
  return fc.tuple(authorization, known, more).map(([sent, cached, unusualPairs]) => ({
    ...cached,
    ...(sent !== null && { authorization: sent }),
    ...Object.fromEntries(unusualPairs),
  }))
}
