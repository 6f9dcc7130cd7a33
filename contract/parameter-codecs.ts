/** The kinds of query parameters: a zod schema for the typed value, and a codec that reads its text. */
import * as z from 'zod'
import { carrierCodePattern, carrierCodeShape } from './carrier-code.ts'

/** How the text of one parameter becomes a value for its schema, and the rule a refusal quotes. */
export interface ParameterCodec {
  /** Returns `null` for text that spells no such value. */
  readonly read: (text: string) => unknown
  /** Follows the name of the parameter in an error message: "limit must be an integer between 1 and 50". */
  readonly rule: string
  /** Whether the parameter may repeat and contain commas. */
  readonly list?: true
}

/** The codec of every parameter schema; the schema itself describes the typed value, for OpenAPI and for agents. */
export const codecs = z.registry<ParameterCodec>()

interface Bounds {
  readonly min: number
  readonly max: number
}

/** Digits only: `1e1`, `0x10`, `5.0`, `+5` and ` 5` are not integers here. */
const integerText = /^(0|-?[1-9]\d{0,15})$/

/** Plain decimals: no exponent, no sign but minus, no Infinity. */
const decimalText = /^-?(0|[1-9]\d*)(\.\d+)?$/

/** A whole number; `initial` when the request has none. */
export function integer({ min, max, initial, about }: Bounds & { initial: number; about: string }) {
  return z
    .int()
    .min(min)
    .max(max)
    .default(initial)
    .meta({ description: about })
    .register(codecs, { read: readInteger, rule: `must be an integer between ${min} and ${max}` })
}

/** The start of a page. Its maximum depends on the rest of the request (see `parameter-rules.ts`). */
export function pageOffset(about: string, max: number) {
  return z
    .int()
    .min(0)
    .default(0)
    .meta({ description: about, override: { maximum: max } })
    .register(codecs, { read: readInteger, rule: 'must be an integer of at least 0' })
}

/** A number, rounded to `decimals` decimal places. */
export function decimal({ min, max, decimals, about }: Bounds & { decimals: number; about: string }) {
  return z
    .number()
    .min(min)
    .max(max)
    .overwrite((value) => Number(value.toFixed(decimals)) + 0)
    .optional()
    .meta({ description: about })
    .register(codecs, { read: readDecimal, rule: `must be a decimal number between ${min} and ${max}` })
}

/** Free text, NFC and trimmed; lengths count characters, not UTF-16 units, as JSON Schema does. */
export function text({ min, max, about }: Bounds & { about: string }) {
  return z
    .string()
    .refine((value) => !/\p{Cc}/u.test(value))
    .normalize('NFC')
    .trim()
    .refine((value) => between(Array.from(value).length, min, max))
    .optional()
    .meta({ description: about, minLength: min, maxLength: max })
    .register(codecs, {
      read: (value) => value,
      rule: `must be ${min} to ${max} characters without control characters`,
    })
}

/** Text that matches `regex`; error messages describe it as `shape`. */
export function pattern(regex: RegExp, shape: string, about: string) {
  return z
    .string()
    .regex(regex)
    .optional()
    .meta({ description: about })
    .register(codecs, { read: (value) => value, rule: `must be ${shape}` })
}

/** One of a closed set of words. */
export function choice<Words extends z.util.EnumLike>(words: z.ZodEnum<Words>, about: string) {
  return words
    .optional()
    .meta({ description: about })
    .register(codecs, { read: (value) => value, rule: `must be one of ${words.options.join(', ')}` })
}

/** Comma-separated or repeated carrier codes; upper-cased, each once, in ascending order. */
export function codes({ max, about }: { max: number; about: string }) {
  return z
    .array(z.string().trim().regex(carrierCodePattern).toUpperCase())
    .overwrite((sent) => [...new Set(sent)].toSorted())
    .min(1)
    .max(max)
    .optional()
    .meta({ description: about, param: { style: 'form', explode: false } })
    .register(codecs, {
      list: true,
      read: (value) => value.split(','),
      rule: `must be 1 to ${max} codes, each ${carrierCodeShape}`,
    })
}

function readInteger(value: string): number | null {
  const number = integerText.test(value) ? Number(value) : null
  return Number.isSafeInteger(number) ? number : null
}

function readDecimal(value: string): number | null {
  return decimalText.test(value) ? Number(value) : null
}

function between(value: number, min: number, max: number): boolean {
  return min <= value && value <= max
}
