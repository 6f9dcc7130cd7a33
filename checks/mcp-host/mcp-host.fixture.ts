/** For tests: a host of MCP Apps. The official host half in Chromium, with the double iframe and the default policy of the specification. */
import { EventEmitter, once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { CallToolResult } from '@modelcontextprotocol/client'
import type { Browser, Frame, Page } from 'playwright-core'

const root = resolve(import.meta.dirname, '../..')

/** MCP Apps, specification of 2026-01-26, "Host Behavior": the policy of a resource that declares no domains. */
const defaultPolicy =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; media-src 'self' data:; connect-src 'none'"

/** The modules of the host half and of its dependencies. */
const modules = [
  '@modelcontextprotocol/client',
  '@modelcontextprotocol/core',
  '@modelcontextprotocol/core/internal',
  'eventsource',
  'eventsource-parser',
  'eventsource-parser/stream',
  'zod/v4',
]

/** Two packages have other files for browsers. */
const browserFiles = {
  '@modelcontextprotocol/client/_shims': '/node_modules/@modelcontextprotocol/client/dist/shimsBrowser.mjs',
  'pkce-challenge': '/node_modules/pkce-challenge/dist/index.browser.js',
}

const importMap = {
  imports: {
    '@modelcontextprotocol/ext-apps/app-bridge': pathOf(
      import.meta.resolve('@modelcontextprotocol/ext-apps/app-bridge'),
    ),
    ...Object.fromEntries(modules.map((name) => [name, pathOf(import.meta.resolve(name))])),
    ...browserFiles,
  },
}

function pathOf(moduleUrl: string): string {
  return fileURLToPath(moduleUrl).slice(root.length)
}

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
}

export interface HostOptions {
  readonly browser: Browser
  /** Passes a tool call of the view to the server. */
  readonly callTool: (call: ToolCall) => Promise<CallToolResult>
  readonly width?: number
}

export interface ToolCall {
  readonly name: string
  readonly arguments: Record<string, unknown>
}

/** What the host shows: the HTML of the resource, and the tool call that it belongs to. */
export interface ViewInput {
  readonly html: string
  readonly input: Readonly<Record<string, unknown>>
  readonly result: CallToolResult
  readonly context?: Readonly<Record<string, unknown>>
}

/** A message between the view and the host. */
export interface HostMessage {
  readonly from: 'host' | 'view'
  readonly id?: unknown
  readonly method?: string
  readonly params?: Readonly<Record<string, unknown>>
}

export class McpHost implements AsyncDisposable {
  readonly page: Page
  readonly #openedLinks: string[] = []
  readonly errors: string[] = []
  /** Whether the host refuses to open links. */
  refusesLinks = false
  readonly #servers: readonly Server[]
  readonly #sandboxUrl: string
  readonly #events = new EventEmitter()

  private constructor(page: Page, servers: readonly Server[], sandboxUrl: string) {
    this.page = page
    this.#servers = servers
    this.#sandboxUrl = sandboxUrl
  }

  static async open({ browser, callTool, width = 720 }: HostOptions): Promise<McpHost> {
    const servers = [await serve({}), await serve({ 'content-security-policy': defaultPolicy })]
    const [hostUrl, sandboxUrl] = servers.map(
      (server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    )
    const context = await browser.newContext({ viewport: { width, height: 900 } })
    const page = await context.newPage()
    const host = new McpHost(page, servers, `${sandboxUrl}/sandbox-page.html`)
    page.on('pageerror', (error) => host.errors.push(error.message))
    page.on('console', (message) => message.type() === 'error' && host.errors.push(message.text()))
    await page.exposeFunction('callTool', callTool)
    await page.exposeFunction('openLink', (url: string) => {
      host.#openedLinks.push(url)
      host.#events.emit('link')
      return { isError: host.refusesLinks }
    })
    await page.goto(`${hostUrl}/host-page.html`)
    await page.waitForFunction('window.isReady')
    return host
  }

  /** Opens a view and resolves when it has the result. */
  async show({ context = { theme: 'light' }, ...view }: ViewInput): Promise<Frame> {
    const argument = JSON.stringify({ sandboxUrl: this.#sandboxUrl, context, ...view })
    await this.page.evaluate(`window.openView(${argument})`)
    return this.page.frames().at(-1)!
  }

  /** Requests and notifications in the order of their sending. */
  async messages(): Promise<readonly HostMessage[]> {
    return this.page.evaluate<readonly HostMessage[]>('window.messages')
  }

  async changeContext(context: Readonly<Record<string, unknown>>): Promise<void> {
    await this.page.evaluate(`window.bridge.setHostContext(${JSON.stringify(context)})`)
  }

  /** Resolves with all opened links when there are at least `count`. */
  async openedLinks(count: number): Promise<readonly string[]> {
    while (this.#openedLinks.length < count) await once(this.#events, 'link')
    return this.#openedLinks
  }

  /** Resolves with the answer of the view. */
  async tearDown(): Promise<unknown> {
    return this.page.evaluate('window.bridge.teardownResource({})')
  }

  /** Violations of the content security policy, which Chromium reports as errors of the console. */
  get violations(): readonly string[] {
    return this.errors.filter((error) => error.includes('Content Security Policy'))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.page.context().close()
    for (const server of this.#servers) {
      server.close()
      server.closeAllConnections()
    }
  }
}

/** Serves the two pages and the packages on a free port, which is an origin of its own. */
async function serve(headers: Readonly<Record<string, string>>): Promise<Server> {
  const server = createServer(({ url = '/' }, response) => {
    const file = join(url.startsWith('/node_modules/') ? root : import.meta.dirname, url)
    const type = contentTypes[extname(file)]
    if (type === undefined) return response.writeHead(404).end()
    const text = readFileSync(file, 'utf8').replace(
      '<script type="importmap">',
      (tag) => tag + JSON.stringify(importMap),
    )
    response.writeHead(200, { 'content-type': type, ...headers }).end(text)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}
