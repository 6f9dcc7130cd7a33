/** The typed client in TypeScript: the answer, a status other than 0 for a wrong one, and the snippet of docs/clients.md. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cpSync, mkdtempDisposableSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { runServer } from '@careatlas/server/running.fixture'
import { testClientExample } from './client-example.fixture.ts'
import { findBlocks } from './code-blocks.fixture.ts'

const root = resolve(import.meta.dirname, '..')
const example = join(root, 'examples/typescript')

testClientExample([process.execPath, join(example, 'find-clinician.ts')])

test('the snippet in TypeScript of docs/clients.md compiles and prints clinicians', async () => {
  await using server = await runServer()
  using folder = mkdtempDisposableSync(join(tmpdir(), 'clients-'))
  const [snippet = ''] = findBlocks('docs/clients.md', 'ts')
  writeFileSync(
    join(folder.path, 'snippet.ts'),
    snippet
      .replace('http://127.0.0.1:8080', server.url)
      .replace('heart doctor who speaks spanish', 'cardiologist'),
  )
  writeFileSync(join(folder.path, 'package.json'), '{"type":"module"}')
  cpSync(join(example, 'openapi.d.ts'), join(folder.path, 'openapi.d.ts'))
  writeFileSync(
    join(folder.path, 'tsconfig.json'),
    JSON.stringify({ extends: join(root, 'tsconfig.json'), include: ['snippet.ts'] }),
  )
  symlinkSync(join(root, 'node_modules'), join(folder.path, 'node_modules'))
  const run = promisify(execFile)
  const options = { cwd: folder.path, env: { ...process.env, CAREATLAS_KEY: server.key } }
  await run(join(root, 'node_modules/.bin/tsc'), ['-p', 'tsconfig.json'], options)
  const { stdout } = await run(process.execPath, ['snippet.ts'], options)
  assert.match(stdout, /^.+ [\d.]+\n/)
})
