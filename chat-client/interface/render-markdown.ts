/** Renders the Markdown of an answer. While it arrives, only the blocks that changed are replaced, so that a selection stays. */
import { element, link } from './element.ts'
import { type Block, type Inline, parseBlocks, parseInline } from './markdown.ts'

export function renderMarkdown(container: Element, text: string): void {
  let index = 0
  for (const block of parseBlocks(text)) {
    const rendered = renderBlock(block)
    const current = container.children[index]
    if (current === undefined) container.append(rendered)
    else if (!current.isEqualNode(rendered)) current.replaceWith(rendered)
    index++
  }
  while (container.children.length > index) container.lastElementChild?.remove()
}

function renderBlock(block: Block): HTMLElement {
  if (block.kind === 'paragraph') return renderInline('p', block.text)
  const list = element(block.start === null ? 'ul' : 'ol', { start: block.start })
  for (const item of block.items) list.append(renderInline('li', item))
  return list
}

function renderInline(tag: 'p' | 'li', text: string): HTMLElement {
  const rendered = element(tag)
  appendParts(rendered, parseInline(text))
  return rendered
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
