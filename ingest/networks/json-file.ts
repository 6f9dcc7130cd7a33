/** Reads the values at the given paths of a JSON file of any size, in batches. */
import { InputError } from '../input-error.ts'
import { openFile, type OpenOptions, requireUndamaged } from '../read/open-file.ts'
import type { FileReport } from '../read/file-report.ts'
import { type JsonPath, JsonScanner, type JsonValue } from './json-scanner.ts'

/** @throws {InputError} when the file cannot be read, is truncated or damaged, or is not JSON. */
export async function* readJsonFile<Name extends string>(
  path: string,
  paths: Readonly<Record<Name, JsonPath>>,
  report: FileReport,
  options: OpenOptions,
): AsyncGenerator<readonly JsonValue<Name>[]> {
  await using file = await openFile(path, options)
  report.setMemberName(file.name)
  const scanner = new JsonScanner(paths, report.file)
  try {
    for await (const bytes of file.bytes) {
      const values = scanner.scan(bytes)
      if (values.length > 0) yield values
    }
    scanner.end()
  } catch (error) {
    if (error instanceof InputError) await requireUndamaged(path, options)
    throw error
  }
}
