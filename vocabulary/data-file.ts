/** Plain-text data files that experts review: concepts, red flags and word lists. A malformed line throws with its number. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A named block of fields, such as a concept. */
export interface Section {
  readonly name: string
  readonly fields: readonly Field[]
  /** File and line, for error messages. */
  readonly where: string
}

export interface Field {
  readonly name: string
  readonly items: readonly string[]
  readonly where: string
}

/**
 * A section begins at the margin with its name. Its fields follow, indented by two spaces: a name, a colon, and items separated
 * by commas. Lines indented by four spaces continue a field. A line that begins with `#` is a comment.
 */
export function parseSections(text: string, file: string, fieldNames: readonly string[]): readonly Section[] {
  const sections: { name: string; fields: RawField[]; where: string }[] = []
  for (const { line, where } of listContentLines(text, file)) {
    const fields = sections.at(-1)?.fields
    if (line.startsWith('    ')) {
      const field = fields?.at(-1)
      if (field === undefined) throw new Error(`${where}: no field precedes this continuation line`)
      append(field, line)
    } else if (line.startsWith('  ')) {
      const [, name = '', items = ''] = /^ {2}([a-z]+): (\S.*)$/.exec(line) ?? []
      if (fields === undefined || !fieldNames.includes(name))
        throw new Error(`${where}: expected one of ${fieldNames.join(', ')}, a colon and items`)
      fields.push({ name, text: items, where })
    } else sections.push({ name: line, fields: [], where })
  }
  return sections.map(({ fields, ...section }) => ({ ...section, fields: fields.map(toField) }))
}

/** Each list begins at the margin: a name, a colon, and items separated by commas. Indented lines continue the list. */
export function parseLists(text: string, file: string): ReadonlyMap<string, readonly string[]> {
  const lists: RawField[] = []
  for (const { line, where } of listContentLines(text, file)) {
    const last = lists.at(-1)
    const [, name = '', items = ''] = /^(\S[^:]*):(?: (\S.*))?$/.exec(line) ?? []
    if (line.startsWith('  ') && last !== undefined) append(last, line)
    else if (name === '' || lists.some((list) => list.name === name))
      throw new Error(`${where}: expected a new list name, a colon and items`)
    else lists.push({ name, text: items, where })
  }
  return new Map(lists.map((list) => [list.name, validateWords(toField(list))]))
}

/** Reads the lists of a file in `folder`. Throws an Error unless the file has exactly the lists `names`. */
export function readLists<Name extends string>(
  folder: string,
  file: string,
  names: readonly Name[],
): Readonly<Record<Name, readonly string[]>> {
  const lists = parseLists(readFileSync(join(folder, file), 'utf8'), file)
  const unexpected = [...lists.keys()].filter((name) => !names.some((known) => known === name))
  const missing = names.filter((name) => !lists.has(name))
  if (unexpected.length + missing.length > 0)
    throw new Error(`${file}: expected the lists ${names.join(', ')}; found ${[...lists.keys()].join(', ')}`)
  return Object.fromEntries(lists) as Record<Name, readonly string[]>
}

interface RawField {
  readonly name: string
  readonly where: string
  text: string
}

function listContentLines(text: string, file: string): readonly { line: string; where: string }[] {
  return text
    .split('\n')
    .map((line, index) => ({ line, where: `${file}, line ${index + 1}` }))
    .filter(({ line }) => line.trim() !== '' && !line.startsWith('#'))
}

/** A line that ends in `|` continues without a space. */
function append(field: RawField, line: string): void {
  field.text += `${field.text === '' || field.text.endsWith('|') ? '' : ' '}${line.trim()}`
}

function toField({ name, text, where }: RawField): Field {
  const items = text.split(', ')
  if (items.some((item) => item === '' || item !== item.trim() || item.endsWith(',')))
    throw new Error(`${where}: an item of ${name} is empty`)
  return { name, items, where }
}

/** Checks that the items are distinct words or phrases; `a|b` in a phrase matches either word. */
function validateWords({ name, items, where }: Field): readonly string[] {
  const malformed = items.find((item) => !/^[\p{L}\p{N}'|-]+(?: [\p{L}\p{N}'|-]+)*$/u.test(item))
  if (malformed !== undefined) throw new Error(`${where}: ${malformed} in ${name} is not words`)
  const repeated = items.find((item, index) => items.indexOf(item) !== index)
  if (repeated !== undefined) throw new Error(`${where}: ${repeated} is in ${name} twice`)
  return items
}
