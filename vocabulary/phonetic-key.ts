/** A phonetic key: spellings of one sound have the same key. */

/** Replacements, in this order. */
const rules: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [/^(?:ps|pt)/, 's'],
  [/^(?:kn|gn|pn|mn)/, 'n'],
  [/^wr/, 'r'],
  [/^wh/, 'w'],
  [/rh/g, 'r'],
  [/ph/g, 'f'],
  [/gh(?=t)/g, ''],
  [/ough/g, 'of'],
  [/a?eu/g, 'u'],
  [/[ao]e(?=[^iu])/g, 'e'],
  [/sc(?=[eiy])/g, 's'],
  [/cc(?=[eiy])/g, 'ks'],
  [/c(?=z|[^eiyh]|$)/g, 'k'],
  [/ch|qu|q/g, 'k'],
  [/c/g, 's'],
  [/x/g, 'ks'],
  [/d?g(?=[eiy])/g, 'j'],
  [/t?[sz]/g, 's'],
  [/(?<=[aeiou])h(?=[^aeiou]|$)/g, ''],
  [/y|ie/g, 'i'],
  [/ea|ee/g, 'e'],
  [/(.)\1+/g, '$1'],
  [/(?<=[^aeiou])e$/, ''],
]

/** `headache`, `headake` → `hedak`; `psoriasis`, `soriasis` → `soriasis` */
export function phoneticKey(word: string): string {
  return rules.reduce((key, [pattern, replacement]) => key.replace(pattern, replacement), word)
}
