/** Generates percent-encoded values of a parameter: some that its schema allows, and some that no schema allows. */
import * as fc from 'fast-check'
import type { Parameter } from './document.ts'
import type { KnownValues } from './known-values.ts'

type Text = fc.Arbitrary<string>

/** Valid values by the schema; existing values are more frequent. */
export function validValue({ name, schema }: Parameter, known: KnownValues): Text {
  const { type, enum: choices, pattern, minimum = 0, maximum = 100, maxLength = Infinity } = schema
  const existing = (known.get(name) ?? []).filter((text) => text.length <= maxLength)
  if (choices !== undefined) return fc.constantFrom(...choices)
  if (type === 'integer') {
    const small = fc.integer({ min: minimum, max: Math.min(maximum, minimum + 20) })
    return fc.oneof({ weight: 4, arbitrary: small }, fc.integer({ min: minimum, max: maximum })).map(String)
  }
  const generated =
    type === 'number'
      ? fc.double({ min: minimum, max: maximum, noNaN: true }).map((value) => value.toFixed(5))
      : pattern === undefined
        ? plainText(schema)
        : fc.stringMatching(new RegExp(pattern, 'u'))
  const single =
    existing.length === 0
      ? generated
      : fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...existing) }, generated)
  if (type !== 'array') return single.map(encode)
  const item = existing.length === 0 ? fc.constant('X') : fc.constantFrom(...existing)
  return fc.array(item, { minLength: 1, maxLength: 4 }).map((codes) => codes.map(encode).join(','))
}

function plainText({ minLength = 1, maxLength = 64 }: Parameter['schema']): Text {
  const someWords = fc.array(fc.constantFrom(...everydayWords), { minLength: 1, maxLength: 8 })
  return fc
    .oneof(
      someWords.map((wordList) => wordList.join(' ')),
      fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, 40) }),
    )
    .map((text) => text.toWellFormed())
}

const everydayWords = splitWords(`
  heart doctor dentist near me who speaks Spanish not a pediatric therapist Providence Cranston Medicaid takes new patients
  woman clinic eye knee pain emergency hospital cannot breathe Dr. O'Brien RI 02903 open now médico niños`)

/** Values near the limits of the rules and far from them; some have incomplete percent-encoding. */
const invalidConstants = [
  '',
  ...splitWords(String.raw`
    + %20 0 -0 -1 +1 1e1 0x10 %205 5.0 NaN Infinity -Infinity 1e-400 90.0001 -180.5 51 10000 1000001 9007199254740993
    %D9%A1%D9%A0 null undefined true [] %5B%5D %7B%7D , ,, a,,a %2C 1,2,3 00000 1234567893 0000000000 MEDICARE
    % %E0%A4%A %ED%A0%80 %FF %C0%AF %00 a%00b %0D%0ASet-Cookie:%20a=b %1B[31m %F0%9F%AB%80 %E2%80%AEabc é
    __proto__ constructor toString hasOwnProperty ..%2f..%2fetc '%20OR%201=1-- %22 * NEAR(a%20b) NOT%20a col:x -a %25 _
    00000000-0000-0000-0000-000000000000 %7B5b0c2a3e-8c1f-5a57-9f6e-0d0a7a2f4c11%7D`),
  `0.${'3'.repeat(40)}`,
  'e%CC%81'.repeat(200),
  '('.repeat(600),
  ...[513, 3000, 9000].map((length) => 'a'.repeat(length)),
]

/** Any text; most parameters reject it. */
export const invalidValue: Text = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...invalidConstants) },
  fc.integer().map(String),
  fc.double().map(String),
  fc.string({ unit: 'binary', maxLength: 40 }).map(encode),
  fc.string({ unit: 'grapheme', maxLength: 600, size: 'medium' }).map(encode),
)

/** Unknown names, some similar to valid ones. */
export const unknownName: Text = fc.oneof(
  fc.constantFrom(
    '__proto__',
    'constructor',
    'carrier',
    'q[a]',
    'Limit',
    'lon',
    '',
    '%',
    '%00',
    'fields',
    'api_key',
  ),
  fc.string({ unit: 'binary', maxLength: 12 }).map(encode),
)

function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

function splitWords(text: string): readonly string[] {
  return text.trim().split(/\s+/)
}
