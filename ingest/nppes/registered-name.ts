/** A person's name in the registry, freed of what people write into the wrong cell. */
import type { OtherName } from '@careatlas/contract/cards'
import type { RegisteredName } from '../facts.ts'
import { said, saidInCapitals } from '../read/said.ts'
import { cellAt } from './main-columns.ts'

/** `name` has neither first nor last when the row names nobody. */
export function registeredName(cells: readonly string[]): { name: RegisteredName; nicknames: OtherName[] } {
  const last = splitLastName(saidInCapitals(cells[cellAt.last]))
  const lastName = splitNickname(last.name)
  const first = splitNickname(saidInCapitals(cells[cellAt.first]))
  const name = {
    prefix: said(cells[cellAt.prefix]),
    first: first.name === 'FNU' ? null : first.name,
    middle: middleName(saidInCapitals(cells[cellAt.middle])),
    last: lastName.name,
    suffix: said(cells[cellAt.suffix]) ?? last.suffix,
    credential: said(cells[cellAt.credential]) ?? last.credential,
  }
  return { name, nicknames: nicknamesOf(name, first.nickname, lastName.nickname) }
}

/** The other name of the row, if it has one that differs; types: 1 former, 2 professional, 5 other. */
export function otherNameOf(cells: readonly string[], name: RegisteredName): OtherName | null {
  const last = splitLastName(saidInCapitals(cells[cellAt.otherLast])).name
  const first = saidInCapitals(cells[cellAt.otherFirst])
  const middle = middleName(saidInCapitals(cells[cellAt.otherMiddle]))
  if (first === null && last === null) return null
  if (first === name.first && middle === name.middle && last === name.last) return null
  const type = cells[cellAt.otherNameType]
  return { kind: type === '1' ? 'former' : type === '2' ? 'professional' : 'other', first, middle, last }
}

const suffixes = new Set(['JR', 'SR', 'I', 'II', 'III', 'IV', 'V'])

/** Legal forms of a practice, no part of a person's name. */
const legalForms = new Set(['INC', 'LLC', 'PC', 'PA', 'PLLC', 'LTD', 'LLP'])

/** Letters after a name that were seen, or are to be expected, after a comma in a last name; no order. */
const credentials = new Set(
  (
    'MD DO MBBS MBCHB PHD PSYD EDD DRPH MPH MS MA MSW MSN MBA BSN BS BA DDS DMD DPM DC OD DPT PT OT OTR COTA PTA ' +
    'SLP CCC RN LPN LVN NP FNP ANP PNP ARNP APRN CRNP CNP CNM CNS CRNA DNP PMHNP FNP-BC FNP-C PMHNP-BC AGNP PA-C ' +
    'RPH PHARMD BCPS LCSW LICSW LMSW LSW CSW LPC LCPC LPCC LMHC LMFT MFT LAC CADC BCBA RBT RD RDN LD LMT ATC FACP ' +
    'FACS FAAP CCC-SLP OTR/L AUD DVM ND ESQ'
  ).split(' '),
)

interface LastName {
  readonly name: string | null
  readonly suffix: string | null
  readonly credential: string | null
}

/**
 * `PARRA, LCSW` → PARRA with the credential LCSW; `MITCHELL, JR.` and `MITCHELL JR` → MITCHELL with a suffix.
 * Without a comma letters stay in the name (`DO` and `MA` are surnames), and so they do when one is unknown.
 */
function splitLastName(text: string | null): LastName {
  const whole = { name: text, suffix: null, credential: null }
  if (text === null) return whole
  const comma = text.indexOf(',')
  if (comma <= 0) return splitTrailingSuffix(text) ?? whole
  const extras = text
    .slice(comma + 1)
    .split(/[\s,]+/)
    .filter((word) => word !== '')
  if (!extras.every((word) => isSuffix(word) || legalForms.has(bare(word)) || credentials.has(bare(word))))
    return whole
  const earned = extras.filter((word) => credentials.has(bare(word)))
  return {
    name: said(text.slice(0, comma)),
    suffix: extras.find(isSuffix) ?? null,
    credential: earned.length > 0 ? earned.join(', ') : null,
  }
}

/** `I` and `V` are initials as often as numerals, so without a comma they stay. */
function splitTrailingSuffix(text: string): LastName | null {
  const match = /^(.+?) ((?:JR|SR)\.?|II|III|IV)$/.exec(text)
  return match ? { name: match[1]!, suffix: match[2]!, credential: null } : null
}

function isSuffix(word: string): boolean {
  return suffixes.has(bare(word))
}

function bare(word: string): string {
  return word.replaceAll('.', '')
}

/** `MARY (MK)` and `ROBERT 'BOB'` → the name, and what the person is called besides. */
function splitNickname(text: string | null): {
  readonly name: string | null
  readonly nickname: string | null
} {
  if (text === null || !/[('"[]/.test(text)) return { name: text, nickname: null }
  const match = /^(.*?)\s*(?:\(([^)]*)\)?|\[([^\]]*)\]?|(?<=\s)(['"])([^'"]+)\4)(?=\s|$)(.*)$/.exec(text)
  if (match === null) return { name: text, nickname: null }
  const name = said(`${match[1] ?? ''} ${match[6] ?? ''}`)
  const nickname = said(match[2] ?? match[3] ?? match[5])
  return name === null ? { name: nickname, nickname: null } : { name, nickname }
}

function nicknamesOf(name: RegisteredName, first: string | null, last: string | null): OtherName[] {
  const names: OtherName[] = []
  if (first !== null) names.push({ kind: 'other', first, middle: null, last: name.last })
  if (last !== null) names.push({ kind: 'other', first: name.first, middle: null, last })
  return names
}

/** `NMN` and `NMI` say that there is none; digits belong to an address. */
function middleName(text: string | null): string | null {
  return text === null || text === 'NMN' || text === 'NMI' || /\d/.test(text) ? null : text
}
