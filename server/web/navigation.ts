/** The links of the header and the footer, and the other texts around a page, in the languages of the pages. */

/** The languages of pages; a page without Spanish is in English. */
export type Language = 'en' | 'es'

export interface NavigationLink {
  readonly path: string
  readonly label: string
  /** The language of the target, if it differs from that of the page. */
  readonly language?: Language
}

/** The path of the live demo; null while the service has none. This alone decides whether pages link to it. */
export const demoPath: string | null = '/demo'

/** The path of the demo of the chat, if it is on. */
export const chatDemoPath = '/chat-demo'

const labels = {
  en: {
    demo: 'Demo',
    docs: 'Docs',
    keys: 'API keys',
    skip: 'Skip to content',
    site: 'Site',
    disclaimer: 'Search results are not medical advice.',
    footer: [
      'API reference',
      'Semantics',
      'Errors',
      'OpenAPI',
      'llms.txt',
      'Changelog',
      'Licenses',
      'Privacy',
      'Terms',
      'Support',
    ],
  },
  es: {
    demo: 'Demo',
    docs: 'Docs',
    keys: 'Claves de API',
    skip: 'Ir al contenido',
    site: 'Sitio',
    disclaimer: 'Los resultados no son consejo médico.',
    footer: [
      'Referencia de la API',
      'Semántica',
      'Errores',
      'OpenAPI',
      'llms.txt',
      'Cambios',
      'Licencias',
      'Privacidad',
      'Condiciones',
      'Ayuda',
    ],
  },
} as const

/** The texts of the layout. */
export function layoutTexts(language: Language) {
  const { skip, site, disclaimer } = labels[language]
  return { skip, site, disclaimer }
}

/** Without authentication, there are no keys. */
export function headerLinks(hasKeys: boolean, language: Language): readonly NavigationLink[] {
  const { demo, docs, keys } = labels[language]
  const english = language === 'en' ? {} : ({ language: 'en' } as const)
  const demoLinks = demoPath === null ? [] : [{ path: localizedPath(demoPath, language), label: demo }]
  const keyLinks = hasKeys ? [{ path: '/keys', label: keys, ...english }] : []
  return [...demoLinks, { path: '/docs', label: docs, ...english }, ...keyLinks]
}

/** The path of a page that exists in each language. */
export function localizedPath(path: string, language: Language): string {
  return language === 'en' ? path : `/${language}${path}`
}

const footerPaths = [
  '/docs',
  '/semantics',
  '/docs/errors',
  '/openapi.json',
  '/llms.txt',
  '/docs/changelog',
  '/docs/third-party',
  '/privacy',
  '/terms',
  '/support',
] as const

export function footerLinks(language: Language): readonly NavigationLink[] {
  return footerPaths.map((path, index) => ({ path, label: labels[language].footer[index]! }))
}
