/** Creates the chat of the demo, and changes how its user signs in. */

interface Chat {
  readonly state: { readonly authentication: string; readonly connection: string }
  setAuthType(type: string, options?: { readonly idTokenProvider: () => Promise<string> }): Promise<void>
  on(event: string, listener: () => void): void
}

interface ChatModule {
  createServiceChat(options: Readonly<Record<string, unknown>>): Chat
}

const container = document.querySelector<HTMLElement>('#chat')!
const { module = '', partner, key, colors = '{}', tokenPath = '', failed = '' } = container.dataset
const choices = document.querySelectorAll<HTMLInputElement>('input[name=auth]')

/** A secret of this tab, which is the account of its fictional user. */
const userName = 'chat-demo-user'

function createUser(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const user = btoa(String.fromCharCode(...bytes)).replaceAll(
    /[+/=]/g,
    (sign) => ({ '+': '-', '/': '_' })[sign] ?? '',
  )
  sessionStorage.setItem(userName, user)
  return user
}

/** What the identity provider of a partner does after its user has signed in. */
async function idTokenProvider(): Promise<string> {
  const body = sessionStorage.getItem(userName) ?? createUser()
  const response = await fetch(tokenPath, { method: 'POST', body })
  if (!response.ok) throw new Error(`the demo returned ${response.status}`)
  return ((await response.json()) as { id_token: string }).id_token
}

function selected(): string {
  return Array.from(choices).find(({ checked }) => checked)?.value ?? 'passwordless'
}

function showChoice(): void {
  for (const part of document.querySelectorAll<HTMLElement>('[data-auth]'))
    part.hidden = part.dataset['auth'] !== selected()
}

function showState({ state }: Chat): void {
  for (const part of document.querySelectorAll<HTMLElement>('[data-state]'))
    part.hidden = part.dataset['state'] !== state.authentication
}

function signIn(chat: Chat): void {
  showChoice()
  // The chat itself shows why a sign-in failed.
  chat.setAuthType(selected(), { idTokenProvider }).catch(() => showState(chat))
}

async function start(): Promise<void> {
  const chatModule = (await import(module)) as ChatModule
  const chat = chatModule.createServiceChat({
    container,
    partnerIdentifier: partner,
    publicKey: key,
    authType: selected(),
    idTokenProvider,
    colors: JSON.parse(colors) as unknown,
  })
  for (const event of ['ready', 'authchange', 'error']) chat.on(event, () => showState(chat))
  for (const choice of choices) choice.addEventListener('change', () => signIn(chat))
  document.querySelector('#other-user')?.addEventListener('click', () => {
    createUser()
    signIn(chat)
  })
}

showChoice()
start().catch((error: unknown) => {
  container.textContent = failed.replace('{message}', String(error))
})
