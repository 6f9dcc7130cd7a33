/** What partners and surveys observed: one JSON object a line. */
import { Education, OfficeHours } from '@careatlas/contract/cards'
import { isNpi } from '@careatlas/directory/npi'
import * as z from 'zod'
import type { Observation } from './facts.ts'
import { refuseWithoutRows } from './nothing-usable.ts'
import { readLines } from './read/lines.ts'
import { openFile, type OnBytes } from './read/open-file.ts'
import { visible } from './read/visible.ts'
import type { Tally } from './tally.ts'

/** The one reason to reject a line: it is no JSON, or not of this shape. */
export const observationRejection = 'invalid_observation'

/** Longer texts are pasted pages, not facts. */
const text = z.string().trim().min(1).max(200)

const ObservedPlace = z.strictObject({
  line_1: text,
  postal_code: text,
  office_hours: z.array(OfficeHours).default([]),
  accepting: z.enum(['accepting', 'not_accepting', 'existing_only']).nullable().default(null),
})

/**
 * A line of the file. An unknown key is refused, for it is a misspelled fact; what a line leaves out, it does not say.
 *
 * @example {"npi":"1234567893","source":"survey","as_of":"2026-10-31","languages":["en","es"],"telehealth":true,
 *   "places":[{"line_1":"1301 W 38TH ST","postal_code":"78705","accepting":"accepting"}]}
 */
export const ObservationLine = z.strictObject({
  npi: z.string().refine(isNpi, 'fails its check digit'),
  source: text,
  as_of: z.iso.date().nullable().default(null),
  languages: z.array(z.string().refine(isLanguageTag, 'is no BCP 47 tag')).default([]),
  education: z.array(Education.extend({ institution: text.nullable(), field: text.nullable() })).default([]),
  focus: z.array(text).default([]),
  telehealth: z.boolean().nullable().default(null),
  places: z.array(ObservedPlace).default([]),
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
      if (observation === null) tally.reject(observationRejection, line)
      else {
        tally.accept()
        observations.push(observation)
      }
    }
    if (observations.length > 0) yield observations
  }
  refuseWithoutRows(tally)
}

/** Its source is the one that the line names, not the file's. */
function observationOf(json: string, tally: Tally): Observation | null {
  const parsed = ObservationLine.safeParse(jsonIn(json))
  if (!parsed.success || tally.isFuture(parsed.data.as_of ?? '')) return null
  const { npi, source, as_of, languages, education, focus, telehealth, places } = parsed.data
  const dayOfFile = tally.dayOfRow(as_of)
  return {
    kind: 'observation',
    npi,
    source,
    asOf: as_of ?? dayOfFile,
    languages: languages.map((tag) => new Intl.Locale(tag).toString()),
    education,
    focus,
    telehealth,
    affiliations: [],
    assignment: null,
    statement: null,
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
