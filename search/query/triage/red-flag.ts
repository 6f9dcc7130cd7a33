/** Red flags: words that together describe an emergency, in any order. The data files contain them. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Field, parseSections } from '@careatlas/vocabulary/data-file'
import { type Beginnings, isIndexable, PatternIndex } from '../pattern-index.ts'
import { rememberRecent } from '../recent-results.ts'
import { type IndexablePattern, indexablePattern, type WordGroups } from '../word-pattern.ts'

/** Present if every pattern of `has` matches and `unless` does not. */
export interface RedFlag {
  readonly name: string
  readonly has: readonly RegExp[]
  readonly unless: RegExp | null
  /** What the matches of one of the patterns of `has` begin with, the one with the fewest beginnings. */
  readonly beginnings: Beginnings
  /** Whether no other word of the query makes it less urgent. */
  readonly certain: boolean
}

export interface RedFlagFile {
  readonly flags: readonly RedFlag[]
  readonly groups: WordGroups
  /** Matches the words of a group. Throws an Error if the file has no such group. */
  readonly group: (name: string) => RegExp
}

export function isPresent({ has, unless }: RedFlag, text: string): boolean {
  return has.every((pattern) => pattern.test(text)) && !unless?.test(text)
}

/** Finds the present ones of many red flags. */
export function indexRedFlags(flags: readonly RedFlag[]): (text: string) => readonly RedFlag[] {
  const index = new PatternIndex(flags, ({ beginnings }) => beginnings)
  return rememberRecent((text) => [...index.listCandidates(text)].filter((flag) => isPresent(flag, text)))
}

/** `shared` are groups of another file, which the patterns of this one can include too. */
export function readRedFlags(folder: string, file: string, shared?: WordGroups): RedFlagFile {
  return parseRedFlags(readFileSync(join(folder, file), 'utf8'), file, shared)
}

/**
 * A section with `words` is a group, which later patterns include as `<name>`; every other section is a red flag: a line `has`
 * for each pattern, and if needed `unless` and `certain: yes`. See `word-pattern.ts` for the notation.
 */
export function parseRedFlags(text: string, file: string, shared?: WordGroups): RedFlagFile {
  const groups = new Map(shared)
  const patterns = new Map<string, RegExp>()
  const flags: RedFlag[] = []
  for (const { name, fields, where } of parseSections(text, file, ['words', 'has', 'unless', 'certain'])) {
    const [words, unless, certain] = (['words', 'unless', 'certain'] as const).map((field) =>
      getSingleField(fields, field),
    )
    const has = fields.filter((field) => field.name === 'has')
    if (!/^[a-z\d][a-z\d ,'-]*$/i.test(name) || (words === undefined) === (has.length === 0))
      throw new Error(`${where}: ${name} must have a valid name, and either words or has`)
    if (words !== undefined) {
      if (fields.length > 1 || groups.has(name))
        throw new Error(`${where}: group ${name} must be unique, and have only words`)
      patterns.set(name, compile(words, groups).pattern)
      groups.set(name, words.items)
      continue
    }
    if (flags.some((flag) => flag.name === name)) throw new Error(`${where}: ${name} is repeated`)
    if (certain !== undefined && certain.items.join() !== 'yes')
      throw new Error(`${certain.where}: certain can only be yes`)
    // The pattern that the index finds is tested first, because it excludes most flags.
    const compiled = has
      .map((field) => compile(field, groups))
      .toSorted((a, b) => countBeginnings(a.beginnings) - countBeginnings(b.beginnings))
    flags.push({
      name,
      has: compiled.map(({ pattern }) => pattern),
      unless: unless === undefined ? null : compile(unless, groups).pattern,
      beginnings: compiled[0]!.beginnings,
      certain: certain !== undefined,
    })
  }
  return {
    flags,
    groups,
    group: (name) => {
      const pattern = patterns.get(name)
      if (pattern === undefined) throw new Error(`${file}: no group ${name}`)
      return pattern
    },
  }
}

function countBeginnings(beginnings: Beginnings): number {
  return isIndexable(beginnings) ? beginnings.size : Infinity
}

function getSingleField(fields: readonly Field[], name: string): Field | undefined {
  const [first, second] = fields.filter((field) => field.name === name)
  if (second !== undefined) throw new Error(`${second.where}: ${name} is repeated`)
  return first
}

function compile({ items, where }: Field, groups: WordGroups): IndexablePattern {
  try {
    return indexablePattern(items, groups)
  } catch (cause) {
    throw new Error(`${where}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
}
