/** The types of query parameters: each is a zod schema for the value, with a codec that reads its text. */
import * as z from 'zod'
import { carrierCodePattern, carrierCodeShape } from './carrier-code.ts'

/** Converts the text of one parameter to the input of its schema, and has the rule for error messages. */
export interface ParameterCodec {
  /** Returns `undefined` for an absent value; the schema rejects text that is not such a value. */
  readonly read: (text: string) => unknown
  /** Follows the name of the parameter: "limit must be an integer between 1 and 50". */
  readonly rule: string
  /** Whether the parameter may be repeated and have comma-separated values. */
  readonly list?: true
}

/** The codec of each parameter schema. The schema describes the typed value, for OpenAPI and for agents. */
export const codecs = z.registry<ParameterCodec>()

interface Bounds {
  readonly min: number
  readonly max: number
}

/** The value of text that is not a number. Every numeric schema rejects NaN. */
const notANumber = Number.NaN

/** Only digits: rejects `1e1`, `0x10`, `5.0`, `+5` and ` 5`. */
const integerText = /^(0|-?[1-9]\d{0,15})$/

/** Decimals without an exponent or a plus sign; rejects Infinity. */
const decimalText = /^-?(0|[1-9]\d*)(\.\d+)?$/

/** An integer; `initial` is its default. */
export function integer({ min, max, initial, about }: Bounds & { initial: number; about: string }) {
  return z
    .int()
    .min(min)
    .max(max)
    .default(initial)
    .meta({ description: about })
    .register(codecs, { read: readInteger, rule: `must be an integer between ${min} and ${max}` })
}

/** The start of a page. Its maximum depends on the other parameters (see `parameter-rules.ts`). */
export function pageOffset(about: string, max: number) {
  return z
    .int()
    .min(0)
    .default(0)
    .meta({ description: about, override: { maximum: max } })
    .register(codecs, { read: readInteger, rule: 'must be an integer of at least 0' })
}

/** A number, rounded to `decimals` places. */
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

/** Text, trimmed and in NFC. As in JSON Schema, lengths count characters, not UTF-16 units. */
export function text({ min, max, about }: Bounds & { about: string }) {
  return z
    .string()
    .refine((value) => !/\p{Cc}/u.test(value))
    .normalize('NFC')
    .trim()
    .refine((value) => isBetween(Array.from(value).length, min, max))
    .optional()
    .meta({ description: about, minLength: min, maxLength: max })
    .register(codecs, {
      read: (value) => value,
      rule: `must be ${min} to ${max} characters without control characters`,
    })
}

/** Text that matches a pattern, which error messages call `shape`. */
export function pattern(regex: RegExp, shape: string, about: string) {
  return z
    .string()
    .regex(regex)
    .optional()
    .meta({ description: about })
    .register(codecs, { read: (value) => value, rule: `must be ${shape}` })
}

/** One of the values of an enum. */
export function choice<Words extends z.util.EnumLike>(words: z.ZodEnum<Words>, about: string) {
  return words
    .optional()
    .meta({ description: about })
    .register(codecs, { read: (value) => value, rule: `must be one of ${words.options.join(', ')}` })
}

/** Comma-separated or repeated carrier codes; converted to upper case, without duplicates, ascending. */
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
      read: readList,
      rule: `must be 1 to ${max} codes, each ${carrierCodeShape}`,
    })
}

function readInteger(value: string): number {
  return integerText.test(value) ? Number(value) : notANumber
}

function readDecimal(value: string): number {
  return decimalText.test(value) ? Number(value) : notANumber
}

/** Empty items are ignored; a list of only empty items counts as absent. */
function readList(value: string): string[] | undefined {
  const items = value.split(',').filter((item) => item.trim() !== '')
  return items.length > 0 ? items : undefined
}

function isBetween(value: number, min: number, max: number): boolean {
  return min <= value && value <= max
}
