/** Checks the name of a place: a name of its organization, its address, or its kind if no name can be shown. */
import type { LocationCard } from '@careatlas/contract/cards'
import { wordsOfAddress } from './address-claims.ts'
import { longestRun, nameWords } from './cell-runs.ts'
import type { Context } from './context.ts'
import type { CardReport } from './findings.ts'
import { organizationNamesAt } from './place-rows.ts'
import { PhraseTree } from './phrase-tree.ts'
import { checkProse, type OwnPhrase } from './prose.ts'
import { addCode } from './spoken.ts'
import { wordsOf } from './words.ts'

/** @param npi of the organization */
export function checkPlaceName(
  located: Pick<LocationCard, 'address' | 'name' | 'phone'>,
  npi: string | null,
  field: string,
  context: Context,
  report: CardReport,
): void {
  const { name, address } = located
  if (name === null) return
  const words = wordsOf(name)
  const names = organizationNamesAt(located, npi, context)
  if (
    names.some((cells) =>
      nameWords([cells]).some((cell) => longestRun(words, 0, [cell])?.length === words.length),
    )
  ) {
    report.statements++
    return
  }
  // "a pharmacy in Providence": no name of the organization could be shown. To leave a name out is no statement.
  const own = new PhraseTree<OwnPhrase>()
  if (npi !== null) for (const { code } of context.evidence.of(npi).taxonomies()) addCode(own, code)
  const isSupported = (needs: string): boolean =>
    npi !== null && /^(?:organization|group_code|service_code)$/.test(needs)
  checkProse(field, name, { own, rows: wordsOfAddress(address), isSupported }, report)
}
