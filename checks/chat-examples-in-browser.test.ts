/** The examples with the chat: each starts with the command of its README beside a service of `npm start`, and works in a real browser. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { Installation, type RunningCommand } from '@careatlas/bin/command.fixture'
import { publishDemoRegion } from '@careatlas/bin/demo-region.fixture'
import type { Page } from 'playwright-core'
import { openChromium } from './chromium.fixture.ts'
import { findBlocks } from './code-blocks.fixture.ts'
import { observe } from './observed-page.fixture.ts'

const chromium = await openChromium()
after(() => chromium?.close())
const skip = chromium === null && 'Chromium is not installed; installing it requires root and apt-get'

const installation = new Installation()
let service: RunningCommand
before(async () => {
  if (skip !== false) return
  await publishDemoRegion(installation.dataDir)
  service = await installation.serve('demo')
})
after(async () => {
  await service?.stop()
  installation[Symbol.dispose]()
})

interface Example extends AsyncDisposable {
  readonly url: string
  readonly process: ChildProcess
}

const { example: exampleScript } = (
  JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')) as {
    readonly scripts: Readonly<Record<'example', string>>
  }
).scripts

/** Runs the command of a README, with the address of this service and with free ports. */
async function startExample(
  name: string,
  portCount: number,
  settings: Readonly<Record<string, string>> = {},
): Promise<Example> {
  const ports = await Promise.all(Array.from({ length: portCount }, findFreePort))
  const [block = ''] = findBlocks(`examples/${name}/README.md`, 'sh')
  const line = block.trim().replace('http://127.0.0.1:8080', service.url)
  assert.ok(line.includes(service.url) && !line.includes('\n'), 'the README has one command')
  // As npm runs it, but in the process that is stopped later.
  const start = line.startsWith('npm ') ? line.replace('npm run example', exampleScript) : `exec ${line}`
  const child = spawn('sh', ['-euc', `${start} ${ports.join(' ')}`], {
    cwd: join(import.meta.dirname, '..'),
    env: { ...process.env, DATA_DIR: installation.dataDir, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await readAddress(child)
  return {
    url,
    process: child,
    async [Symbol.asyncDispose]() {
      child.kill()
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
  }
}

async function findFreePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return String(port)
}

/** Afterwards the output is still read, because a program with a broken pipe ends. */
async function readAddress(child: ChildProcess): Promise<string> {
  let printed = ''
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  child.stdout!.on('data', (chunk: Buffer) => {
    printed += String(chunk)
    const [, url] = /^open (\S+)\/$/m.exec(printed) ?? []
    if (url !== undefined) resolve(url)
  })
  child.on('exit', () => reject(new Error(`No address in ${JSON.stringify(printed)}`)))
  return promise
}

/** Opens the page, and afterwards asserts that the browser had no problem and sent requests to these origins only. */
async function withPage(
  example: Pick<Example, 'url'>,
  use: (page: Page, requests: readonly string[]) => Promise<void>,
  otherOrigins: readonly string[] = [],
): Promise<void> {
  await using observed = await observe(chromium!)
  await observed.page.goto(example.url)
  await use(observed.page, observed.requests)
  const origins = [example.url, service.url, ...otherOrigins]
  assert.deepEqual(
    observed.requests.filter((url) => !origins.includes(new URL(url).origin)),
    [],
  )
  assert.deepEqual(observed.console, [])
}

async function ask(page: Page, text: string): Promise<void> {
  const answers = page.locator('[part~=answer-entry][aria-busy=false]')
  const count = await answers.count()
  await page.getByLabel('Message', { exact: true }).fill(text)
  await page.keyboard.press('Enter')
  await answers.nth(count).waitFor()
}

const openChat = (page: Page) => page.getByRole('button', { name: 'Ask anything...' }).click()

async function closeChat(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await page.locator('dialog').waitFor({ state: 'hidden' })
}

test(
  'the plain page has the chat under its policy; started again, it has the same key',
  { skip },
  async () => {
    await using example = await startExample('chat-page', 1)
    await withPage(example, async (page) => {
      await openChat(page)
      await ask(page, 'heart doctor near 02903')
      await page.locator('[part=card]').first().waitFor()
    })
    await using again = await startExample('chat-page', 1)
    const [first, second] = await Promise.all(
      [example, again].map(async ({ url }) => (await fetch(`${url}/page.js`)).text()),
    )
    assert.match(first!, /publicKey: "careatlas_pk_\w+"/)
    assert.equal(second, first)
  },
)

/** The clock of the example jumps on SIGUSR2, to five minutes before an ID token expires. */
const clock =
  "const{now}=Date;let shift=0;process.on('SIGUSR2',()=>{shift=56*60000});Date.now=()=>now()+shift"

test(
  'the site with an identity provider has a chat for visitors, and one for its signed-in users',
  { skip },
  async () => {
    const settings = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(clock)}` }
    await using example = await startExample('chat-identity-provider', 2, settings)
    const { origin: provider } = new URL(
      (await fetch(`${example.url}/sign-in`, { redirect: 'manual' })).headers.get('location')!,
    )
    await withPage(
      example,
      async (page, requests) => {
        await openChat(page)
        await ask(page, 'dentist near 02903')
        assert.ok(!requests.some((url) => url.endsWith('/sdk/token')))
        await closeChat(page)
        await signIn(page, 'ana')
        await openChat(page)
        const question = page.getByRole('heading', { name: 'Keep 2 earlier messages?' })
        await question.waitFor()
        await page.getByRole('button', { name: 'Keep' }).click()
        await question.waitFor({ state: 'hidden' })
        await page.getByText('dentist near 02903', { exact: true }).waitFor()
        await ask(page, 'heart doctor near 02903')
        assert.ok(requests.some((url) => url.endsWith('/sdk/token')))
        await closeChat(page)
        await page.getByRole('button', { name: 'Sign out' }).click()
        await signIn(page, 'ben')
        await openChat(page)
        assert.equal(await page.getByText(/near 02903|Keep 2 messages/).count(), 0)
        await listConversations(page)
        await page.getByText('No earlier conversations.').waitFor()
        await page.keyboard.press('Escape')
        await closeChat(page)
        await page.getByRole('button', { name: 'Sign out' }).click()
        await signIn(page, 'ana')
        await openChat(page)
        await listConversations(page)
        await page.getByRole('button', { name: /^dentist near 02903/ }).waitFor()
        const first = await readIdToken(page)
        example.process.kill('SIGUSR2')
        const second = await readIdToken(page)
        assert.deepEqual([first.sub, second.sub], ['ana', 'ana'])
        assert.ok(second.exp > first.exp + 3000, `${first.exp} ${second.exp}`)
      },
      [provider],
    )
  },
)

async function signIn(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.getByLabel('Name').fill(name)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Sign out' }).waitFor()
}

async function listConversations(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('button', { name: 'Conversations' }).click()
}

async function readIdToken(page: Page): Promise<{ readonly sub: string; readonly exp: number }> {
  const token = await page.evaluate<string>("fetch('/id-token').then((response) => response.text())")
  return JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString())
}

test(
  'the React page is rendered on the server, becomes interactive, and removes the chat',
  { skip },
  async () => {
    await using example = await startExample('chat-react', 1)
    const rendered = await (await fetch(example.url)).text()
    assert.match(
      rendered,
      /<main><h1>Acme<\/h1><button[^>]*>Remove the chat<\/button><div class="chat"><\/div><\/main>/,
    )
    await withPage(example, async (page) => {
      await openChat(page)
      await ask(page, 'heart doctor near 02903')
      await closeChat(page)
      await page.getByRole('button', { name: 'Remove the chat' }).click()
      assert.equal(await page.locator('.chat').count(), 0)
      await page.getByRole('button', { name: 'Add the chat' }).click()
      await openChat(page)
      await page.getByText('heart doctor near 02903').first().waitFor()
    })
  },
)
