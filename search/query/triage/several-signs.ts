/** Counts the acute signs of a query: several of them together are an emergency, whatever the illness. */
import { wordPattern } from '../word-pattern.ts'
import { readRedFlags } from './red-flag.ts'
import { signs } from './shared-red-flags.ts'

const own = readRedFlags(import.meta.dirname, 'acute-signs.txt', signs)
const harmless = own.group('harmless')
const eachLocalSweat = new RegExp(own.group('local sweat').source, 'g')
const patterns = Array.from(own.groups.keys())
  .filter((name) => !signs.has(name) && name !== 'harmless' && name !== 'local sweat')
  .map((name) => ({ name, pattern: own.group(name), points: name.startsWith('weaker') ? 1 : 2 }))
const sharedPatterns = Array.from(signs, ([name, items]) => ({ name, pattern: wordPattern(items, signs) }))

/** Two strong signs, or a strong and a weaker one. */
const pointsMin = 3

/** Two strong signs beside local sweat, because wet hands are a reason why a grip fails. */
const pointsMinBesideSweat = 4

/** Weaker signs alone, such as fever, vomiting and a headache since this morning, are an ordinary illness. */
const strongPoints = 2

export function hasSeveralSigns(text: string): boolean {
  if (harmless.test(text)) return false
  const rest = text.replaceAll(eachLocalSweat, ' ')
  const points = patterns.filter(({ pattern }) => pattern.test(rest)).map((sign) => sign.points)
  const min = rest === text ? pointsMin : pointsMinBesideSweat
  return points.includes(strongPoints) && points.reduce((sum, value) => sum + value, 0) >= min
}

/** The names of the groups of signs.txt and acute-signs.txt that are present in the text. */
export function listSigns(text: string): readonly string[] {
  return [...sharedPatterns, ...patterns].filter(({ pattern }) => pattern.test(text)).map(({ name }) => name)
}
