/** The FHIR resources of one file, one a line (NDJSON) or as the entries of a Bundle. */
import { InputError } from '../input-error.ts'
import { readLines } from '../read/lines.ts'
import { openFile, type OnBytes } from '../read/open-file.ts'
import type { FileReport } from '../read/file-report.ts'
import { readJsonFile } from './json-file.ts'
import { isNetworkMember } from './network-format.ts'
import { parsePlanNetResource, type PlanNetResource } from './plan-net-resource.ts'

export interface PlanNetFile {
  readonly path: string
  readonly format: 'plan_net_lines' | 'plan_net_bundle'
}

export interface FoundResource {
  readonly line: number
  /** Null for what is no FHIR resource. */
  readonly resource: PlanNetResource | null
  /** What references to it say: `Practitioner/17`, and in a Bundle its `fullUrl`. */
  readonly keys: readonly string[]
}

/** @throws {InputError} when the file cannot be read, is cut or damaged, or is no JSON. */
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
  let isCut = false
  for await (const lines of readLines(file.bytes, report.file)) {
    const values = lines.map(({ line, text }) => ({ line, value: parseJson(text) }))
    isCut = values.at(-1)?.value === undefined
    yield values.map(({ line, value }) => toFoundResource(value, line))
  }
  if (isCut) {
    throw new InputError(
      `${report.file} ends with a line that is no JSON; download it again, with one resource a line.`,
    )
  }
}

function toFoundResource(value: unknown, line: number, fullUrl?: unknown): FoundResource {
  const resource = parsePlanNetResource(value)
  if (resource === null) return { line, resource, keys: [] }
  const key = resource.id === null ? [] : [`${resource.resourceType}/${resource.id}`]
  return { line, resource, keys: typeof fullUrl === 'string' ? [...key, fullUrl] : key }
}

function getMember(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

/** Undefined, which JSON cannot say, for a text that is no JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
