/** Clinical concepts: what people say and which codes of the registry answer it. The texts stand in `concepts/`. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Audience = (typeof audiences)[number]
export const audiences = ['any', 'adult', 'child', 'older', 'women', 'men'] as const

/** What kind of words a phrase is. */
export type PhraseKind = (typeof phraseKinds)[number]
export const phraseKinds = ['canonical', 'roles', 'conditions', 'procedures', 'spanish'] as const

export interface Phrase {
  readonly text: string
  readonly kind: PhraseKind
  /** 1 where this concept is the first choice for the phrase, less where another is. */
  readonly weight: number
}

export interface Concept {
  readonly id: string
  /** NUCC codes (`none` for what no directory answers), each with how much its holders do this: 1 the general specialty, 0.9 a subspecialty, less a neighbor. */
  readonly codes: readonly { readonly code: string; readonly weight: number }[]
  readonly phrases: readonly Phrase[]
  readonly audience: Audience
}

const folder = join(import.meta.dirname, 'concepts')
let concepts: readonly Concept[] | undefined

/** Every concept of every file, files in alphabetical order; throws an Error that names the line that cannot be read. */
export function allConcepts(): readonly Concept[] {
  concepts ??= readdirSync(folder)
    .filter((file) => file.endsWith('.txt'))
    .toSorted()
    .flatMap((file) => parseConcepts(readFileSync(join(folder, file), 'utf8'), file))
  return concepts
}

/**
 * The concepts of one file. A concept begins at the margin with its id; its fields follow indented by two spaces, their
 * further lines by four; items are parted by commas and end with their weight, 1 if none. `#` begins a comment line.
 */
export function parseConcepts(text: string, file: string): readonly Concept[] {
  const blocks: Block[] = []
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue
    const where = `${file}, line ${index + 1}`
    if (line.startsWith('    ')) continueField(blocks.at(-1), line, where)
    else if (line.startsWith('  ')) beginField(blocks.at(-1), line, where)
    else blocks.push({ id: readId(line, where), where, fields: new Map() })
  }
  return blocks.map(toConcept)
}

interface Block {
  readonly id: string
  readonly where: string
  readonly fields: Map<string, string>
}

const fieldNames: readonly string[] = ['codes', ...phraseKinds, 'audience']

function readId(line: string, where: string): string {
  if (!/^[a-z\d]+(?:-[a-z\d]+)*$/.test(line)) throw new Error(`${where}: ${line} is not the id of a concept`)
  return line
}

function beginField(block: Block | undefined, line: string, where: string): void {
  const [, name, items] = /^ {2}([a-z]+): (.+)$/.exec(line) ?? []
  if (!block || !name || !items || !fieldNames.includes(name) || block.fields.has(name)) {
    throw new Error(`${where}: a line here is one of ${fieldNames.join(', ')}, a colon and items`)
  }
  block.fields.set(name, items)
}

function continueField(block: Block | undefined, line: string, where: string): void {
  const last = block && [...block.fields.keys()].at(-1)
  if (!last) throw new Error(`${where}: there is no field that this line could go on with`)
  block.fields.set(last, `${block.fields.get(last)} ${line.trim()}`)
}

function toConcept({ id, where, fields }: Block): Concept {
  const audience = audiences.find((known) => known === fields.get('audience'))
  const codes =
    fields.get('codes') === 'none'
      ? []
      : itemsOf(fields.get('codes') ?? '', where).map(({ text, weight }) => ({ code: text, weight }))
  if (!audience || !fields.has('codes')) throw new Error(`${where}: ${id} needs codes and an audience`)
  const phrases = phraseKinds.flatMap((kind) =>
    itemsOf(fields.get(kind) ?? '', where).map(({ text, weight }): Phrase => ({ text, kind, weight })),
  )
  return { id, codes, phrases, audience }
}

function itemsOf(list: string, where: string): readonly { text: string; weight: number }[] {
  return list
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
    .map((item) => {
      const [, text, weight] = /^([\p{L}\d][\p{L}\d' -]*?)(?: (0\.\d{1,2}))?$/u.exec(item) ?? []
      if (!text) throw new Error(`${where}: ${item} is not words and a weight below 1`)
      return { text, weight: weight ? Number(weight) : 1 }
    })
}
