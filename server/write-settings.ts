/** `npm run docs` writes the tables of `docs/settings.md`: each setting with its default, from the schema in `config.ts`, and its meaning. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findDefault, type SettingName } from './config.ts'

/** The meaning of each setting in Markdown, by the section of the document. */
const meanings: Readonly<Record<string, Readonly<Partial<Record<SettingName, string>>>>> = {
  'Storage and network': {
    DATA_DIR: 'folder for the snapshots; the state is in its subfolder `state`',
    DATABASE_URL: '`postgres://` URL; the state is in this database, and several servers can share it',
    DATABASE_URL_FILE: 'file with `DATABASE_URL`',
    STATE_ENCRYPTION_KEY:
      '32 random bytes in base64 that encrypt the texts of conversations; older keys may follow, separated by commas',
    STATE_ENCRYPTION_KEY_FILE: 'file with `STATE_ENCRYPTION_KEY`',
    HOST: 'address to listen on',
    PORT: 'port to listen on; with 0, the system chooses a free port',
    ADMIN_LISTEN:
      'address of the admin listener, as `host:port` such as `127.0.0.1:9100`, or a port of 127.0.0.1; not the port of `PORT`; if unset, there is none',
    BASE_URL:
      'public URL, such as `https://directory.example`; if unset, the address of each request if it is a loopback address or the one that the server listens on',
    TRUSTED_PROXIES:
      'comma-separated addresses and networks of proxies; the server trusts their `X-Forwarded-For`',
    SERVICE_NAME: 'prefix of every API key and of the cookie names',
    PRODUCT_NAME: 'product name on pages, in e-mails and in text messages',
  },
  'Operator and listings': {
    OPERATOR_NAME:
      'name of the person or organization that runs the service, on `/privacy`, `/terms` and `/support`',
    SUPPORT_EMAIL: 'address for users, on the same pages',
    PRIVACY_URL: 'https address of your privacy policy; `/privacy` redirects to it',
    TERMS_URL: 'https address of your terms; `/terms` redirects to it',
    OPENAI_APPS_CHALLENGE:
      'token at `/.well-known/openai-apps-challenge`, which the submission form of ChatGPT gives',
    MCP_REGISTRY_AUTH:
      'record at `/.well-known/mcp-registry-auth`, such as `v=MCPv1; k=ed25519; p=…`, for `mcp-publisher login http`',
    INDEX_RECORDS:
      '`on` lets search engines list the pages of clinicians and places, which otherwise say `noindex`',
  },
  Authentication: {
    AUTH: '`off` disables authentication; allowed only if `HOST` is a loopback address',
    OAUTH_ISSUER: 'external authorization server; the service accepts its access tokens instead of its own',
  },
  MCP: {
    MCP_ORIGINS:
      'comma-separated origins of web pages that may call `/mcp`, such as `https://app.example`; the origin of the service always may',
    MCP_HOST_LOCATION:
      '`off` ignores the location that an MCP host sends; otherwise it is the place of a search that says "near me" or "nearest" and names none',
  },
  Chat: {
    CHAT_TOKEN_MINUTES: 'lifetime of an access token of the chat, 10 to 60 minutes',
    CHAT_DEMO:
      '`on` adds `/chat-demo`, where anyone can try the chat; `npm start` adds it if the directory is fictional and only this machine can reach the server',
    HANDOFF_URL:
      'https address of a webhook that gets a conversation when its user asks for a person and consents',
    HANDOFF_SECRET: 'secret that signs these requests; required with `HANDOFF_URL`',
    HANDOFF_SECRET_FILE: 'file with `HANDOFF_SECRET`',
    MODEL_URL:
      'base URL of a model endpoint, such as `http://127.0.0.1:11434/v1`, which then drafts answers; see [chat.md](chat.md#answers-with-a-model)',
    MODEL_NAME: 'model name at that endpoint; required with `MODEL_URL`',
    MODEL_API: 'format of the endpoint: `openai` (Chat Completions) or `anthropic` (Messages)',
    MODEL_API_KEY: 'API key for that endpoint',
    MODEL_API_KEY_FILE: 'file with `MODEL_API_KEY`',
    MODEL_STEPS: 'calls of the model in one answer, 1 to 8',
    MODEL_OUTPUT_TOKENS: 'tokens that the model may write in one answer, in all calls together',
    MODEL_TIMEOUT_MS: 'time for the answer of the model with its tools; then the default assistant answers',
  },
  'Rate limits': {
    RATE_LIMITS: '`off` disables rate limiting',
    DAILY_QUOTA:
      'searches and cards per UTC day, for each account and for each key that the operator created; needs `RATE_LIMITS=on`',
    VALKEY_URL:
      'Valkey or Redis server for shared counters (`valkey://`, `valkeys://`, `redis://`, `rediss://`)',
    VALKEY_URL_FILE: 'file with `VALKEY_URL`',
  },
  'E-mail and SMS': {
    SMTP_URL: 'mail server, such as `smtps://user:password@mail.example.org`',
    SMTP_URL_FILE: 'file with `SMTP_URL`',
    MAIL_FROM: 'sender address; required with `SMTP_URL`',
    SMS_WEBHOOK_URL: 'webhook that sends text messages',
    SMS_WEBHOOK_SECRET: 'secret that signs webhook requests; required with `SMS_WEBHOOK_URL`',
    SMS_WEBHOOK_SECRET_FILE: 'file with `SMS_WEBHOOK_SECRET`',
    SMS_COUNTRIES: 'countries whose telephone numbers can receive codes, such as `US,PR`',
    SMS_DAILY_LIMIT: 'text messages in 24 hours, for all recipients together',
  },
  Search: {
    EMBEDDER: 'embedding model; see [loading.md](loading.md#choosing-another-embedder)',
    EMBEDDER_MODEL: 'model name at that endpoint',
    EMBEDDER_URL: 'OpenAI-compatible endpoint of the embedder',
    EMBEDDER_KEY: 'API key for that endpoint',
    EMBEDDER_KEY_FILE: 'file with `EMBEDDER_KEY`',
    RESOLVE_PLACES_IN_Q: 'with `off`, a place in `q` does not become the position',
    SEARCH_TIMEOUT_MS: 'time budget of a search',
    EMERGENCY_CONTACT: 'number and name that notices of an emergency give',
    CRISIS_CONTACT: 'number and name that notices of a mental health crisis give',
    POISON_CONTACT: 'number and name that notices of a possible poisoning give',
    VIOLENCE_CONTACT: 'number and name that notices of violence at home give',
    RESPONSE_BUDGET_BYTES:
      'maximum size of a response, 65536 to 4194304; cards that do not fit are on the next page',
  },
  Logging: {
    LOG_LEVEL: '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`',
    LOG_QUERIES: '`on` logs the content of searches',
    ACCESS_LOG: '`on` logs one line for each request: id, method, route pattern, status and milliseconds',
  },
}

/** Returns the document with its tables written again; the text between them stays. */
export function writeSettingsTables(document: string): string {
  return document
    .split(/^(?=## )/m)
    .map((section) => {
      const [, title = ''] = /^## (.+)\n/.exec(section) ?? []
      const rows = meanings[title]
      return rows === undefined ? section : section.replace(firstTable, () => formatTable(rows))
    })
    .join('')
}

const firstTable = /(?:^\|.*\n)+/m

function formatTable(rows: Readonly<Partial<Record<SettingName, string>>>): string {
  const lines = Object.entries(rows).map(([name, meaning]) => {
    const value = findDefault(name as SettingName)
    return `| \`${name}\` | ${value === null ? 'none' : `\`${value}\``} | ${meaning} |\n`
  })
  return `| setting | default | meaning |\n|---|---|---|\n${lines.join('')}`
}

if (import.meta.main) {
  const path = join(import.meta.dirname, '../docs/settings.md')
  writeFileSync(path, writeSettingsTables(readFileSync(path, 'utf8')))
}
