/** The rules between settings: each finds what its settings do wrong together. */
import { isHost, isIssuerUrl, isLoopback, isSameListener, type ListenAddress } from './addresses.ts'

/** Settings as they are written, without empty ones. */
type Values = Readonly<Record<string, string | undefined>>

/** Returns a sentence for each conflict. */
type Rule = (values: Values) => readonly string[]

/** In the order in which their sentences are reported. */
const rules: readonly Rule[] = [
  requireLoopbackWithoutAuth,
  requireSender,
  requireSecretOf('SMS_WEBHOOK'),
  requireSecretOf('HANDOFF'),
  requireModel,
  requireLimitsForQuota,
  requireUrlForChatDemo,
  checkIssuer,
  refuseRedirectLoops,
]

/** A sentence for each conflict between settings. Each rule reads only values, so it also runs if other settings are invalid. */
export function findConflicts(values: Values): readonly string[] {
  return rules.flatMap((rule) => rule(values))
}

function requireLoopbackWithoutAuth(values: Values): readonly string[] {
  return values['AUTH'] === 'off' && !isLocalHost(values)
    ? ['AUTH may be off only while HOST is a loopback address such as 127.0.0.1.']
    : []
}

function requireSender({ SMTP_URL: url, MAIL_FROM: from }: Values): readonly string[] {
  return Boolean(url) === Boolean(from) ? [] : ['SMTP_URL and MAIL_FROM must be set together.']
}

/** Webhooks sign their requests, so each needs its secret. */
function requireSecretOf(webhook: 'SMS_WEBHOOK' | 'HANDOFF'): Rule {
  const [urlName, secretName] = [`${webhook}_URL`, `${webhook}_SECRET`]
  return (values) =>
    Boolean(values[urlName]) === Boolean(values[secretName])
      ? []
      : [`${urlName} and ${secretName} (or ${secretName}_FILE) must be set together.`]
}

function requireModel({ MODEL_URL: url, MODEL_NAME: name, MODEL_API_KEY: key }: Values): readonly string[] {
  if (Boolean(url) !== Boolean(name)) return ['MODEL_URL and MODEL_NAME must be set together.']
  return key && !url ? ['MODEL_API_KEY needs MODEL_URL and MODEL_NAME.'] : []
}

function requireLimitsForQuota({ DAILY_QUOTA: quota, RATE_LIMITS: limits }: Values): readonly string[] {
  return quota && limits === 'off' ? ['DAILY_QUOTA needs RATE_LIMITS=on.'] : []
}

/** The chat works on https and on loopback addresses, and its partner has exact origins. */
function requireUrlForChatDemo(values: Values): readonly string[] {
  const { CHAT_DEMO: demo, BASE_URL: url } = values
  const isUsable = url ? isIssuerUrl(url) : isLocalHost(values)
  return demo === 'on' && !isUsable
    ? ['CHAT_DEMO needs an https address in BASE_URL, unless HOST is a loopback address.']
    : []
}

function checkIssuer(values: Values): readonly string[] {
  const { OAUTH_ISSUER: issuer, BASE_URL: url } = values
  if (!issuer) return []
  if (!url && !isLocalHost(values))
    return ['OAUTH_ISSUER needs BASE_URL, because an access token names its audience.']
  if (url && URL.parse(issuer)?.href === URL.parse(url)?.href)
    return ['OAUTH_ISSUER must be another server than BASE_URL; omit it to use the built-in one.']
  return []
}

/** The server redirects `/privacy` and `/terms` to these addresses. */
function refuseRedirectLoops({
  BASE_URL: base,
  PRIVACY_URL: privacy,
  TERMS_URL: terms,
}: Values): readonly string[] {
  const origin = URL.parse(base ?? '')?.origin
  const redirects = {
    PRIVACY_URL: { to: privacy, from: '/privacy' },
    TERMS_URL: { to: terms, from: '/terms' },
  }
  return Object.entries(redirects).flatMap(([name, { to, from }]) => {
    const url = URL.parse(to ?? '')
    return url?.origin === origin && url?.pathname === from
      ? [`${name} must be another page than ${from} of BASE_URL; omit it to show the page of the software.`]
      : []
  })
}

/** An absent HOST is a loopback address; an invalid one is not. */
function isLocalHost({ HOST: host = '127.0.0.1' }: Values): boolean {
  const name = host.trim()
  return isHost(name) && isLoopback(name)
}

/** A sentence if both listeners have the same address and port. */
export function findPortConflict(
  { HOST: host, PORT: port }: { readonly HOST: string; readonly PORT: number },
  admin: ListenAddress,
): readonly string[] {
  return isSameListener({ host, port }, admin)
    ? [`ADMIN_LISTEN and PORT must be different ports; both are ${port}.`]
    : []
}
