/** The links of the header and the footer. */

export interface NavigationLink {
  readonly path: string
  readonly label: string
}

/** The path of the live demo; null while the service has none. This alone decides whether pages link to it. */
export const demoPath: string | null = null

const demo: readonly NavigationLink[] = demoPath === null ? [] : [{ path: demoPath, label: 'Demo' }]

const keys: NavigationLink = { path: '/keys', label: 'API keys' }

/** Without authentication, there are no keys. */
export function headerLinks(hasKeys: boolean): readonly NavigationLink[] {
  return [...demo, { path: '/docs', label: 'Docs' }, ...(hasKeys ? [keys] : [])]
}

export const footerLinks: readonly NavigationLink[] = [
  { path: '/docs', label: 'API reference' },
  { path: '/semantics', label: 'Semantics' },
  { path: '/docs/errors', label: 'Errors' },
  { path: '/openapi.json', label: 'OpenAPI' },
  { path: '/llms.txt', label: 'llms.txt' },
  { path: '/docs/changelog', label: 'Changelog' },
  { path: '/docs/third-party', label: 'Licenses' },
  { path: '/privacy', label: 'Privacy' },
  { path: '/terms', label: 'Terms' },
  { path: '/support', label: 'Support' },
]
