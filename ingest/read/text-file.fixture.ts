/** For tests: writes text or bytes to a file in a temporary folder. Disposal removes the folder. */
import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export async function writeTextFile(
  name: string,
  text: string | Buffer,
): Promise<AsyncDisposable & { readonly path: string }> {
  const folder = await mkdtempDisposable(join(tmpdir(), 'text-file-'))
  const path = join(folder.path, name)
  await writeFile(path, text)
  return { path, [Symbol.asyncDispose]: () => folder.remove() }
}
