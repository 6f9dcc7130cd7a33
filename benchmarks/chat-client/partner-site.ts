/** A service, the identity provider of a partner, and pages of this partner in Chromium. */
import { startPartnership } from '@careatlas/checks/chat-partnership.fixture'
import type { Browser, Page } from '../pages/conditions.ts'

export interface PartnerSite extends AsyncDisposable {
  /** A page of the partner without a chat, in a browser context with empty caches. */
  openPage(browser: Browser): Promise<Page>
  /** The options of a chat of this user, as source. */
  writeOptions(user: string): Promise<string>
  /** The address of the client. */
  readonly module: string
}

export async function startPartnerSite(): Promise<PartnerSite> {
  await using opened = new AsyncDisposableStack()
  const partnership = opened.use(await startPartnership())
  const { origin, service } = partnership
  const manifest = (await (await fetch(`${service.url}/sdk/manifest.json`)).json()) as {
    readonly files: readonly { readonly name: string; readonly url: string }[]
  }
  const owned = opened.move()
  return {
    module: manifest.files.find(({ name }) => name === 'chat.mjs')!.url,
    openPage: async (browser) => {
      const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
      await page.goto(origin)
      return page
    },
    writeOptions: async (user) => `{
      container: document.getElementById('chat'),
      partnerIdentifier: 'acme',
      publicKey: '${service.client.publicKey}',
      authType: 'tokenExchange',
      idTokenProvider: async () => '${await partnership.signIn(user)}',
    }`,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
