/** Reads the observations of partners and surveys: one JSON object per line. */
import { Education, OfficeHours } from '@careatlas/contract/cards'
import { npiPattern } from '@careatlas/contract/npi-pattern'
import { isNpi } from '@careatlas/directory/npi'
import * as z from 'zod'
import type { Observation } from '../facts/facts.ts'
import { badNpiReason, requireNpiRows } from '../file-quality-gates.ts'
import { isPlainText, unfitTextReason } from '../read/plain-text.ts'
import { parseLanguageTag, languageTagPattern } from '../read/language-tag.ts'
import { readLines } from '../read/lines.ts'
import { openFile, type OnBytes } from '../read/open-file.ts'
import { stripInvisible } from '@careatlas/directory/strip-invisible'
import { acceptRows, Rejection } from '../read/accept-rows.ts'
import type { FileReport } from '../read/file-report.ts'

/** The message for a text that must not be shown. */
const unfitTextMessage = 'has a link, an e-mail address, a telephone number, markup or an instruction'

/** The reason to reject a line that is not JSON, or has another shape. */
const observationRejection = 'invalid_observation'

/** Longer texts are pages, not facts. */
const textCharsMax = 200

/** Four or five sentences. */
export const proseCharsMax = 600

/** An id, not a sentence: cards show it with the fact. */
const sourceCharsMax = 64

/** The maximum of languages, trainings, fields and affiliations each; no clinician has more. */
export const listItemsMax = 50

export const placesMax = 100

/** Messages truncate longer names of unknown members. */
const memberCharsMax = 40

/** For one place: seven intervals per day. */
export const hoursMax = 50

const text = z.string().trim().min(1).max(textCharsMax)

const displayedText = createPlainTextSchema(textCharsMax)

const Training = z.strictObject({
  ...Education.shape,
  institution: displayedText.nullable(),
  field: displayedText.nullable(),
  year: z.int().min(1900).max(2100).nullable().describe('Not in the future.'),
})

const Affiliation = z.strictObject({
  kind: z.enum(['group_practice', 'hospital']),
  name: displayedText,
})

const ObservedPlace = z
  .strictObject({
    line_1: text.describe('The street line of a practice address.'),
    postal_code: text.describe('Its ZIP code.'),
    office_hours: z
      .array(z.strictObject(OfficeHours.shape))
      .max(hoursMax)
      .default([])
      .describe('Local time.'),
    accepting: z.enum(['accepting', 'not_accepting', 'existing_only']).nullable().default(null),
  })
  .describe('Observations at one place, which is matched to a practice address by street line and ZIP code.')

/**
 * A line of the file. Rejects unknown keys, which are misspelled facts. A missing key states nothing.
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
    source: createPlainTextSchema(sourceCharsMax)
      .refine((source) => !isReserved(source), 'is the name of another source')
      .describe(
        'The source: an id such as `partner_survey`; not `nppes`, `plan_network`, `facility_list`, nor any that starts ' +
          'with `cms`, in capitals or not. No link, no e-mail address, no telephone number, no markup.',
      ),
    as_of: z.iso
      .date()
      .nullable()
      .default(null)
      .describe('The date of the observation; without it, the date in the name of the file.'),
    languages: z
      .array(z.string().regex(languageTagPattern))
      .max(listItemsMax)
      .default([])
      .describe('BCP 47 tags of a language, its script and its region, such as `en` or `zh-Hant`.'),
    education: z
      .array(Training)
      .max(listItemsMax)
      .default([])
      .describe('Where and when the clinician trained.'),
    focus: z
      .array(displayedText)
      .max(listItemsMax)
      .default([])
      .describe('Main conditions and treatments of the clinician.'),
    telehealth: z
      .boolean()
      .nullable()
      .default(null)
      .describe('Whether the clinician offers visits by telephone or video.'),
    affiliations: z
      .array(Affiliation)
      .max(listItemsMax)
      .default([])
      .describe('Group practices and hospitals of the clinician.'),
    assignment: z
      .enum(['accepts', 'may_accept'])
      .nullable()
      .default(null)
      .describe(
        'Whether the clinician accepts the amount that Medicare approves as full payment: always, or case by case.',
      ),
    prose: createPlainTextSchema(proseCharsMax)
      .nullable()
      .default(null)
      .describe(
        'A few sentences, which cards show unchanged: no link, no e-mail address, no telephone number, no markup.',
      ),
    places: z.array(ObservedPlace).max(placesMax).default([]),
  })
  .meta({
    title: 'Observation',
    description:
      'One line of an observations file: the observations of one source about one NPI. A missing key states nothing.',
  })

/** The report counts rejected lines. @throws {InputError} when the file cannot be read or has no usable line. */
export async function* readObservations(
  path: string,
  report: FileReport,
  onBytes?: OnBytes,
): AsyncGenerator<readonly Observation[]> {
  await using file = await openFile(path, { onBytes, member: (name) => /\.(nd)?jsonl?$/i.test(name) })
  report.setMemberName(file.name)
  yield* acceptRows(readLines(file.bytes, report.file), report, (line) => parseObservation(line.text, report))
  requireNpiRows(report)
}

/** The observation with the source of the line, or the reason to reject the line with the first wrong member. */
function parseObservation(json: string, report: FileReport): Observation | string | Rejection {
  const parsed = ObservationLine.safeParse(parseJson(json))
  if (parsed.error?.issues.every(({ path }) => path[0] === 'npi')) return badNpiReason
  if (!parsed.success) {
    const { issues } = parsed.error
    const isUnfit = issues.every(({ message }) => message === unfitTextMessage)
    return new Rejection(isUnfit ? unfitTextReason : observationRejection, describeMember(issues[0]!))
  }
  const futureMember = findFutureMember(parsed.data, report)
  if (futureMember !== null) return new Rejection(observationRejection, futureMember)
  const { as_of, prose, languages, places, ...fields } = parsed.data
  report.noteDate(as_of)
  return {
    kind: 'observation',
    ...fields,
    asOf: as_of ?? report.dateForRow(null),
    languages: languages.map((tag) => parseLanguageTag(tag)).filter((tag) => tag !== null),
    statement: prose,
    places: places.map((place) => ({
      line1: place.line_1,
      postalCode: place.postal_code,
      officeHours: place.office_hours,
      accepting: place.accepting,
    })),
  }
}

function createPlainTextSchema(charsMax: number): z.ZodString {
  return z.string().trim().min(1).max(charsMax, { abort: true }).refine(isPlainText, unfitTextMessage)
}

/** The ids of sources that the directory describes by their kind, which an observation must not use. */
function isReserved(source: string): boolean {
  return /^(?:cms|(?:nppes|plan[\s_-]network|facility[\s_-]list)$)/i.test(source.normalize('NFKC'))
}

/** `places[0].accepting`; for an unknown member, its name. */
function describeMember(issue: z.core.$ZodIssue): string {
  const path = issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0]!] : issue.path
  if (path.length === 0) return 'not a JSON object'
  const steps = path.map((step) =>
    typeof step === 'number' ? `[${step}]` : `.${cleanMemberName(String(step))}`,
  )
  return steps.join('').slice(1)
}

/** The file may have any text as a name. */
function cleanMemberName(name: string): string {
  return stripInvisible(name).slice(0, memberCharsMax)
}

/** The member that dates the observation or a training in the future; null if there is none. */
function findFutureMember(
  { as_of, education }: z.output<typeof ObservationLine>,
  report: FileReport,
): string | null {
  if (as_of !== null && report.isFuture(as_of)) return 'as_of'
  const index = education.findIndex(({ year }) => year !== null && report.isFuture(`${year}-01-01`))
  return index < 0 ? null : `education[${index}].year`
}

/** Undefined for a text that is not JSON. Removes invisible characters after parsing, because an escape (`\u202e`) can hide them. */
function parseJson(json: string): unknown {
  try {
    return JSON.parse(json, (_, value: unknown) =>
      typeof value === 'string' ? stripInvisible(value) : value,
    )
  } catch {
    return undefined
  }
}
