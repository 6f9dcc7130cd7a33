/** Checks the names and the credentials of a clinician on a card. */
import type { ProviderCard } from '@careatlas/contract/cards'
import { type CellWords, createNameWords } from './cell-runs.ts'
import { findCredentialFault } from './credential-claims.ts'
import type { NpiEvidence } from './evidence.ts'
import type { CardReport } from './findings.ts'
import { PhraseTree } from './phrase-tree.ts'
import { checkProse, type ExactPhrase } from './prose.ts'
import type { Row } from './rows.ts'
import { addTexts } from './allowed-wordings.ts'
import { listSpellings } from './tables.ts'
import { containsWords, splitWords } from './words.ts'

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
      cells[part].some((cell) => containsName(cell, claimed)),
      `name.${part}`,
      'name',
      claimed,
    )
  }
  if (name.suffix !== null) {
    const registered = splitWords(`${current!.get('provider name suffix text')} ${cells.last[0]}`)
    const spellings = registered.flatMap((word) => [
      word,
      ...listSpellings('suffix', word).flatMap((text) => splitWords(text)),
    ])
    report.check(containsWords(spellings, splitWords(name.suffix)), 'name.suffix', 'suffix', name.suffix)
  }
  const credentials = listCredentialCells(rows)
  const codes = specialties.map(({ code }) => code)
  for (const credential of name.credential?.split(', ') ?? []) {
    const fault = findCredentialFault(credential, credentials, codes)
    report.check(fault === null, 'name.credential', fault ?? 'credential', credential)
  }
  // The card omits digits and brackets of the cell.
  const [start] = splitWords(name.display.split(',')[0]!)
  const first = splitWords(cells.first[0]!.replaceAll(/\d/g, ' '))
  if (name.first !== null)
    report.check(first.includes(start ?? ''), 'name.display', 'name_order', name.display)
  checkProse(
    'name.display',
    name.display,
    {
      exactPhrases: collectCredentialPhrases(name.credential),
      rows: createPersonWords(rows),
      isSupported: (needs) => needs === 'no_name' && name.first === null && name.last === null,
    },
    report,
  )
}

/** The credential cell, and the text after the last name in its own cell: after a comma, or words without a vowel. */
export function listCredentialCells(rows: NpiEvidence): readonly string[] {
  const last = rows.current!.get('provider last name (legal name)')
  const comma = last.indexOf(',')
  const [, vowelless] = /^\S.* ([B-DF-HJ-NP-TV-XZ.]+)(?: (?:PA|PC|PLLC|LLC|INC))?$/.exec(last) ?? []
  const afterName = comma > 0 ? last.slice(comma + 1) : vowelless
  return [rows.current!.get('provider credential text'), ...(afterName === undefined ? [] : [afterName])]
}

function collectCredentialPhrases(credential: string | null): PhraseTree<ExactPhrase> {
  const phrases = new PhraseTree<ExactPhrase>()
  if (credential !== null) addTexts(phrases, [credential, ...credential.split(', ')])
  return phrases
}

/** Whether a cell contains the words of a part of a name. Digits, which some registrants write into names, are not compared. */
function containsName(cell: string, claimed: string): boolean {
  const part = splitWords(claimed)
  return containsWords(splitWords(cell), part) || containsWords(splitWords(cell.replaceAll(/\d/g, ' ')), part)
}

/** First name, middle initial, last name and suffix of the current row, in this order. */
export function createPersonWords(rows: NpiEvidence): readonly CellWords[] {
  const cell = (name: string): string => rows.current!.get(name).replaceAll(/\d/g, ' ')
  const middle = splitWords(cell('provider middle name')).map((word) => word.charAt(0))
  return createNameWords([
    cell('provider first name'),
    middle.join(' '),
    cell('provider last name (legal name)'),
    rows.current!.get('provider name suffix text'),
  ])
}

/** Each other name must have all its parts in one name of one row with the same type; nicknames are written inside a name. */
export function checkOtherNames({ other_names }: ProviderCard, rows: NpiEvidence, report: CardReport): void {
  if (other_names.length === 0) return
  const names = rows.registry.flatMap((row) => listRegisteredNames(row, row === rows.current))
  other_names.forEach((other, index) => {
    const matching = names.filter((name) =>
      (['first', 'middle', 'last'] as const).every(
        (part) => other[part] === null || containsName(name[part], other[part]),
      ),
    )
    report.check(matching.length > 0, `other_names[${index}]`, 'other_name', other)
    if (matching.length > 0)
      report.check(
        matching.some(({ kinds }) => kinds.includes(other.kind)),
        `other_names[${index}].kind`,
        'other_name_kind',
        other,
      )
  })
}

type OtherKind = ProviderCard['other_names'][number]['kind']

/** NPPES code values; 5 is "other name". */
const kindByType: Readonly<Record<string, OtherKind>> = { 1: 'former', 2: 'professional' }

function listRegisteredNames(row: Row, isCurrent: boolean) {
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
      kinds: isCurrent ? [kindByType[type] ?? 'other'] : ['former'],
    },
  ]
}
