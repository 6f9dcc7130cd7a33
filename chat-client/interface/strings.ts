/** The words of the interface in the language of the page. */
import { readText } from '../parse-object.ts'
import { words } from './words.ts'

export type InterfaceStrings = Readonly<Record<keyof typeof words, string>>

export interface Language {
  readonly tag: 'en' | 'es'
  readonly strings: InterfaceStrings
}

/** Spanish on a Spanish page, otherwise English. */
export function chooseLanguage(container: Element, overrides: Readonly<Record<string, string>>): Language {
  const { lang } = container.closest<HTMLElement>('[lang]') ?? document.documentElement
  const isSpanish = /^es\b/i.test(lang)
  const strings: Record<string, string> = {}
  for (const [name, text] of Object.entries(words)) {
    strings[name] = readText(overrides[name]) ?? text.split('|')[isSpanish ? 1 : 0]!
  }
  return { tag: isSpanish ? 'es' : 'en', strings: strings as InterfaceStrings }
}

/** Replaces `{name}` by the value of the name. */
export function fillIn(template: string, values: Readonly<Record<string, string | number>>): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}
