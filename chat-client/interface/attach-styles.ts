/** Style sheets in a shadow root: constructable ones, which every content security policy allows, or elements with a nonce. */
import { element } from './element.ts'

/** Sets custom properties of the theme; null removes one. */
export type SetProperties = (properties: Readonly<Record<string, string | null>>) => void

export function attachStyles(root: ShadowRoot, text: string, nonce: string | undefined): SetProperties {
  const theme = constructSheets(root, text) ?? appendSheets(root, text, nonce)
  return (properties) => {
    const rule = theme?.cssRules[0] as CSSStyleRule | undefined
    for (const [name, value] of Object.entries(properties)) rule?.style.setProperty(name, value)
  }
}

const themeRule = '.root{}'

/** The sheet of the theme; null in browsers that cannot construct style sheets. */
function constructSheets(root: ShadowRoot, text: string): CSSStyleSheet | null {
  try {
    const [theme, sheet] = [new CSSStyleSheet(), new CSSStyleSheet()]
    theme.replaceSync(themeRule)
    sheet.replaceSync(text)
    root.adoptedStyleSheets = [sheet, theme]
    return theme
  } catch {
    return null
  }
}

/** The sheet of the theme; null if the policy of the page blocks it. */
function appendSheets(root: ShadowRoot, text: string, nonce: string | undefined): CSSStyleSheet | null {
  const append = (content: string): HTMLStyleElement => {
    const style = element('style', { nonce }, content)
    root.append(style)
    return style
  }
  append(text)
  return append(themeRule).sheet
}
