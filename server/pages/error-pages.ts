/** `/docs/errors/<code>`: one page for each error code, from `docs/errors/<code>.md`. */
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Marked } from 'marked'
import { inlineCode, page } from '../web/layout.ts'

const folder = join(import.meta.dirname, '../../docs/errors')

const markdown = new Marked({ renderer: { codespan: ({ text }) => inlineCode(text) } })

const back = '<a href="/">All addresses and errors</a>'

/** Code → page, all rendered at the start: there are about thirty, and they do not change while we serve. */
export async function errorPages(productName: string): Promise<ReadonlyMap<string, string>> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.md'))
  const pages = files.map(async (file) => {
    const code = basename(file, '.md')
    const main = await markdown.parse(await readFile(join(folder, file), 'utf8'), { async: true })
    return [code, page({ productName, title: code, main: `${main}<p>${back}</p>` })] as const
  })
  return new Map(await Promise.all(pages))
}
