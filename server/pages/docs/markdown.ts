/** Renders a Markdown document of the repository: anchors, links within the site, tables that scroll, colored code. */
import { posix } from 'node:path'
import { Marked, type Tokens } from 'marked'
import { codeBlock, type CodeLanguage } from '../../web/code-block.ts'
import { Html, html } from '../../web/html.ts'
import { inlineCode } from '../../web/layout.ts'

export interface Section {
  readonly id: string
  readonly title: string
}

export interface RenderedMarkdown {
  readonly body: Html
  /** The headings of the second level. */
  readonly sections: readonly Section[]
}

/** Where a link leads. */
export interface LinkedPage {
  readonly path: string
  /** Shown instead of the name of a file. */
  readonly title?: string
}

/**
 * `findPage` returns the page of a file of the repository; null: the site has none, and a link becomes plain text. `findPicture`
 * returns the source of a picture; null: its description is shown instead.
 */
export function renderMarkdown(
  { file, markdown }: { readonly file: string; readonly markdown: string },
  findPage: (file: string) => LinkedPage | null,
  findPicture: (file: string) => string | null = () => null,
): RenderedMarkdown {
  const sections: Section[] = []
  const ids = new Map<string, number>()

  /** As GitHub makes them, because documents link to such anchors. */
  function createId(title: string): string {
    const slug = title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-')
    const count = ids.get(slug) ?? 0
    ids.set(slug, count + 1)
    return count === 0 ? slug : `${slug}-${count}`
  }

  function resolveLink(href: string): LinkedPage | null {
    if (/^(?:https?:|mailto:|#|\/)/.test(href)) return { path: href }
    const [target = '', anchor] = href.split('#')
    const page = findPage(posix.join(posix.dirname(file), target))
    if (page === null || anchor === undefined) return page
    return { ...page, path: `${page.path}#${anchor}` }
  }

  const marked = new Marked({
    renderer: {
      heading({ depth, tokens, text }) {
        const title = text.replaceAll(/[`*]|\]\([^)]*\)|\[/g, '')
        const id = createId(title)
        if (depth === 2) sections.push({ id, title })
        return `<h${depth} id="${html`${id}`.toString()}">${this.parser.parseInline(tokens)}</h${depth}>\n`
      },
      link({ href, tokens, text }) {
        const page = resolveLink(href)
        const label = this.parser.parseInline(tokens)
        if (page === null) return label
        const isFileName = /^[\w-]+\.md$/.test(text) && page.title !== undefined
        const content = isFileName ? page.title : Html.dangerouslyTrusted(label)
        return html`<a href="${page.path}">${content}</a>`.toString()
      },
      image({ href, text }) {
        const source = findPicture(posix.join(posix.dirname(file), href))
        if (source === null) return html`${text}`.toString()
        return html`<span class="scroll" tabindex="0" role="group" aria-label="Picture"
          ><img src="${source}" alt="${text}"
        /></span>`.toString()
      },
      codespan: ({ text }) => inlineCode(text).toString(),
      code: ({ text, lang }) => renderCode(text, lang).toString(),
      table(token: Tokens.Table) {
        const row = (cells: readonly Tokens.TableCell[]) =>
          `<tr>${cells.map((cell) => this.tablecell(cell)).join('')}</tr>`
        const rows = token.rows.map(row).join('')
        return `<div class="scroll" tabindex="0" role="group" aria-label="Table"><table><thead>${row(token.header)}</thead><tbody>${rows}</tbody></table></div>`
      },
      tablecell(cell) {
        const text = this.parser.parseInline(cell.tokens)
        if (cell.header) return text === '' ? '<td></td>' : `<th scope="col">${text}</th>`
        return `<td>${text}</td>`
      },
    },
  })
  const body = marked.parse(markdown, { async: false })
  return { body: Html.dangerouslyTrusted(body), sections }
}

const captions: Readonly<Record<string, readonly [CodeLanguage, string]>> = {
  sh: ['sh', 'Shell'],
  json: ['json', 'JSON'],
  ts: ['code', 'TypeScript'],
  python: ['code', 'Python'],
  html: ['code', 'HTML'],
  jsx: ['code', 'JSX'],
  ini: ['ini', 'Settings'],
  caddy: ['text', 'Caddyfile'],
  nginx: ['text', 'nginx'],
  csv: ['text', 'CSV'],
}

function renderCode(code: string, language = ''): Html {
  const [known, caption] = captions[language] ?? (['text', 'Text'] as const)
  return codeBlock({ language: known, code, caption })
}
