/** For tests: the packages of `package-lock.json`. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface LockedPackage {
  readonly dev?: boolean
  readonly devOptional?: boolean
  readonly hasInstallScript?: boolean
  readonly license?: string
  readonly link?: boolean
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly resolved?: string
}

const lockFile = join(import.meta.dirname, '../package-lock.json')

/** By path; those of the repository included. */
export const { packages: lockedPackages } = JSON.parse(readFileSync(lockFile, 'utf8')) as {
  readonly packages: Readonly<Record<string, LockedPackage>>
}

/** The packages that `npm ci` installs, by their paths. */
export function listPackages(): readonly (readonly [path: string, locked: LockedPackage])[] {
  return Object.entries(lockedPackages).filter(
    ([path, { link }]) => path.includes('node_modules/') && link !== true,
  )
}

/** The packages that `npm ci --omit=dev` installs, by their paths. */
export function listServerPackages(): readonly (readonly [path: string, locked: LockedPackage])[] {
  return listPackages().filter(([, { dev, devOptional }]) => dev !== true && devOptional !== true)
}

/** The name of the package at a path: `@types/pg` for `node_modules/@types/pg`. */
export function packageName(path: string): string {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
}
