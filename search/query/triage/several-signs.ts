/** Counts the acute signs of a query: several of them together are an emergency, whatever the illness. */
import { PatternIndex } from '../pattern-index.ts'
import { indexablePattern } from '../word-pattern.ts'
import { readRedFlags } from './red-flag.ts'
import { signs } from './shared-red-flags.ts'

const own = readRedFlags(import.meta.dirname, 'acute-signs.txt', signs)
const harmless = own.group('harmless')
const eachLocalSweat = new RegExp(own.group('local sweat').source, 'g')
const patterns = Array.from(own.groups)
  .filter(([name]) => name !== 'harmless' && name !== 'local sweat')
  .map(([name, items]) => ({ name, ...indexablePattern(items, own.groups) }))
const index = new PatternIndex(patterns, ({ beginnings }) => beginnings)
/** A query uses those that can match it. */
export const signPatterns = patterns.map(({ pattern }) => pattern)

/** Two strong signs, or a strong and a weaker one. */
const pointsMin = 3

/** Two strong signs beside local sweat, because wet hands are a reason why a grip fails. */
const pointsMinBesideSweat = 4

/** Weaker signs alone, such as fever, vomiting and a headache since this morning, are an ordinary illness. */
const strongPoints = 2

export function hasSeveralSigns(text: string): boolean {
  if (harmless.test(text)) return false
  const rest = text.replaceAll(eachLocalSweat, ' ')
  const points = listSigns(rest)
    .filter((name) => !signs.has(name))
    .map((name) => (name.startsWith('weaker') ? 1 : 2))
  const min = rest === text ? pointsMin : pointsMinBesideSweat
  return points.includes(strongPoints) && points.reduce((sum, value) => sum + value, 0) >= min
}

/** The names of the groups of signs.txt and acute-signs.txt that are present in the text. */
export function listSigns(text: string): readonly string[] {
  return Array.from(index.listCandidates(text))
    .filter(({ pattern }) => pattern.test(text))
    .map(({ name }) => name)
}
