/** Checks the name of a place: a name of its organization, its address, or its kind if no name can be shown. */
import type { LocationCard } from '@careatlas/contract/cards'
import { createCardAddressWords } from './address-claims.ts'
import { findLongestRun, createNameWords } from './cell-runs.ts'
import type { Context } from './context.ts'
import type { CardReport } from './findings.ts'
import { listOrganizationNames } from './place-rows.ts'
import { PhraseTree } from './phrase-tree.ts'
import { checkProse, type ExactPhrase } from './prose.ts'
import { addCode } from './allowed-wordings.ts'
import { splitWords } from './words.ts'

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
  const words = splitWords(name)
  const names = listOrganizationNames(located, npi, context)
  if (
    names.some((cells) =>
      createNameWords([cells]).some((cell) => findLongestRun(words, 0, [cell])?.length === words.length),
    )
  ) {
    report.statements++
    return
  }
  // "a pharmacy in Providence": no name of the organization could be shown. An omitted name makes no statement.
  const exactPhrases = new PhraseTree<ExactPhrase>()
  if (npi !== null) for (const { code } of context.evidence.get(npi).taxonomies()) addCode(exactPhrases, code)
  const isSupported = (needs: string): boolean =>
    npi !== null && /^(?:organization|group_code|service_code)$/.test(needs)
  checkProse(field, name, { exactPhrases, rows: createCardAddressWords(address), isSupported }, report)
}
