/** Reads the FHIR resources of one file: one per line (NDJSON) or as the entries of a Bundle. */
import { InputError } from '../input-error.ts'
import { readLines } from '../read/lines.ts'
import { openFile, type OnBytes } from '../read/open-file.ts'
import type { FileReport } from '../read/file-report.ts'
import { readJsonFile } from './json-file.ts'
import { isNetworkMember } from './network-format.ts'
import { limits, parsePlanNetResource, type PlanNetResource } from './plan-net-resource.ts'

export interface PlanNetFile {
  readonly path: string
  readonly format: 'plan_net_lines' | 'plan_net_bundle'
}

export interface FoundResource {
  readonly line: number
  /** Null for a value that is not a FHIR resource. */
  readonly resource: PlanNetResource | null
  /** The texts of references to it: `Practitioner/17`, and in a Bundle its `fullUrl`. */
  readonly keys: readonly string[]
}

/** @throws {InputError} when the file cannot be read, is truncated or damaged, or is not JSON. */
export async function* readPlanNetFile(
  { path, format }: PlanNetFile,
  report: FileReport,
  onBytes?: OnBytes,
): AsyncGenerator<readonly FoundResource[]> {
  const options = { onBytes, member: isNetworkMember }
  if (format === 'plan_net_lines') {
    yield* readResourceLines(path, report, options)
    return
  }
  for await (const entries of readJsonFile(path, { entry: ['entry', '*'] }, report, options)) {
    yield entries.map(({ value, line }) =>
      toFoundResource(getMember(value, 'resource'), line, getMember(value, 'fullUrl')),
    )
  }
}

async function* readResourceLines(
  path: string,
  report: FileReport,
  options: Parameters<typeof openFile>[1],
): AsyncGenerator<readonly FoundResource[]> {
  await using file = await openFile(path, options)
  report.setMemberName(file.name)
  let isTruncated = false
  for await (const lines of readLines(file.bytes, report.file)) {
    const values = lines.map(({ line, text }) => ({ line, value: parseJson(text) }))
    isTruncated = values.at(-1)?.value === undefined
    yield values.map(({ line, value }) => toFoundResource(value, line))
  }
  if (isTruncated) {
    throw new InputError(
      `${report.file} ends with a line that is not JSON; download it again, with one resource per line.`,
    )
  }
}

function toFoundResource(value: unknown, line: number, fullUrl?: unknown): FoundResource {
  const resource = parsePlanNetResource(value)
  if (resource === null) return { line, resource, keys: [] }
  const key = resource.id === null ? [] : [`${resource.resourceType}/${resource.id}`]
  const isKey = typeof fullUrl === 'string' && fullUrl.length <= limits.textChars
  return { line, resource, keys: isKey ? [...key, fullUrl] : key }
}

function getMember(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

/** Undefined for a text that is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
