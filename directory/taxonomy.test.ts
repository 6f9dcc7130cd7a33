import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { allTaxonomies, isHospitalCode, taxonomyOf, type Taxonomy } from './taxonomy.ts'

const taxonomies = allTaxonomies()

test('a known code has labels, an unknown code is null', () => {
  assert.equal(taxonomyOf('207RC0000X')?.name, 'cardiologist')
  assert.equal(taxonomyOf('207RC0000X')?.plain, 'heart doctor')
  for (const code of ['', '207rc0000x', '000000000X', '__proto__']) assert.equal(taxonomyOf(code), null)
})

test('the codes in the table of hospitals are hospitals', () => {
  const hospitals = readFileSync(join(import.meta.dirname, 'taxonomy', 'hospitals.tsv'), 'utf8')
  const [, ...rows] = hospitals.trimEnd().split('\n')
  assert.deepEqual(
    taxonomies.map(({ code }) => code).filter(isHospitalCode),
    rows.map((row) => row.split('\t')[0]),
  )
})

test('the tables have no duplicate code', () => {
  const codes = taxonomies.map(({ code }) => code)
  assert.deepEqual(
    codes.filter((code, index) => codes.indexOf(code) !== index),
    [],
  )
})

/** The rules for rows, by the description of the fault. */
const rules: Readonly<Record<string, (row: Taxonomy) => boolean>> = {
  'a code is ten characters and ends in X': ({ code }) => /^[0-9A-Z]{9}X$/.test(code),
  'a plural differs from its name': ({ name, plural }) => name !== plural,
  'a plain role differs from the name it explains': ({ name, plain }) => name !== plain,
  'a name is a short noun without a remark in parentheses': ({ name }) => /^[^()/;:]{3,59}$/.test(name),
  'no label ends with a full stop': (row) => labelsOf(row).every((label) => !label.endsWith('.')),
  'no label has stray blanks': (row) =>
    labelsOf(row).every((label) => label === label.trim().replace(/\s+/g, ' ')),
  'a care phrase starts with a verb in its base form': ({ care }) => isBaseVerb(wordsOf(care)[0] ?? ''),
  'a care phrase does not begin with a word of its plural': ({ plural, care }) =>
    !wordsOf(plural).some((word) => word.startsWith(stemOf(wordsOf(care)[0] ?? ''))),
  'a noun with an irregular plural has it': ({ plural }) => !/(?:wife|man|child|person)s\b/.test(plural),
  'a field of clinicians reads well before the word practice': ({ kind, field }) =>
    kind === 'organization' || !/^other | (?:about|after|around|as|before|to) /.test(field),
  'a field of clinicians that is a countable noun fits after "practice for"': ({ kind, field }) =>
    kind === 'organization' || !countableNoun.test(field) || /'s| (?:and|at|for|in|of|with) /.test(field),
  'a care phrase is 6 to 25 words and at most 200 characters': ({ care }) =>
    care.length <= 200 && inRange(care.split(' ').length, 6, 25),
}

for (const [rule, isMet] of Object.entries(rules)) {
  test(rule, () => {
    assert.deepEqual(
      taxonomies.filter((row) => !isMet(row)),
      [],
    )
  })
}

const release = join(import.meta.dirname, '../../shared/data/nucc/nucc_taxonomy_251.csv.gz')
const skip = existsSync(release) ? false : 'the NUCC 25.1 release is not on this machine'

test('every code of NUCC 25.1 has a row of the same kind', { skip }, (t) => {
  const codes = readRelease()
  t.diagnostic(`${codes.length} codes`)
  assert.deepEqual(
    codes.map(({ code }) => code).filter((code) => !taxonomyOf(code)),
    [],
  )
  assert.deepEqual(
    codes.filter(({ code, kind }) => taxonomyOf(code)?.kind !== kind),
    [],
  )
})

/** Codes of NUCC 25.1 for which English has only one word, such as dentist. */
const sharedNamesMax = 77

test('a name equals the official name only if English has no other word', { skip }, (t) => {
  const shared = readRelease().flatMap(({ code, officialName }) => {
    const name = taxonomyOf(code)?.name ?? ''
    return name.toLowerCase() === officialName.toLowerCase() ? [name] : []
  })
  t.diagnostic(`${shared.length} shared names: ${shared.join(', ')}`)
  assert.ok(shared.length <= sharedNamesMax)
  for (const name of shared) assert.match(name, /^[a-z'-]+( [a-z]+){0,2}$/, `${name} is more than a term`)
})

test('no care phrase shares eight consecutive words with an official definition', { skip }, () => {
  const official = new Set(readRelease().flatMap(({ definition }) => listRuns(8, wordsOf(definition))))
  assert.deepEqual(
    taxonomies.filter(({ care }) => listRuns(8, wordsOf(care)).some((run) => official.has(run))),
    [],
  )
})

interface OfficialCode {
  readonly code: string
  readonly kind: Taxonomy['kind']
  readonly officialName: string
  readonly definition: string
}

/** The release lists its two group codes under Individual; a group of clinicians is an organization. */
function readRelease(): readonly OfficialCode[] {
  const [columns = [], ...rows] = parseCsv(gunzipSync(readFileSync(release)).toString('utf8'))
  return rows.map((row) => {
    const cell = (column: string): string => row[columns.indexOf(column)] ?? ''
    const individual = cell('Section') === 'Individual' && cell('Grouping') !== 'Group'
    return {
      code: cell('Code'),
      kind: individual ? 'individual' : 'organization',
      officialName: cell('Display Name'),
      definition: cell('Definition'),
    }
  })
}

/** Parses CSV; a cell with a comma, a quote or a line end is quoted (RFC 4180). */
function parseCsv(csv: string): readonly string[][] {
  const rows: string[][] = [[]]
  for (const [, quoted, bare = '', end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? bare)
    if (end !== ',') rows.push([])
  }
  return rows.filter((row) => row.length > 1)
}

function labelsOf({ name, plural, plain, field, care }: Taxonomy): readonly string[] {
  return [name, plural, plain ?? '', field, care]
}

/** `a heart scans practice` */
const countableNoun = /(?:aid|condition|disorder|draw|exam|lens|limb|medicine|procedure|scan|test|X-ray)e?s$/

/** `teach` is in `teaching`; a short verb counts as a whole: `care` is not in `careful`. */
function stemOf(verb: string): string {
  const stem = verb.replace(/e$/, '')
  return stem.length < 4 ? verb : stem
}

/** A simple filter for articles, prepositions, `treats` and `treating`, not a grammar. */
function isBaseVerb(word: string): boolean {
  const inflected = /[^s]s$/.test(word) || (word.endsWith('ing') && word !== 'bring')
  return !inflected && !/^(a|an|the|for|with|of|in|to|and|who|are|is)$/.test(word)
}

function inRange(count: number, min: number, max: number): boolean {
  return min <= count && count <= max
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[a-z0-9']+/g) ?? []
}

function listRuns(length: number, words: readonly string[]): readonly string[] {
  return words.slice(length - 1).map((_, start) => words.slice(start, start + length).join(' '))
}
