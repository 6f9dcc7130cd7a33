/** Parses the NPIs of a Transparency-in-Coverage provider group in the forms that payers use. */
import * as z from 'zod'

const Group = z.object({ npi: z.unknown().optional(), tin: z.unknown().optional() })
const Tin = z.object({ type: z.literal('npi'), value: z.unknown().optional() })

/** Represents a list item that cannot be an NPI. */
const invalidNpi = 0xffff_ffff

/**
 * The NPIs that the group lists. If its tax number is an NPI, it is the number that the providers bill under, and it counts only
 * if the group lists no provider.
 */
export function parseGroupNpis(value: unknown): readonly number[] {
  const group = Group.safeParse(value)
  if (!group.success) return [invalidNpi]
  const listed = parseNumbers(group.data.npi)
  const tin = Tin.safeParse(group.data.tin)
  return listed.length > 0 || !tin.success ? listed : parseNumbers(tin.data.value)
}

/** Payers write numbers or strings, and `[0]` for a group without an NPI. */
function parseNumbers(list: unknown): number[] {
  const items: unknown[] = Array.isArray(list) ? list : [list]
  return items.map(parseNumber).filter((number) => number !== 0)
}

function parseNumber(value: unknown): number {
  if (value === undefined || value === null) return 0
  const number = typeof value === 'string' && /^\s*\d{1,10}\s*$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isInteger(number) && number >= 0 && number < invalidNpi
    ? number
    : invalidNpi
}
