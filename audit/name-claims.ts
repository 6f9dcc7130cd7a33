/** Whether the names of a clinician on a card are those of the rows, and each credential a whole one. */
import type { ProviderCard } from '@careatlas/contract/cards'
import { type CellWords, nameWords } from './cell-runs.ts'
import { credentialFault } from './credential-claims.ts'
import type { NpiEvidence } from './evidence.ts'
import type { CardReport } from './findings.ts'
import { PhraseTree } from './phrase-tree.ts'
import { checkProse, type OwnPhrase } from './prose.ts'
import { addTexts } from './spoken.ts'
import { writtenAs } from './tables.ts'
import { holdsWords, wordsOf } from './words.ts'

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
    const said = wordsOf(`${current!.get('provider name suffix text')} ${cells.last[0]}`)
    const written = said.flatMap((word) => [
      word,
      ...writtenAs('suffix', word).flatMap((text) => wordsOf(text)),
    ])
    report.check(holdsWords(written, wordsOf(name.suffix)), 'name.suffix', 'suffix', name.suffix)
  }
  const credentials = credentialCells(rows)
  const codes = specialties.map(({ code }) => code)
  for (const credential of name.credential?.split(', ') ?? []) {
    const fault = credentialFault(credential, credentials, codes)
    report.check(fault === null, 'name.credential', fault ?? 'credential', credential)
  }
  checkProse(
    'name.display',
    name.display,
    {
      own: credentialPhrases(name.credential),
      rows: personWords(rows),
      holds: (needs) => needs === 'no_name' && name.first === null && name.last === null,
    },
    report,
  )
}

function credentialCells(rows: NpiEvidence): readonly string[] {
  const last = rows.current!.get('provider last name (legal name)')
  const comma = last.indexOf(',')
  return [rows.current!.get('provider credential text'), ...(comma > 0 ? [last.slice(comma + 1)] : [])]
}

function credentialPhrases(credential: string | null): PhraseTree<OwnPhrase> {
  const own = new PhraseTree<OwnPhrase>()
  if (credential !== null) addTexts(own, [credential, ...credential.split(', ')])
  return own
}

/** Digits and brackets that people write into a name are no part of it. */
function namesPart(cell: string, claimed: string): boolean {
  const part = wordsOf(claimed)
  return holdsWords(wordsOf(cell), part) || holdsWords(wordsOf(cell.replaceAll(/\d/g, ' ')), part)
}

/** First name, middle initial, last name and suffix of the current row in this order. */
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

export function checkOtherNames({ other_names }: ProviderCard, rows: NpiEvidence, report: CardReport): void {
  const cells = (part: string): string =>
    rows.registry
      .flatMap((row) => [
        row.get(`provider ${part} name`),
        row.get(`provider other ${part} name`),
        row.get(`provider ${part} name (legal name)`),
      ])
      .join(' | ')
  other_names.forEach((other, at) => {
    for (const part of ['first', 'middle', 'last'] as const) {
      const claimed = other[part]
      if (claimed !== null)
        report.check(namesPart(cells(part), claimed), `other_names[${at}].${part}`, 'other_name', claimed)
    }
  })
}
