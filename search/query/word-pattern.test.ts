import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { PatternIndex } from './pattern-index.ts'
import { indexablePattern, wordPattern } from './word-pattern.ts'

const groups = new Map([['chest', ['chest', 'pecho']]])

for (const [item, matching, notMatching] of [
  ['pain', ['pain', 'my pain now'], ['pains', 'painful']],
  ['swell*', ['swell', 'swelling'], ['unswell']],
  ['pills?', ['pill', 'pills'], ['pillow']],
  ['(of ){0,2}my arm', ['my arm', 'of of my arm'], ['arm']],
  ['(of )?my (arm|leg)', ['my arm', 'of my leg'], ['my foot']],
  ['hij[oa]', ['hijo', 'hija'], ['hije']],
  ['lost my _ to', ['lost my sister to'], ['lost my to']],
  ['voices <0-2 words> kill', ['voices kill', 'voices say to kill'], ['voices say i should kill']],
  ['[1-9]#{1,2} pills', ['12 pills', '120 pills'], ['1 pills', '012 pills']],
  ['<1-3 letters> days', ['two days', '10 days'], ['seven days']],
  ['hit ... head', ['hit my head', 'hit by a car on the head'], ['head hit', 'hit overhead']],
  ['now<not before: (here|there).>', ['now', 'now hereby'], ['now here', 'now there']],
  ['<not after: days?>now', ['now', 'right now'], ['two days now']],
  ['asleep<not after: .baby ...>', ['he is asleep'], ['the baby fell asleep']],
  ['to<before: (and|after)>', ['come to and', 'come to after'], ['come to me']],
  ['come to<end>', ['come to'], ['come to me']],
  ['<chest> pain', ['chest pain', 'pecho pain'], ['arm pain']],
] as const) {
  suite(`the pattern ${item}`, () => {
    const pattern = wordPattern([item], groups)
    for (const text of matching) test(`matches "${text}"`, () => assert.match(text, pattern))
    const index = new PatternIndex([pattern], () => indexablePattern([item], groups).beginnings)
    for (const text of matching)
      test(`is a candidate for "${text}"`, () => assert.ok(index.listCandidates(text).has(pattern)))
    for (const text of notMatching) test(`does not match "${text}"`, () => assert.doesNotMatch(text, pattern))
  })
}

for (const item of ['(arm', 'arm)', 'a|b', '<heart>', 'now<not before: here', 'Pain!', 'a{x}']) {
  test(`the pattern ${item} is rejected`, () =>
    assert.throws(() => wordPattern([item]), /^Error: cannot parse/))
}

for (const [item, beginnings] of [
  ['pain', ['pain']],
  ['painful', ['painf']],
  ['(of )?my arm', ['of my', 'my ar']],
  ['pills?', ['pills', 'pill']],
  ['swell*', ['swell']],
  ['up<not before: there>', ['up']],
  ['<chest> pain', ['chest', 'pecho']],
  ['no[wt]', ['no']],
  ['_ pain', ['']],
  ['(of ){0,2}my arm', ['']],
] as const) {
  test(`a match of ${item} begins with ${beginnings.join(' or ') || 'anything'}`, () => {
    const found = indexablePattern([item], groups).beginnings
    assert.deepEqual(new Set(found.keys()), new Set(beginnings))
  })
}
