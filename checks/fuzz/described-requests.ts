/** Generates requests to one operation of the document: valid ones, and ones with few or many mistakes. */
import * as fc from 'fast-check'
import { exampleSets, type Operation } from './document.ts'
import type { KnownValues } from './known-values.ts'
import type { FuzzRequest } from './send.ts'
import { badName, badValue, goodValue } from './values.ts'

/** A parameter and its text in the query. */
type Pair = readonly [name: string, value: string]

export function describedRequest(
  operation: Operation,
  known: KnownValues,
  key: string,
): fc.Arbitrary<FuzzRequest> {
  return fc
    .record({
      path: pathOf(operation, known),
      query: queryOf(operation, known),
      headers: headersWith(key),
      ...sending,
    })
    .map(({ path, query, headers, method, body }) => ({
      method,
      path: query.length === 0 ? path : `${path}?${query.map((pair) => pair.join('=')).join('&')}`,
      headers,
      body,
    }))
}

function pathOf({ path, parameters }: Operation, known: KnownValues): fc.Arbitrary<string> {
  const parts = path.split(/(\{\w+\})/).map((part) => {
    const parameter = parameters.find(({ name }) => part === `{${name}}`)
    if (parameter === undefined) return fc.constant(part)
    return fc.oneof({ weight: 4, arbitrary: goodValue(parameter, known) }, badValue)
  })
  return fc.tuple(...parts).map((texts) => texts.join(''))
}

/** The parameters of an example with other values, further parameters, and sometimes mistakes. */
function queryOf(operation: Operation, known: KnownValues): fc.Arbitrary<readonly Pair[]> {
  const none: fc.Arbitrary<Pair[]> = fc.constant([])
  const parameters = operation.parameters.filter((one) => one.in === 'query')
  const good = (name: string): fc.Arbitrary<Pair> => {
    const parameter = parameters.find((one) => one.name === name)!
    return goodValue(parameter, known).map((value) => [name, value])
  }
  const names = parameters.map(({ name }) => name)
  const valid = fc.constantFrom(...exampleSets(operation)).chain((set) => fc.tuple(...set.map(good)))
  const more = names.length === 0 ? none : fc.array(fc.constantFrom(...names).chain(good), { maxLength: 2 })
  const mistake: fc.Arbitrary<Pair> = fc.tuple(
    names.length === 0 ? badName : fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...names) }, badName),
    badValue,
  )
  const mistakes = fc.oneof(
    { weight: 3, arbitrary: none },
    { weight: 1, arbitrary: fc.array(mistake, { maxLength: 3 }) },
  )
  return fc
    .record({ valid, more: rarely(more, 0.3, []), mistakes })
    .map((parts) => merged([...parts.valid, ...onceEach(parts.more, parts.valid)], parts.mistakes))
}

/** Removes repeated names; repeated parameters are generated as mistakes. */
function onceEach(more: readonly Pair[], before: readonly Pair[]): readonly Pair[] {
  const taken = new Set(before.map(([name]) => name))
  return more.filter(([name]) => !taken.has(name) && taken.add(name))
}

/** A mistake replaces the right value or is added to it. */
function merged(right: readonly Pair[], mistakes: readonly Pair[]): readonly Pair[] {
  const replaced = new Set(mistakes.filter((_, at) => at % 2 === 0).map(([name]) => name))
  return [...right.filter(([name]) => !replaced.has(name)), ...mistakes]
}

function rarely<Value>(arbitrary: fc.Arbitrary<Value>, share: number, otherwise: Value): fc.Arbitrary<Value> {
  const weight = Math.round(share * 100)
  return fc.oneof({ weight: 100 - weight, arbitrary: fc.constant(otherwise) }, { weight, arbitrary })
}

/** Methods and bodies: nearly always GET without a body. */
const sending = {
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
  body: rarely<string | null>(
    fc.oneof(fc.constantFrom('{}', 'a=b', '\u0000', '{"__proto__":{"a":1}}'), fc.json()),
    0.02,
    null,
  ),
}

const oddHeaders: Readonly<Record<string, readonly string[]>> = {
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

function headersWith(key: string): fc.Arbitrary<Readonly<Record<string, string>>> {
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
  const [names, values] = [Object.keys(oddHeaders), Object.values(oddHeaders)]
  const odd = fc
    .integer({ min: 0, max: names.length - 1 })
    .chain((at) => fc.constantFrom(...values[at]!).map((value) => [names[at]!, value] as const))
  const more = rarely(fc.array(odd, { maxLength: 3 }), 0.2, [])
  // The expected response is already known.
  const known = rarely<Readonly<Record<string, string>>>(fc.constant({ 'if-none-match': '*' }), 0.03, {})
  return fc.tuple(authorization, known, more).map(([sent, cached, some]) => ({
    ...cached,
    ...(sent !== null && { authorization: sent }),
    ...Object.fromEntries(some),
  }))
}
