/** Organs, what happens to them, and the concepts that care for each pair. The data is in `anatomy/`. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Field, parseSections, type Section } from './data-file.ts'
import { parseWeightedItems, type WeightedText } from './weighted-items.ts'

const organTypes = ['organ', 'part', 'bone', 'joint'] as const
type OrganType = (typeof organTypes)[number]

/** Words of an organ or a process. */
interface Names {
  readonly name: string
  /** Names in users' words, the main one first, adjectives and Spanish words included. */
  readonly words: readonly string[]
  /** Parts of clinical words: the roots of an organ, the suffixes of a process. */
  readonly parts: readonly string[]
}

export interface Organ extends Names {
  readonly type: OrganType
  /** By the name or the group of a process, and `field` for all others: concepts with their weights. */
  readonly fields: ReadonlyMap<string, readonly WeightedText[]>
}

export interface Process extends Names {
  readonly group: string | null
  readonly fields: ReadonlyMap<string, readonly WeightedText[]>
}

export interface Anatomy {
  readonly organs: readonly Organ[]
  readonly processes: readonly Process[]
}

const folder = join(import.meta.dirname, 'anatomy')
let cached: Anatomy | undefined

/** Read once; throws an Error that names a malformed line. */
export function readAnatomy(): Anatomy {
  return (cached ??= parseAnatomy(
    readFileSync(join(folder, 'organs.txt'), 'utf8'),
    readFileSync(join(folder, 'processes.txt'), 'utf8'),
  ))
}

const organWordFields = ['names', 'adjectives', 'spanish', 'roots', 'type'] as const
const processWordFields = ['names', 'forms', 'spanish', 'suffixes', 'group'] as const

export function parseAnatomy(organText: string, processText: string): Anatomy {
  const processSections = parseSections(processText, 'processes.txt', [
    ...processWordFields,
    ...organTypes,
    'also',
  ])
  const processes = processSections.map((section) => toProcess(section, fieldsByName(section)))
  const organSections = parseSections(organText, 'organs.txt', [
    ...organWordFields,
    'field',
    ...processes.map(({ name }) => name),
  ])
  return { organs: organSections.map((section) => toOrgan(section, fieldsByName(section))), processes }
}

function fieldsByName({ name, fields, where }: Section): ReadonlyMap<string, Field> {
  const byName = new Map(fields.map((field) => [field.name, field]))
  if (byName.size < fields.length) throw new Error(`${where}: ${name} repeats a field`)
  if (!byName.has('names')) throw new Error(`${where}: ${name} needs names`)
  return byName
}

function itemsOf(fields: ReadonlyMap<string, Field>, ...names: readonly string[]): readonly string[] {
  return names.flatMap((name) => fields.get(name)?.items ?? [])
}

function conceptsOf(
  fields: ReadonlyMap<string, Field>,
  wordFields: readonly string[],
): ReadonlyMap<string, readonly WeightedText[]> {
  const entries = [...fields.values()].filter(({ name }) => !wordFields.includes(name))
  return new Map(entries.map((field) => [field.name, parseWeightedItems(field, field.where)]))
}

function toOrgan({ name, where }: Section, fields: ReadonlyMap<string, Field>): Organ {
  const type = organTypes.find((candidate) => candidate === (fields.get('type')?.items.join() ?? 'organ'))
  if (!type || !fields.has('field')) throw new Error(`${where}: ${name} needs a field and a known type`)
  return {
    name,
    type,
    words: itemsOf(fields, 'names', 'adjectives', 'spanish'),
    parts: itemsOf(fields, 'roots'),
    fields: conceptsOf(fields, organWordFields),
  }
}

function toProcess({ name }: Section, fields: ReadonlyMap<string, Field>): Process {
  return {
    name,
    group: fields.get('group')?.items[0] ?? null,
    words: itemsOf(fields, 'names', 'forms', 'spanish'),
    parts: itemsOf(fields, 'suffixes'),
    fields: conceptsOf(fields, processWordFields),
  }
}

/** The concepts for a process in an organ: of the organ for this process, of the process for such organs, or of the organ. */
export function careFor(organ: Organ, process: Process): readonly WeightedText[] {
  const own =
    organ.fields.get(process.name) ??
    organ.fields.get(process.group ?? '') ??
    process.fields.get(organ.type) ??
    organ.fields.get('field')!
  return [...own, ...(process.fields.get('also') ?? [])]
}

/** The words of all organs and processes. */
export function anatomyWords(): readonly string[] {
  const { organs, processes } = readAnatomy()
  return [...organs, ...processes].flatMap(({ words }) => words)
}
