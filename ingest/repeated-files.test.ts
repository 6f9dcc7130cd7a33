import assert from 'node:assert/strict'
import { linkSync, mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { after, test } from 'node:test'
import { zip } from './read/zip.fixture.ts'
import { dropRepeatedFiles } from './repeated-files.ts'
import { noFiles, type SourceFiles, toSourcePath } from './source-files.ts'

const folder = mkdtempDisposableSync(join(tmpdir(), 'repeated-'))
after(() => folder.remove())

function file(name: string, content: string | Buffer): string {
  const path = join(folder.path, name)
  writeFileSync(path, content)
  return path
}

const week = file('week.csv', 'NPI\n1\n')
const copy = file('copy.csv', 'NPI\n1\n')
const other = file('other.csv', 'NPI\n2\n')
const link = join(folder.path, 'link.csv')
linkSync(week, link)
const archive = file(
  'archive.zip',
  zip([
    { name: 'npidata_pfile_20260101-20260107.csv', content: 'NPI\n1\n' },
    { name: 'pl_pfile_20260101-20260107.csv', content: 'NPI\n1\n' },
  ]),
)
const network = (code: string, path: string) => ({ code, file: toSourcePath(path) })

const cases: Readonly<
  Record<
    string,
    readonly [given: Partial<SourceFiles>, read: Partial<SourceFiles>, messages: readonly string[]]
  >
> = {
  'one path twice': [
    { nppes: [toSourcePath(week), toSourcePath(week)] },
    { nppes: [toSourcePath(week)] },
    ['week.csv is given twice; it is read once.'],
  ],
  'a copy and a link': [
    { nppes: [toSourcePath(week), toSourcePath(copy), toSourcePath(link), toSourcePath(other)] },
    { nppes: [toSourcePath(week), toSourcePath(other)] },
    [
      'copy.csv has the same content as week.csv; it is read once.',
      'link.csv has the same content as week.csv; it is read once.',
    ],
  ],
  'a copy that the operator dates': [
    { clinicians: [toSourcePath(week), { path: copy, asOf: '2026-01-07' }] },
    { clinicians: [{ path: copy, asOf: '2026-01-07' }] },
    ['copy.csv has the same content as week.csv; it is read once.'],
  ],
  'a copy of a file that two carriers share': [
    { networks: [network('A', week), network('B', week), network('A', copy)] },
    { networks: [network('A', week), network('B', week)] },
    ['copy.csv has the same content as week.csv; it is read once.'],
  ],
  'an archive that is also given for one of its tables': [
    {
      nppes: [toSourcePath(archive)],
      secondaryLocations: [toSourcePath(archive)],
      endpoints: [toSourcePath(archive)],
    },
    { nppes: [toSourcePath(archive)], endpoints: [toSourcePath(archive)] },
    ['archive.zip is given twice; it is read once.'],
  ],
  'the same content in two options that read different tables': [
    { clinicians: [toSourcePath(week)], facilities: [toSourcePath(copy)] },
    { clinicians: [toSourcePath(week)], facilities: [toSourcePath(copy)] },
    [],
  ],
  'a missing file, which its reader reports': [
    { nppes: [toSourcePath(join(folder.path, 'none.csv')), toSourcePath(week)] },
    { nppes: [toSourcePath(join(folder.path, 'none.csv')), toSourcePath(week)] },
    [],
  ],
}
for (const [what, [given, read, messages]] of Object.entries(cases)) {
  test(`${what}: ${messages.length === 0 ? 'reads every file' : 'reads it once and reports it'}`, async () => {
    const { files, repeated } = await dropRepeatedFiles({ ...noFiles, ...given })
    assert.deepEqual(files, { ...noFiles, ...read })
    assert.deepEqual(repeated, messages)
    assert.ok(repeated.every((sentence) => !sentence.includes(basename(folder.path))))
  })
}
