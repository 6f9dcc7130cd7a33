/** The kinds of query parameters: a zod schema for the typed value, and a codec that reads its text. */
import * as z from 'zod'
import { carrierCodePattern, carrierCodeShape } from './carrier-code.ts'

/** Reads the text of one parameter as a value for its schema, and states the rule for error messages. */
export interface ParameterCodec {
  /** Returns `null` if the text is not such a value. */
  readonly read: (text: string) => unknown
  /** Follows the name of the parameter in an error message: "limit must be an integer between 1 and 50". */
  readonly rule: string
  /** Whether the parameter may repeat and contain commas. */
  readonly list?: true
}

/** The codec of every parameter schema. The schema itself describes the typed value, for OpenAPI. */
export const codecs = z.registry<ParameterCodec>()

interface Bounds {
  readonly min: number
  readonly max: number
}

/** Digits only: `1e1`, `0x10`, `5.0`, `+5` and ` 5` are not integers here. */
const integerText = /^(0|-?[1-9]\d{0,15})$/

/** Decimals without an exponent, a plus sign or Infinity. */
const decimalText = /^-?(0|[1-9]\d*)(\.\d+)?$/

/** An integer with a default. */
export function integer({
  min,
  max,
  defaultValue,
  description,
}: Bounds & { defaultValue: number; description: string }) {
  return z
    .int()
    .min(min)
    .max(max)
    .default(defaultValue)
    .meta({ description })
    .register(codecs, { read: readInteger, rule: `must be an integer between ${min} and ${max}` })
}

/** The start of a page. Its maximum depends on the rest of the request (see `parameter-rules.ts`). */
export function pageOffset(description: string, max: number) {
  return z
    .int()
    .min(0)
    .default(0)
    .meta({ description, override: { maximum: max } })
    .register(codecs, { read: readInteger, rule: 'must be an integer of at least 0' })
}

/** A number, rounded to `decimals` decimal places. */
export function decimal({
  min,
  max,
  decimals,
  description,
}: Bounds & { decimals: number; description: string }) {
  return z
    .number()
    .min(min)
    .max(max)
    .overwrite((value) => Number(value.toFixed(decimals)) + 0)
    .optional()
    .meta({ description })
    .register(codecs, { read: readDecimal, rule: `must be a decimal number between ${min} and ${max}` })
}

/** Free text, NFC and trimmed; lengths count characters, not UTF-16 units, as JSON Schema does. */
export function text({ min, max, description }: Bounds & { description: string }) {
  return z
    .string()
    .refine((value) => !/\p{Cc}/u.test(value))
    .normalize('NFC')
    .trim()
    .refine((value) => isBetween(Array.from(value).length, min, max))
    .optional()
    .meta({ description, minLength: min, maxLength: max })
    .register(codecs, {
      read: (value) => value,
      rule: `must be ${min} to ${max} characters without control characters`,
    })
}

/** Text that matches `regex`; error messages describe it as `shape`. */
export function pattern(regex: RegExp, shape: string, description: string) {
  return z
    .string()
    .regex(regex)
    .optional()
    .meta({ description })
    .register(codecs, { read: (value) => value, rule: `must be ${shape}` })
}

/** One of a fixed set of values. */
export function choice<Values extends z.util.EnumLike>(values: z.ZodEnum<Values>, description: string) {
  return values
    .optional()
    .meta({ description })
    .register(codecs, { read: (value) => value, rule: `must be one of ${values.options.join(', ')}` })
}

/** Comma-separated or repeated carrier codes; the value is in upper case, without duplicates, in ascending order. */
export function codes({ max, description }: { max: number; description: string }) {
  return z
    .array(z.string().trim().regex(carrierCodePattern).toUpperCase())
    .overwrite((values) => [...new Set(values)].toSorted())
    .min(1)
    .max(max)
    .optional()
    .meta({ description, param: { style: 'form', explode: false } })
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

function isBetween(value: number, min: number, max: number): boolean {
  return min <= value && value <= max
}
