/** Splits a unit in standard spelling (`normalizeAddress`) into parts, to compare it with another spelling. */

export interface UnitParts {
  /** `#`, `RM`, `BLDG`, `FL`; empty if there are only words. */
  readonly kind: string
  /** `210`; null if there are only words. */
  readonly number: string | null
  /** The other words, such as the building of a suite. */
  readonly rest: string
}

/** The most specific first. */
const designators = ['#', 'RM|OFC', 'BLDG|TWR|WING|LVL|FL|SPC|LOT|TRLR|DEPT'].map(
  (kinds) => new RegExp(String.raw`(?:^|(?<= ))(${kinds}) (\S*\d\S*|[A-Z]\b)(?= |$)`),
)

/** `# 210 BLDG C` → `#`, `210`, `BLDG C`: a suite or a room is more specific than its floor, its building and words. */
export function splitUnit(unit: string): UnitParts {
  for (const designator of designators) {
    const found = designator.exec(unit)
    if (found === null) continue
    const rest = unit.slice(0, found.index) + unit.slice(found.index + found[0].length)
    return { kind: found[1]!, number: normalizeNumber(found[2]!), rest: rest.replaceAll(/ +/g, ' ').trim() }
  }
  return { kind: '', number: null, rest: unit }
}

/** Without leading zeros, the end of an ordinal and the hyphen between a letter and a number: `A-1` is `A1`. */
function normalizeNumber(number: string): string {
  return number.replaceAll(/(?<=[A-Z])-(?=\d)|(?<=\d)-(?=[A-Z])|^0+(?=.)|(?<=^\d+)(?:ST|ND|RD|TH)$/g, '')
}
