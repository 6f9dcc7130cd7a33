/** Checks the names and the credentials of a clinician on a card. */
import type { ProviderCard } from '@careatlas/contract/cards'
import { type CellWords, nameWords } from './cell-runs.ts'
import { credentialFault } from './credential-claims.ts'
import type { NpiEvidence } from './evidence.ts'
import type { CardReport } from './findings.ts'
import { PhraseTree } from './phrase-tree.ts'
import { checkProse, type OwnPhrase } from './prose.ts'
import type { Row } from './rows.ts'
import { addTexts } from './spoken.ts'
import { writtenAs } from './tables.ts'
import { containsWords, wordsOf } from './words.ts'

export function checkName({ name, specialties }: ProviderCard, rows: NpiEvidence, report: CardReport): void {
  const { current } = rows
  const cells = {
    first: [current!.get('provider first name')],
    middle: [current!.get('provider middle name')],
    last: [current!.get('provider last name (legal name)')],
  }
  for (const part of ['first', 'middle', 'last'] as const) {
    const claimed = name[part]
    if (claimed === null) continue
    report.check(
      cells[part].some((cell) => namesPart(cell, claimed)),
      `name.${part}`,
      'name',
      claimed,
    )
  }
  if (name.suffix !== null) {
    const registered = wordsOf(`${current!.get('provider name suffix text')} ${cells.last[0]}`)
    const written = registered.flatMap((word) => [
      word,
      ...writtenAs('suffix', word).flatMap((text) => wordsOf(text)),
    ])
    report.check(containsWords(written, wordsOf(name.suffix)), 'name.suffix', 'suffix', name.suffix)
  }
  const credentials = credentialCells(rows)
  const codes = specialties.map(({ code }) => code)
  for (const credential of name.credential?.split(', ') ?? []) {
    const fault = credentialFault(credential, credentials, codes)
    report.check(fault === null, 'name.credential', fault ?? 'credential', credential)
  }
  // Digits and brackets of the cell are left out.
  const [start] = wordsOf(name.display.split(',')[0]!)
  const first = wordsOf(cells.first[0]!.replaceAll(/\d/g, ' '))
  if (name.first !== null)
    report.check(first.includes(start ?? ''), 'name.display', 'name_order', name.display)
  checkProse(
    'name.display',
    name.display,
    {
      own: credentialPhrases(name.credential),
      rows: personWords(rows),
      isSupported: (needs) => needs === 'no_name' && name.first === null && name.last === null,
    },
    report,
  )
}

/** The credential cell, and the text after the last name in its own cell: after a comma, or words without a vowel. */
export function credentialCells(rows: NpiEvidence): readonly string[] {
  const last = rows.current!.get('provider last name (legal name)')
  const comma = last.indexOf(',')
  const [, voweless] = /^\S.* ([B-DF-HJ-NP-TV-XZ.]+)(?: (?:PA|PC|PLLC|LLC|INC))?$/.exec(last) ?? []
  const behind = comma > 0 ? last.slice(comma + 1) : voweless
  return [rows.current!.get('provider credential text'), ...(behind === undefined ? [] : [behind])]
}

function credentialPhrases(credential: string | null): PhraseTree<OwnPhrase> {
  const own = new PhraseTree<OwnPhrase>()
  if (credential !== null) addTexts(own, [credential, ...credential.split(', ')])
  return own
}

/** Registrants write digits and brackets into names; these are not compared. */
function namesPart(cell: string, claimed: string): boolean {
  const part = wordsOf(claimed)
  return containsWords(wordsOf(cell), part) || containsWords(wordsOf(cell.replaceAll(/\d/g, ' ')), part)
}

/** First name, middle initial, last name and suffix of the current row, in this order. */
export function personWords(rows: NpiEvidence): readonly CellWords[] {
  const cell = (name: string): string => rows.current!.get(name).replaceAll(/\d/g, ' ')
  const middle = wordsOf(cell('provider middle name')).map((word) => word.charAt(0))
  return nameWords([
    cell('provider first name'),
    middle.join(' '),
    cell('provider last name (legal name)'),
    rows.current!.get('provider name suffix text'),
  ])
}

/** Each other name must have all its parts in one name of one row with the same type; nicknames are written inside a name. */
export function checkOtherNames({ other_names }: ProviderCard, rows: NpiEvidence, report: CardReport): void {
  if (other_names.length === 0) return
  const names = rows.registry.flatMap((row) => registeredNames(row, row === rows.current))
  other_names.forEach((other, at) => {
    const same = names.filter((name) =>
      (['first', 'middle', 'last'] as const).every(
        (part) => other[part] === null || namesPart(name[part], other[part]),
      ),
    )
    report.check(same.length > 0, `other_names[${at}]`, 'other_name', other)
    if (same.length > 0)
      report.check(
        same.some(({ kinds }) => kinds.includes(other.kind)),
        `other_names[${at}].kind`,
        'other_name_kind',
        other,
      )
  })
}

type OtherKind = ProviderCard['other_names'][number]['kind']

/** NPPES code values; 5 is "other name". */
const nameTypes: Readonly<Record<string, OtherKind>> = { 1: 'former', 2: 'professional' }

function registeredNames(row: Row, isCurrent: boolean) {
  const type = row.get('provider other last name type code').trim()
  const parts = (which: string, last: string) => ({
    first: row.get(`provider ${which}first name`),
    middle: row.get(`provider ${which}middle name`),
    last: row.get(last),
  })
  const former: OtherKind = isCurrent ? 'other' : 'former'
  return [
    { ...parts('', 'provider last name (legal name)'), kinds: [former] },
    {
      ...parts('other ', 'provider other last name'),
      kinds: isCurrent ? [nameTypes[type] ?? 'other'] : ['former'],
    },
  ]
}
