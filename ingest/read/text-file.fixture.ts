/** For tests: a text, or bytes, in a file of a folder that goes away when it is disposed. */
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
