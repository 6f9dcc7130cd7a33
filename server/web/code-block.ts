/** Blocks of code with a caption, colors and a copy button. */
import { Html, html, type HtmlValue } from './html.ts'

export type CodeLanguage = 'json' | 'sh' | 'code' | 'ini' | 'text'

export interface CodeBlockOptions {
  readonly language: CodeLanguage
  readonly code: string
  /** Above the code. */
  readonly caption: string
  /** The accessible name, if the page has several blocks with this caption. */
  readonly label?: string
  /** The labels of the button, before and after it has copied. */
  readonly copyLabels?: readonly [copy: string, copied: string]
  /** Whether long code scrolls within the page. */
  readonly isTall?: boolean
}

/** The button stays hidden unless the script of the page can copy. */
export function codeBlock({
  language,
  code,
  caption,
  label = caption,
  copyLabels: [copy, copied] = ['Copy', 'Copied'],
  isTall = false,
}: CodeBlockOptions): Html {
  const className = isTall ? html` class="tall"` : null
  return html`<figure class="code">
<figcaption><span>${caption}</span><button class="copy" type="button" hidden data-copied="${copied}" aria-label="${copy}: ${label}">${copy}</button></figcaption>
<pre${className} tabindex="0" role="group" aria-label="${label}"><code>${highlight(language, code)}</code></pre>
</figure>`
}

/** The parts of a language that get a color, by the class of the color. */
const tokens: Readonly<Record<CodeLanguage, RegExp | null>> = {
  json: /(?<key>"(?:[^"\\]|\\.)*"(?=\s*:))|(?<string>"(?:[^"\\]|\\.)*")|(?<number>-?\b\d[\d.eE+-]*)|(?<literal>\b(?:true|false|null)\b)/g,
  sh: /(?<comment>(?:^|(?<=\s))#.*$)|(?<string>'[^']*'|"[^"]*")|(?<key>(?<=\s)--?[A-Za-z][\w-]*)/gm,
  // TypeScript and Python, whose examples need no more than this.
  code: /(?<comment>(?:^|(?<=\s))(?:#|\/\/).*$)|(?<string>'[^'\n]*'|"[^"\n]*"|`[^`]*`)|(?<literal>\b(?:as|await|const|for|from|if|import|in|is|let|new|None|not|of|or|raise|return|throw|type)\b)/gm,
  ini: /(?<comment>^[#;].*$)|(?<key>^[\w.-]+(?==)|^\[.+\]$)/gm,
  text: null,
}

/** Marks the tokens of `code`; all of its text is escaped. */
export function highlight(language: CodeLanguage, code: string): HtmlValue {
  const pattern = tokens[language]
  if (pattern === null) return code
  const parts: HtmlValue[] = []
  let end = 0
  for (const { 0: text, index, groups = {} } of code.matchAll(pattern)) {
    const [name = ''] = Object.entries(groups).find(([, value]) => value !== undefined) ?? []
    parts.push(code.slice(end, index), html`<span class="t-${name}">${text}</span>`)
    end = index + text.length
  }
  return [...parts, code.slice(end)]
}
