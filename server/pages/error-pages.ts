/** `/docs/errors/<code>`: one page for each error code, from `docs/errors/<code>.md`. */
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Marked } from 'marked'
import { Html, html } from '../web/html.ts'
import { inlineCode, page } from '../web/layout.ts'

const folder = join(import.meta.dirname, '../../docs/errors')

const markdown = new Marked({ renderer: { codespan: ({ text }) => inlineCode(text).toString() } })

const backLink = html`<p><a href="/">All endpoints and errors</a></p>`

/** Renders the page of each error code, once at startup. */
export async function errorPages(productName: string): Promise<ReadonlyMap<string, Html>> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.md'))
  const pages = files.map(async (file) => {
    const code = basename(file, '.md')
    const text = await markdown.parse(await readFile(join(folder, file), 'utf8'), { async: true })
    const main = html`${Html.dangerouslyTrusted(text)}${backLink}`
    return [code, page({ productName, title: code, main })] as const
  })
  return new Map(await Promise.all(pages))
}
