/** The Markdown that answers may have: paragraphs, lists, bold, italic and links. Everything else stays text. */
import { append } from '../append.ts'

export type Block =
  /** The style sheet keeps the ends of its lines. */
  | { readonly kind: 'paragraph'; readonly text: string }
  | {
      readonly kind: 'list'
      /** The number of the first item; null for bullets. */
      readonly start: number | null
      readonly items: readonly string[]
    }

export type Inline =
  | string
  | { readonly kind: 'bold' | 'italic'; readonly children: readonly Inline[] }
  | { readonly kind: 'link'; readonly href: string; readonly children: readonly Inline[] }

const listItem = /^ {0,6}(?:[-*•]|(\d{1,4})[.)])[ \t]+(\S.*)$/
const heading = /^#{1,6} +(.+)$/

/** Takes time in proportion to the length. */
export function parseBlocks(text: string): readonly Block[] {
  const blocks: Block[] = []
  let paragraph: { readonly kind: 'paragraph'; text: string } | null = null
  let list: { readonly start: number | null; readonly items: string[] } | null = null
  for (const line of text.split('\n')) {
    const item = listItem.exec(line)
    if (item !== null) {
      const start = item[1] === undefined ? null : Number(item[1])
      paragraph = null
      if (list === null || (list.start === null) !== (start === null)) {
        list = { start, items: [] }
        append(blocks, { kind: 'list', ...list })
      }
      append(list.items, item[2] ?? '')
    } else if (line.trim() === '') {
      // An empty line ends a paragraph, but not a list: the next item may follow.
      paragraph = null
    } else if (list !== null && /^ {2,}/.test(line)) {
      list.items[list.items.length - 1] += ` ${line.trim()}`
    } else {
      list = null
      const marked = line.replace(heading, '**$1**')
      if (paragraph === null) append(blocks, (paragraph = { kind: 'paragraph', text: marked }))
      else paragraph.text += `\n${marked}`
    }
  }
  return blocks
}

const depthMax = 3

/** Parses the marks within a line. A mark without its end stays text. */
export function parseInline(text: string, depth = 0): readonly Inline[] {
  const parts: Inline[] = []
  let plain = ''
  for (let at = 0; at < text.length;) {
    const character = text.charAt(at)
    if (character === '\\' && /[\\*_[\]()]/.test(text.charAt(at + 1))) {
      plain += text.charAt(at + 1)
      at += 2
      continue
    }
    const mark = depth < depthMax ? (readEmphasis(text, at, depth) ?? readLink(text, at, depth)) : null
    if (mark === null) {
      plain += character
      at++
    } else {
      if (plain !== '') append(parts, plain)
      plain = ''
      append(parts, mark.part)
      at = mark.end
    }
  }
  if (plain !== '') append(parts, plain)
  return parts
}

type Mark = { readonly part: Inline; readonly end: number } | null

function readEmphasis(text: string, at: number, depth: number): Mark {
  const character = text.charAt(at)
  if (character !== '*' && character !== '_') return null
  const mark = text.charAt(at + 1) === character ? character + character : character
  const start = at + mark.length
  // `a_b` and `2 * 3` are no marks.
  if (/\s|^$/.test(text.charAt(start)) || (character === '_' && isWord(text.charAt(at - 1)))) return null
  // At most the next start of the same kind, so that many starts take little time.
  const end = text.indexOf(mark, start)
  if (end <= start || /\s/.test(text.charAt(end - 1))) return null
  if (character === '_' && isWord(text.charAt(end + mark.length))) return null
  const children = parseInline(text.slice(start, end), depth + 1)
  return { part: { kind: mark.length === 2 ? 'bold' : 'italic', children }, end: end + mark.length }
}

function isWord(character: string): boolean {
  return /[\p{L}\p{N}]/u.test(character)
}

/** The search for an end stops here, so that many starts without an end take little time. */
const labelCharactersMax = 500
const hrefCharactersMax = 2000

function readLink(text: string, at: number, depth: number): Mark {
  if (text.charAt(at) !== '[') return null
  const middle = text.slice(0, at + labelCharactersMax).indexOf('](', at + 1)
  const end = middle === -1 ? -1 : text.slice(0, middle + hrefCharactersMax).indexOf(')', middle + 2)
  if (end === -1) return null
  const label = text.slice(at + 1, middle)
  if (label === '' || label.includes('[')) return null
  const children = parseInline(label, depth + 1)
  return { part: { kind: 'link', href: text.slice(middle + 2, end).trim(), children }, end: end + 1 }
}
