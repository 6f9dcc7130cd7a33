/** Who is in a provider group of Transparency in Coverage, written in any of the ways of payers. */
import * as z from 'zod'

const Group = z.object({ npi: z.unknown().optional(), tin: z.unknown().optional() })
const Tin = z.object({ type: z.literal('npi'), value: z.unknown().optional() })

/** For what stands in a list of NPIs and cannot be one. */
const invalidNpi = 0xffff_ffff

/**
 * The NPIs that the group lists. Its tax number, when that is an NPI, only says under whose number these bill; it counts
 * where the group lists no provider.
 */
export function parseGroupNpis(value: unknown): readonly number[] {
  const group = Group.safeParse(value)
  if (!group.success) return [invalidNpi]
  const listed = parseNumbers(group.data.npi)
  const tin = Tin.safeParse(group.data.tin)
  return listed.length > 0 || !tin.success ? listed : parseNumbers(tin.data.value)
}

/** Payers write numbers or texts, and `[0]` for a group that has no NPI. */
function parseNumbers(list: unknown): number[] {
  const listed: unknown[] = Array.isArray(list) ? list : [list]
  return listed.map(parseNumber).filter((number) => number !== 0)
}

function parseNumber(written: unknown): number {
  if (written === undefined || written === null) return 0
  const number = typeof written === 'string' && /^\s*\d{1,10}\s*$/.test(written) ? Number(written) : written
  return typeof number === 'number' && Number.isInteger(number) && number >= 0 && number < invalidNpi
    ? number
    : invalidNpi
}
