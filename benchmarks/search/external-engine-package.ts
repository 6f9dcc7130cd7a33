/** Loads a package that is not a dependency of this project, from the folder in which it was installed for the benchmark. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Imports the package from `node_modules` in `folder`; null if it is missing. */
export async function importEnginePackage(
  folder: string,
  name: string,
): Promise<{ readonly module: unknown; readonly version: string } | null> {
  const require = createRequire(resolve(folder, 'package.json'))
  try {
    const module: unknown = await import(pathToFileURL(require.resolve(name)).href)
    return { module, version: readVersion(join(folder, 'node_modules', name)) }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return null
    throw error
  }
}

function readVersion(folder: string): string {
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
  return version
}
