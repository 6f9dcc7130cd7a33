/** Reads the links of the NPPES page of CMS. */
import { InputError } from '../input-error.ts'
import { type HttpResponse, httpGet, requireSameHost } from './http-get.ts'
import { type NppesFile, parseNppesFile } from './nppes-file.ts'
import { formatByteSize } from '../read/byte-size.ts'

/** Relative to the base address (https://download.cms.gov/nppes/NPI_Files.html). */
const pageName = 'NPI_Files.html'

/** The page has about ten links in a few kilobytes. */
const pageBytesMax = 1024 ** 2

export interface PublishedFile extends NppesFile {
  readonly address: URL
}

export interface PublishedFiles {
  /** The address of the page. */
  readonly address: URL
  readonly files: readonly PublishedFile[]
}

/**
 * @param base ends with a slash.
 * @throws {InputError} when the page does not exist, or links to another host.
 * @throws {TransientError} when a retry may succeed.
 */
export async function readPublishedFiles(base: URL, stallMs: number): Promise<PublishedFiles> {
  using response = await httpGet(new URL(pageName, base), {}, stallMs)
  if (response.status !== 200) throw response.toInputError()
  return {
    address: response.address,
    files: parseLinkedFiles(await readPageText(response), response.address),
  }
}

async function readPageText(response: HttpResponse): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.bytes()) {
    bytes += chunk.length
    if (bytes > pageBytesMax)
      throw new InputError(
        `${response.address.href} is longer than ${formatByteSize(pageBytesMax)}, so it is not the page of NPPES files; correct --from.`,
      )
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Exported for tests. */
export function parseLinkedFiles(html: string, page: URL): readonly PublishedFile[] {
  return [...removeComments(html).matchAll(/\shref\s*=\s*["']?([^"'\s>]+)/gi)].flatMap(([, href = '']) => {
    const address = URL.parse(href, page.href)
    const file = parseNppesFile(address?.pathname.split('/').at(-1) ?? '')
    if (address === null || file === null) return []
    requireSameHost(page, address)
    return [{ ...file, address }]
  })
}

/** Without a regular expression, which takes quadratic time for comments that are not closed. An unclosed comment is kept. */
function removeComments(html: string): string {
  const [before = '', ...rest] = html.split('<!--')
  return [before, ...rest.map((text) => text.slice(text.indexOf('-->') + 1))].join('')
}
