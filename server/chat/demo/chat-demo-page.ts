/** The page of the chat demo: the chat, a choice of how users sign in, and the code that embeds it. */
import type { Partner } from '@careatlas/state/partners'
import { codeBlock } from '../../web/code-block.ts'
import { dataAttributes } from '../../web/data-attributes.ts'
import { type Html, html } from '../../web/html.ts'
import { page } from '../../web/layout.ts'
import { chatDemoPath, type Language, localizedPath } from '../../web/navigation.ts'
import { sdkPaths } from '../sdk-paths.ts'
import { findSdkFile } from '../sdk-files.ts'
import { messages } from './messages.ts'

/** How the codes of the passwordless sign-in reach users. */
export type CodeDelivery = 'sent' | 'printed' | 'none'

export interface ChatDemoPageOptions {
  readonly partner: Pick<Partner, 'identifier' | 'publicKey'>
  readonly productName: string
  /** Whether the service has API keys. */
  readonly auth: boolean
  readonly language: Language
  /** The public address, without a trailing slash. */
  readonly url: string
  readonly codes: CodeDelivery
}

/** Renders the complete page. */
export function chatDemoPage(options: ChatDemoPageOptions): Html {
  const { productName, auth, language } = options
  const texts = messages[language]
  const other: Language = language === 'en' ? 'es' : 'en'
  return page({
    productName,
    title: texts.title,
    main: html`<h1>${texts.title}</h1>
      <p class="lead">${texts.lead}</p>
      <noscript><p class="note">${texts.noScript}</p></noscript>
      <div class="needs-script">
        ${signInChoice(options)}
        <div id="chat" class="chat-demo" ${dataAttributes(clientOptions(options))}></div>
        ${status(options)}
      </div>
      <p class="small muted">${texts.retention}</p>
      ${embedding(options)}`,
    description: texts.lead,
    path: localizedPath(chatDemoPath, language),
    language,
    translation: { language: other, label: texts.languageLabel, path: localizedPath(chatDemoPath, other) },
    hasKeys: auth,
    scripts: ['copy', 'chatDemo'],
  })
}

/** Those of the pages of this service. */
const colors = { primary: '#0b6e5a', dark: { primary: '#5fd1b2', onPrimary: '#04211a' } }

/** What the script of the page creates the chat with. */
function clientOptions({ partner, language }: ChatDemoPageOptions): Readonly<Record<string, string>> {
  return {
    module: findSdkFile('chat.mjs').path,
    partner: partner.identifier,
    key: partner.publicKey,
    colors: JSON.stringify(colors),
    'token-path': sdkPaths.demoIdToken,
    failed: messages[language].failed,
  }
}

/** The script shows the explanation of the selected one. */
function signInChoice({ language, codes }: ChatDemoPageOptions): Html {
  const {
    choice,
    passwordless,
    tokenExchange,
    passwordlessText,
    codeDelivery,
    tokenExchangeText,
    otherUser,
  } = messages[language]
  return html`<fieldset class="choice">
      <legend>${choice}</legend>
      <label><input type="radio" name="auth" value="passwordless" checked /> ${passwordless}</label>
      <label><input type="radio" name="auth" value="tokenExchange" /> ${tokenExchange}</label>
    </fieldset>
    <p data-auth="passwordless">${passwordlessText} ${codeDelivery[codes]}</p>
    <div data-auth="tokenExchange" hidden>
      <p>${tokenExchangeText}</p>
      <p><button id="other-user" class="quiet" type="button">${otherUser}</button></p>
    </div>`
}

/** The values of `state.authentication`, in words; the script shows the current one. */
function status({ language }: ChatDemoPageOptions): Html {
  const { signIn, states } = messages[language]
  const items = Object.entries(states).map(
    ([state, text], index) =>
      html`<span data-state="${state}" ${index === 0 ? null : html`hidden`}>${text}</span>`,
  )
  return html`<p id="status" class="small">${signIn}: ${items}</p>`
}

/** The options of each way to sign in. */
const authentications = {
  passwordless: `authType: 'passwordless',`,
  tokenExchange: `authType: 'tokenExchange',
    // Returns the ID token of the signed-in user of your site, or null.
    idTokenProvider: async () => (await (await fetch('/id-token')).text()) || null,`,
}

/** The same chat on a page of the reader; a copy of this server's address and key, which work on this page only. */
function embedding({ partner, url, language }: ChatDemoPageOptions): Html {
  const { embed, embedText, copyLabels } = messages[language]
  const { path, integrity } = findSdkFile('chat.js')
  const writeCode = (authentication: string) => `<div id="chat"></div>
<script src="${url}${path}"
  integrity="${integrity}" crossorigin="anonymous"></script>
<script>
  createServiceChat({
    container: document.getElementById('chat'),
    partnerIdentifier: '${partner.identifier}',
    publicKey: '${partner.publicKey}',
    ${authentication}
    colors: { primary: '${colors.primary}', dark: { primary: '${colors.dark.primary}', onPrimary: '${colors.dark.onPrimary}' } },
  })
</script>`
  return html`<h2>${embed}</h2>
    <p>${embedText}</p>
    ${Object.entries(authentications).map(
      ([authType, authentication], index) =>
        html`<div data-auth="${authType}" ${index === 0 ? null : html`hidden`}>
          ${codeBlock({ language: 'code', caption: 'HTML', code: writeCode(authentication), copyLabels })}
        </div>`,
    )}`
}
