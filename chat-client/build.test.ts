/** The files in `dist/` are small and safe to import, and docs/chat-client.md describes all of the client. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { brotliCompressSync } from 'node:zlib'

const root = join(import.meta.dirname, '..')
const dist = join(import.meta.dirname, 'dist')

describe('each script', () => {
  for (const name of ['chat.mjs', 'chat.js']) {
    const body = readFileSync(join(dist, name))

    test(`${name} has at most 25 KB with brotli`, (context) => {
      const size = brotliCompressSync(body).length
      context.diagnostic(`${size} bytes`)
      assert.ok(size <= 25_000)
    })

    test(`${name} evaluates no text as code, which content security policies forbid`, () => {
      assert.doesNotMatch(body.toString(), /\beval\(|new Function\b|innerHTML|document\.write/)
    })
  }
})

test('no source file calls a method of arrays, because old libraries replace them in the page', () => {
  const calls =
    /\.(?:map|filter|forEach|find(?:Last)?(?:Index)?|some|every|reduce|flat|flatMap|sort|toSorted|reverse|push|pop|shift|splice|join|fill)\(/
  const files = globSync('**/*.ts', { cwd: import.meta.dirname }).filter(
    (file) => !/^dist|^build|\.(?:check|fixture|test)\.ts$/.test(file),
  )
  assert.ok(files.length > 50)
  const found = files.filter((file) => calls.test(readFileSync(join(import.meta.dirname, file), 'utf8')))
  assert.deepEqual(found, [])
})

test('importing the module in Node does nothing, and creating a chat there names the missing element', () => {
  const script = `
    const before = Object.keys(globalThis).join()
    const module = await import(${JSON.stringify(join(dist, 'chat.mjs'))})
    if (Object.keys(globalThis).join() !== before) throw new Error('a global was added')
    try { module.createServiceChat({}) } catch ({ name, message }) { console.log(Object.keys(module), name, message) }`
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
    encoding: 'utf8',
  })
  assert.equal(output.trim(), "[ 'createServiceChat' ] TypeError container must be an element of the page")
})

describe('docs/chat-client.md', () => {
  const document = readFileSync(join(root, 'docs/chat-client.md'), 'utf8')
  const types = readFileSync(join(import.meta.dirname, 'service-chat.ts'), 'utf8')
  const membersOf = (name: string) => {
    const [, body = ''] = new RegExp(`^export interface ${name} {\\n([^]*?)\\n}$`, 'm').exec(types) ?? []
    return Array.from(body.matchAll(/^ {2}(?:readonly )?(\w+)/gm), ([, member = '']) => member)
  }

  test('describes each option, member and event', () => {
    assert.equal(membersOf('ServiceChatOptions').length, 19)
    for (const name of membersOf('ServiceChatOptions'))
      assert.match(document, new RegExp(`^\\| \`${name}\` \\|`, 'm'))
    for (const name of [
      ...membersOf('ServiceChat'),
      ...membersOf('ServiceChatEvents'),
      ...membersOf('ThemeColors'),
    ])
      assert.ok(document.includes(`\`${name}`), name)
  })

  test('describes each code of a problem', () => {
    const sources = globSync('{connection,authentication}/*.ts', { cwd: import.meta.dirname })
    const codes = sources
      .map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'))
      .flatMap((text) =>
        [...text.matchAll(/ServiceChatError\(\s*(?:[\w ?]*)'(\w+)'/g)].map(([, code = '']) => code),
      )
    assert.ok(codes.length > 15)
    for (const code of codes) assert.ok(document.includes(`\`${code}\``), code)
  })
})
