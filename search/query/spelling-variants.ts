/** Spelling variants of a name: one letter or one sound apart, likelier variants first. */

const vowels = 'aeiouy'

/** Letters that sound similar. */
const similarLetters: Readonly<Record<string, string>> = {
  s: 'zc',
  z: 's',
  c: 'ks',
  k: 'c',
  i: 'ye',
  y: 'i',
  e: 'ia',
  a: 'eo',
  o: 'ua',
  u: 'o',
  v: 'bw',
  b: 'vp',
  w: 'v',
  m: 'n',
  n: 'm',
  t: 'd',
  d: 't',
  f: 'v',
  g: 'j',
  j: 'gh',
  p: 'b',
}

/** Spellings of one sound that differ in length. */
const soundSpellings: readonly (readonly [spelling: string, replacement: string])[] = [
  ['ph', 'f'],
  ['ff', 'ph'],
  ['f', 'ph'],
  ['ck', 'k'],
  ['k', 'ck'],
  ['gh', 'g'],
  ['x', 'cks'],
  ['cks', 'x'],
  ['ks', 'x'],
  ['x', 'ks'],
  ['sh', 'sch'],
  ['sch', 'sh'],
  ['ei', 'y'],
  ['ie', 'y'],
]

/** Each variant once, without `name` itself; the first letter is kept because typos rarely affect it. */
export function* spellingVariants(name: string): Generator<string> {
  const seen = new Set([name])
  for (const variant of allVariants(name)) {
    if (seen.has(variant)) continue
    seen.add(variant)
    yield variant
  }
}

function* allVariants(name: string): Generator<string> {
  const indexes = Array.from({ length: name.length - 1 }, (_, index) => index + 1)
  const splice = (index: number, deleteCount: number, insertion: string): string =>
    name.slice(0, index) + insertion + name.slice(index + deleteCount)
  for (const [spelling, replacement] of soundSpellings)
    for (const index of indexes)
      if (name.startsWith(spelling, index)) yield splice(index, spelling.length, replacement)
  for (const index of indexes)
    for (const letter of similarLetters[name[index]!] ?? '') yield splice(index, 1, letter)
  for (const index of indexes) yield splice(index, 0, name[index]!)
  for (const index of indexes) yield splice(index, 1, '')
  for (const index of indexes.slice(0, -1)) yield splice(index, 2, name[index + 1]! + name[index]!)
  for (const index of indexes)
    if (vowels.includes(name[index]!)) for (const letter of vowels) yield splice(index, 1, letter)
  for (const index of [...indexes, name.length])
    for (const letter of `${vowels}hstn`) yield splice(index, 0, letter)
}
