/** What people write after their last name in its cell: suffixes, credentials, legal forms. */
import { said } from '../read/said.ts'

interface LastName {
  readonly name: string | null
  readonly suffix: string | null
  readonly credential: string | null
}

/**
 * `MARTIN, LCSW` → MARTIN with the credential LCSW; `MARTIN, JR.` and `MARTIN JR` → MARTIN with a suffix.
 * Without a comma letters stay in the name (`DO` and `MA` are surnames), and so they do when one is unknown.
 */
export function splitLastName(text: string | null): LastName {
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
