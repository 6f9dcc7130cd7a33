/** Renders the Markdown of an answer, and only the blocks that changed while it arrives. */
import { element, link } from './element.ts'
import { type Block, type Inline, parseBlocks, parseInline } from './markdown.ts'

/** The blocks that a container shows, as text. */
const shownBlocks = new WeakMap<Element, string[]>()

export function renderMarkdown(container: Element, text: string): void {
  const shown = shownBlocks.get(container) ?? []
  let index = 0
  for (const block of parseBlocks(text)) {
    const source = describeBlock(block)
    if (shown[index] !== source) {
      const rendered = renderBlock(block)
      const current = container.children[index]
      if (current === undefined) container.append(rendered)
      else current.replaceWith(rendered)
      shown[index] = source
    }
    index++
  }
  while (container.children.length > index) container.lastElementChild?.remove()
  shown.length = index
  shownBlocks.set(container, shown)
}

function describeBlock(block: Block): string {
  let text: string = block.kind
  for (const line of block.kind === 'list' ? block.items : block.lines) text += `\n${line}`
  return text
}

/** `dir=auto`: an answer may have another direction than the page. */
function renderBlock(block: Block): HTMLElement {
  if (block.kind === 'list') {
    const list =
      block.start === null
        ? element('ul', { dir: 'auto' })
        : element('ol', { dir: 'auto', start: block.start })
    for (const item of block.items) {
      const rendered = element('li')
      appendInline(rendered, item)
      list.append(rendered)
    }
    return list
  }
  const paragraph = element('p', { dir: 'auto' })
  let isFirst = true
  for (const line of block.lines) {
    if (!isFirst) paragraph.append(element('br'))
    isFirst = false
    appendInline(paragraph, line)
  }
  return paragraph
}

function appendInline(parent: Element, text: string): void {
  appendParts(parent, parseInline(text))
}

function appendParts(parent: Element, parts: readonly Inline[]): void {
  for (const part of parts) {
    if (typeof part === 'string') {
      parent.append(part)
      continue
    }
    const rendered =
      part.kind === 'link'
        ? link(part.href, { part: 'link' })
        : element(part.kind === 'bold' ? 'strong' : 'em')
    // The label of an address that is refused stays text.
    appendParts(rendered ?? parent, part.children)
    if (rendered !== null) parent.append(rendered)
  }
}
