/** The directory as an engine: from the parameters to the JSON of the response, without HTTP. */
import { LocationSearch, ProviderSearch } from '@careatlas/contract/parameters'
import { responseBudgetBytes } from '@careatlas/search/truncate'
import { getProvider } from '@careatlas/search/get-card'
import { searchLocations } from '@careatlas/search/search-locations'
import { searchProviders } from '@careatlas/search/search-providers'
import type { Snapshot } from '@careatlas/directory/snapshot/snapshot'
import type { SearchContext } from '@careatlas/search/search-context'
import type { CandidateEngine } from './candidate-engine.ts'

export function createDirectoryCandidate(
  context: SearchContext & { readonly snapshot: Snapshot },
): CandidateEngine {
  const budget = { budgetBytes: responseBudgetBytes.default }
  return {
    name: 'directory',
    note: '',
    supports: () => true,
    respond: async (request) => {
      if (request.kind === 'card') return { json: getProvider(request.npi, context.snapshot), hits: 1 }
      const { json } =
        request.kind === 'providers'
          ? await searchProviders(ProviderSearch.parse(request.parameters), context, budget)
          : await searchLocations(LocationSearch.parse(request.parameters), context, budget)
      return { json, hits: json.endsWith('"data":[]}') ? 0 : 1 }
    },
  }
}
