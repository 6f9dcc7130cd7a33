/** The texts of the chat demo in each language. */
import { type Html, html } from '../../web/html.ts'
import type { Language } from '../../web/navigation.ts'

const english = {
  title: 'Chat demo',
  lead: 'The chat as partners place it in their pages, with the directory of this server.',
  languageLabel: 'Español',
  noScript: 'The chat needs JavaScript.',
  failed: 'The chat cannot start: {message}',
  choice: 'How users sign in',
  passwordless: 'Code by e-mail or SMS',
  tokenExchange: 'Identity provider of the partner',
  passwordlessText: 'Users chat anonymously. To keep the conversation, they confirm an address in the chat.',
  codeDelivery: {
    sent: 'This server sends the code.',
    printed: 'This server has no mail server, so it prints the code in its terminal.',
    none: 'This server sends no codes, so users stay anonymous.',
  },
  tokenExchangeText:
    'The user is signed in before the first message. In place of your identity provider, this server signs in a fictional user of this tab.',
  otherUser: 'Sign in as another user',
  signIn: 'State',
  states: {
    anonymous: 'anonymous',
    'signing-in': 'signing in…',
    'signed-in': 'signed in',
    failed: 'the sign-in failed',
  },
  retention: 'The server deletes conversations of the demo after a day. Do not enter real health data.',
  embed: 'On your own page',
  embedText: html`This code creates the chat above. Its key works on this page only: register your site with
    <code>careatlas partners add</code>, and use the values that the command prints.
    <a href="/docs/chat-client">The chat client</a> describes all options.`,
  copyLabels: ['Copy', 'Copied'],
} as const

type Texts = {
  readonly [Name in keyof typeof english]: (typeof english)[Name] extends string
    ? string
    : (typeof english)[Name] extends Html
      ? Html
      : (typeof english)[Name] extends readonly string[]
        ? readonly [string, string]
        : { readonly [Key in keyof (typeof english)[Name]]: string }
}

const spanish: Texts = {
  title: 'Demostración del chat',
  lead: 'El chat como lo ponen los socios en sus páginas, con el directorio de este servidor.',
  languageLabel: 'English',
  noScript: 'El chat necesita JavaScript.',
  failed: 'El chat no puede iniciarse: {message}',
  choice: 'Cómo inician sesión los usuarios',
  passwordless: 'Código por correo electrónico o SMS',
  tokenExchange: 'Proveedor de identidad del socio',
  passwordlessText:
    'Los usuarios conversan de forma anónima. Para conservar la conversación, confirman una dirección en el chat.',
  codeDelivery: {
    sent: 'Este servidor envía el código.',
    printed: 'Este servidor no tiene servidor de correo, así que muestra el código en su terminal.',
    none: 'Este servidor no envía códigos, así que los usuarios siguen siendo anónimos.',
  },
  tokenExchangeText:
    'El usuario inicia sesión antes del primer mensaje. En lugar de su proveedor de identidad, este servidor inicia la sesión de un usuario ficticio de esta pestaña.',
  otherUser: 'Iniciar sesión como otro usuario',
  signIn: 'Estado',
  states: {
    anonymous: 'anónimo',
    'signing-in': 'iniciando sesión…',
    'signed-in': 'sesión iniciada',
    failed: 'no se pudo iniciar la sesión',
  },
  retention:
    'El servidor borra las conversaciones de la demostración después de un día. No escriba datos de salud reales.',
  embed: 'En su propia página',
  embedText: html`Este código crea el chat de arriba. Su clave solo funciona en esta página: registre su sitio
    con <code>careatlas partners add</code> y use los valores que muestra el comando.
    <a href="/docs/chat-client" hreflang="en">El cliente del chat</a> describe todas las opciones (en inglés).`,
  copyLabels: ['Copiar', 'Copiado'],
}

export const messages: Readonly<Record<Language, Texts>> = { en: english, es: spanish }
