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
const soundSpellings: readonly (readonly [written: string, meant: string])[] = [
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
  const places = Array.from({ length: name.length - 1 }, (_, at) => at + 1)
  const changed = (at: number, dropped: number, put: string): string =>
    name.slice(0, at) + put + name.slice(at + dropped)
  for (const [written, replacement] of soundSpellings)
    for (const at of places) if (name.startsWith(written, at)) yield changed(at, written.length, replacement)
  for (const at of places) for (const letter of similarLetters[name[at]!] ?? '') yield changed(at, 1, letter)
  for (const at of places) yield changed(at, 0, name[at]!)
  for (const at of places) yield changed(at, 1, '')
  for (const at of places.slice(0, -1)) yield changed(at, 2, name[at + 1]! + name[at]!)
  for (const at of [...places, name.length])
    for (const letter of `${vowels}hstn`) yield changed(at, 0, letter)
  for (const at of places)
    if (vowels.includes(name[at]!)) for (const letter of vowels) yield changed(at, 1, letter)
}
