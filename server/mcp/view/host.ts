/** The connection to the host: JSON-RPC over `postMessage` (MCP Apps, specification of 2026-01-26). */

export const protocolVersion = '2026-01-26'

/** After this time a request fails, so that no button waits forever. */
const requestTimeoutMs = 30_000

export interface HostContext {
  readonly theme?: 'light' | 'dark'
  readonly styles?: { readonly variables?: Readonly<Record<string, unknown>> }
  readonly safeAreaInsets?: Readonly<Record<'top' | 'right' | 'bottom' | 'left', number>>
}

export interface ToolResult {
  readonly isError?: boolean
  readonly content?: readonly { readonly type: string; readonly text?: string }[]
  readonly structuredContent?: unknown
}

/** What the host sends. */
export interface HostListener {
  toolInput(input: Readonly<Record<string, unknown>>): void
  toolResult(result: ToolResult): void
  toolCancelled(): void
  contextChanged(context: HostContext): void
}

interface Message {
  readonly id?: unknown
  readonly method?: unknown
  readonly params?: Readonly<Record<string, unknown>>
  readonly result?: unknown
  readonly error?: { readonly message?: unknown }
}

interface Pending {
  readonly resolve: (result: unknown) => void
  readonly reject: (error: Error) => void
}

const methodNotFound = -32_601

export class Host {
  readonly #listener: HostListener
  readonly #pending = new Map<unknown, Pending>()
  readonly #resizes = new ResizeObserver(() => this.#reportSize())
  #nextId = 1
  #context: HostContext = {}
  #capabilities: Readonly<Record<string, unknown>> = {}
  #reportedSize = ''

  constructor(listener: HostListener) {
    this.#listener = listener
    window.addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
      if (source === window.parent && isMessage(data)) this.#receive(data)
    })
  }

  /** The handshake. The host sends the input and the result of the tool only after `initialized`. */
  async connect(appInfo: { readonly name: string; readonly version: string }): Promise<void> {
    const result = await this.#request('ui/initialize', {
      protocolVersion,
      appInfo,
      appCapabilities: { availableDisplayModes: ['inline', 'fullscreen'] },
    })
    const { hostContext = {}, hostCapabilities = {} } = result as {
      readonly hostContext?: HostContext
      readonly hostCapabilities?: Readonly<Record<string, unknown>>
    }
    this.#capabilities = hostCapabilities
    this.#changeContext(hostContext)
    this.#notify('ui/notifications/initialized', {})
    this.#resizes.observe(document.body)
  }

  /** Whether the host passes tool calls of the view to the server. */
  get callsTools(): boolean {
    return this.#capabilities['serverTools'] !== undefined
  }

  /** Whether the host opens links. If not, the browser may. */
  get opensLinks(): boolean {
    return this.#capabilities['openLinks'] !== undefined
  }

  /** Rejects with the text of the error if the tool reports one. */
  async callTool(name: string, input: Readonly<Record<string, unknown>>): Promise<ToolResult> {
    const result = (await this.#request('tools/call', { name, arguments: input })) as ToolResult
    if (result.isError === true) throw new Error(readToolError(result))
    return result
  }

  /** Rejects if the host refuses. */
  async openLink(url: string): Promise<void> {
    const result = (await this.#request('ui/open-link', { url })) as { readonly isError?: boolean }
    if (result.isError === true) throw new Error('The host did not open the link.')
  }

  #receive({ id, method, params = {}, result, error }: Message): void {
    if (typeof method !== 'string') this.#settle(id, result, error)
    else if (id === undefined) this.#receiveNotification(method, params)
    else this.#answer(id, method)
  }

  #settle(id: unknown, result: unknown, error: Message['error']): void {
    const pending = this.#pending.get(id)
    if (error === undefined) pending?.resolve(result ?? {})
    else pending?.reject(new Error(typeof error.message === 'string' ? error.message : 'The host refused.'))
  }

  #receiveNotification(method: string, params: Readonly<Record<string, unknown>>): void {
    if (method === 'ui/notifications/tool-input')
      this.#listener.toolInput((params['arguments'] ?? {}) as Readonly<Record<string, unknown>>)
    else if (method === 'ui/notifications/tool-result') this.#listener.toolResult(params)
    else if (method === 'ui/notifications/tool-cancelled') this.#listener.toolCancelled()
    else if (method === 'ui/notifications/host-context-changed') this.#changeContext(params)
  }

  #answer(id: unknown, method: string): void {
    if (method === 'ui/resource-teardown') this.#resizes.disconnect()
    if (method === 'ping' || method === 'ui/resource-teardown') this.#post({ id, result: {} })
    else this.#post({ id, error: { code: methodNotFound, message: `Unknown method ${method}` } })
  }

  /** The host sends only the members that changed. */
  #changeContext(changes: HostContext): void {
    this.#context = { ...this.#context, ...changes }
    this.#listener.contextChanged(this.#context)
  }

  #reportSize(): void {
    const size = { width: window.innerWidth, height: Math.ceil(document.body.getBoundingClientRect().height) }
    const text = JSON.stringify(size)
    if (text === this.#reportedSize) return
    this.#reportedSize = text
    this.#notify('ui/notifications/size-changed', size)
  }

  #request(method: string, params: object): Promise<unknown> {
    const id = this.#nextId++
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const timer = setTimeout(() => reject(new Error('There was no answer. Try again.')), requestTimeoutMs)
    this.#pending.set(id, { resolve, reject })
    this.#post({ id, method, params })
    return promise.finally(() => {
      clearTimeout(timer)
      this.#pending.delete(id)
    })
  }

  #notify(method: string, params: object): void {
    this.#post({ method, params })
  }

  /** The origin of the host is unknown to a view. */
  #post(message: object): void {
    window.parent.postMessage({ jsonrpc: '2.0', ...message }, '*')
  }
}

function isMessage(data: unknown): data is Message {
  return typeof data === 'object' && data !== null && (data as { jsonrpc?: unknown }).jsonrpc === '2.0'
}

/** The text of a tool error is an error of the API as JSON; `message` is its sentence. */
export function readToolError({ content = [] }: ToolResult): string {
  const text = content.find(({ type }) => type === 'text')?.text ?? ''
  try {
    const { error } = JSON.parse(text) as { readonly error?: { readonly message?: string } }
    return error?.message ?? text
  } catch {
    return text === '' ? 'The directory did not answer.' : text
  }
}
