/** Reads a secret from a file, as Docker, systemd and Kubernetes provide it. */
import { readFileSync, statSync } from 'node:fs'

/** A secret file cannot be used. The message continues a sentence that begins with the name of the setting. */
export class SecretFileError extends Error {}

const secretFileBytesMax = 16_384

/** Returns the first line, without trailing whitespace. Follows symbolic links, which Kubernetes uses. Throws SecretFileError. */
export function readSecretFile(file: string): string {
  const [line = ''] = readText(file).split('\n', 1)
  const secret = line.trimEnd()
  if (secret === '') throw new SecretFileError(`${file} has an empty first line.`)
  return secret
}

function readText(file: string): string {
  try {
    const stats = statSync(file)
    // To read a pipe or a device may never end.
    if (!stats.isFile()) throw new SecretFileError(`${file} is not a regular file.`)
    if (stats.size > secretFileBytesMax)
      throw new SecretFileError(`${file} has ${stats.size} bytes; the maximum is ${secretFileBytesMax}.`)
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof SecretFileError) throw error
    const { code } = error as NodeJS.ErrnoException
    throw new SecretFileError(`${file} cannot be read (${code}).`, { cause: error })
  }
}
