/** What partners and surveys observed: one JSON object a line. */
import { Education, OfficeHours } from '@careatlas/contract/cards'
import { npiPattern } from '@careatlas/contract/npi-pattern'
import { isNpi } from '@careatlas/directory/npi'
import * as z from 'zod'
import type { Observation } from '../facts/facts.ts'
import { badNpi, refuseWithoutNpis } from '../nothing-usable.ts'
import { isPlainProse } from './plain-prose.ts'
import { readLines } from '../read/lines.ts'
import { openFile, type OnBytes } from '../read/open-file.ts'
import { visible } from '../read/visible.ts'
import type { Tally } from '../read/tally.ts'

/** The reason to reject a line that is no JSON, or not of this shape. */
export const observationRejection = 'invalid_observation'

/** Longer texts are pasted pages, not facts. */
const textCharsMaximum = 200

/** Four or five sentences; what a clinician has to say beyond that is a page of their own. */
export const proseCharsMaximum = 600

const text = z.string().trim().min(1).max(textCharsMaximum)

const Training = z.strictObject({
  ...Education.shape,
  institution: text.nullable(),
  field: text.nullable(),
  year: z.int().min(1900).max(2100).nullable(),
})

const Affiliation = z.strictObject({
  kind: z.enum(['group_practice', 'hospital']),
  name: text,
})

const ObservedPlace = z
  .strictObject({
    line_1: text.describe('The street line of a practice address.'),
    postal_code: text.describe('Its ZIP code.'),
    office_hours: z.array(z.strictObject(OfficeHours.shape)).default([]).describe('Local time.'),
    accepting: z.enum(['accepting', 'not_accepting', 'existing_only']).nullable().default(null),
  })
  .describe('What was observed at one place; matched to a practice address by its street line and ZIP code.')

/**
 * A line of the file. An unknown key is refused, for it is a misspelled fact; what a line leaves out, it does not say.
 *
 * @example {"npi":"1234567893","source":"survey","as_of":"2026-10-31","languages":["en","es"],"telehealth":true,
 *   "places":[{"line_1":"1301 W 38TH ST","postal_code":"78705","accepting":"accepting"}]}
 */
export const ObservationLine = z
  .strictObject({
    npi: z
      .string()
      .regex(npiPattern)
      .refine(isNpi, 'fails its check digit')
      .describe('National Provider Identifier; its check digit is verified.'),
    source: text.describe('Who observed it: an id such as `partner_survey`.'),
    as_of: z.iso
      .date()
      .nullable()
      .default(null)
      .describe('On which day it was true; without it, the day in the name of the file.'),
    languages: z
      .array(z.string().refine(isLanguageTag, 'is no BCP 47 tag'))
      .default([])
      .describe('BCP 47 tags, such as `en` or `zh-Hant`.'),
    education: z.array(Training).default([]).describe('Where and when the clinician trained.'),
    focus: z.array(text).default([]).describe('What the clinician treats or does most.'),
    telehealth: z
      .boolean()
      .nullable()
      .default(null)
      .describe('Whether visits by telephone or video are given.'),
    affiliations: z.array(Affiliation).default([]).describe('With whom the clinician works.'),
    assignment: z
      .enum(['accepts', 'may_accept'])
      .nullable()
      .default(null)
      .describe('Whether the amount that Medicare approves is payment in full: always, or case by case.'),
    prose: z
      .string()
      .trim()
      .min(1)
      .max(proseCharsMaximum, { abort: true })
      .refine(isPlainProse, 'has a link, an e-mail address or markup')
      .nullable()
      .default(null)
      .describe('A few sentences, shown as they are: no link, no e-mail address, no markup.'),
    places: z.array(ObservedPlace).default([]),
  })
  .meta({
    title: 'Observation',
    description:
      'One line of an observations file: what somebody observed about one NPI. What it leaves out, it does not say.',
  })

/** @throws {InputRefused} when the file cannot be read or has no usable line; single lines are rejected in the tally. */
export async function* readObservations(
  path: string,
  tally: Tally,
  onBytes?: OnBytes,
): AsyncGenerator<readonly Observation[]> {
  await using file = await openFile(path, { onBytes, member: (name) => /\.(nd)?jsonl?$/i.test(name) })
  tally.openedAs(file.name)
  for await (const lines of readLines(file.bytes, tally.file)) {
    const observations: Observation[] = []
    for (const { line, text: json } of lines) {
      const observation = observationOf(json, tally)
      if (typeof observation === 'string') tally.reject(observation, line)
      else {
        tally.accept()
        observations.push(observation)
      }
    }
    if (observations.length > 0) yield observations
  }
  refuseWithoutNpis(tally)
}

/** Its source is the one that the line names, not the file's; the reason to reject a line that is none. */
function observationOf(json: string, tally: Tally): Observation | string {
  const parsed = ObservationLine.safeParse(jsonIn(json))
  if (parsed.error?.issues.every(({ path }) => path[0] === 'npi')) return badNpi
  if (!parsed.success || tally.isFuture(parsed.data.as_of ?? '')) return observationRejection
  const { as_of, prose, languages, places, ...said } = parsed.data
  tally.noteDay(as_of)
  return {
    kind: 'observation',
    ...said,
    asOf: as_of ?? tally.dayOf(null),
    languages: languages.map((tag) => new Intl.Locale(tag).toString()),
    statement: prose,
    places: places.map((place) => ({
      line1: place.line_1,
      postalCode: place.postal_code,
      officeHours: place.office_hours,
      accepting: place.accepting,
    })),
  }
}

/** Undefined, which is no observation, for a text that is no JSON. An escape (`\u202e`) can hide what the line does not. */
function jsonIn(json: string): unknown {
  try {
    return JSON.parse(json, (_, value: unknown) => (typeof value === 'string' ? visible(value) : value))
  } catch {
    return undefined
  }
}

function isLanguageTag(tag: string): boolean {
  try {
    return new Intl.Locale(tag).toString() !== ''
  } catch {
    return false
  }
}
