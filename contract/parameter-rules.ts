/** The rules that combine several parameters; each parameter is already valid by itself. */
import { ApiError } from './errors.ts'
import { filterResultsMax, textResultsMax } from './paging-limits.ts'
import type { LocationSearch, ProviderSearch, SuggestionSearch } from './parameters.ts'

/** The parameters of both searches; each operation has some of them. */
type SearchParameters = Partial<ProviderSearch & LocationSearch>

/** @throws ApiError `missing_parameter`, `conflicting_parameters`, `page_out_of_range` */
export function checkSearch(search: SearchParameters): void {
  checkPosition(search)
  checkCriteria(search)
  checkOrder(search)
  checkPageRange(search)
}

/** @throws ApiError `missing_parameter`, `conflicting_parameters` */
export function checkSuggestionSearch(search: Partial<SuggestionSearch>): void {
  checkPosition(search)
  if (search.q === undefined) throw missingError('Send q, the text to complete.')
}

function checkPosition({ lat, lng, zip, radius_miles }: SearchParameters): void {
  if (zip !== undefined && (lat !== undefined || lng !== undefined)) {
    throw conflictError('zip cannot be combined with lat and lng; send one position.')
  }
  if ((lat === undefined) !== (lng === undefined)) {
    throw missingError(lat === undefined ? 'lat is required with lng.' : 'lng is required with lat.')
  }
  if (radius_miles !== undefined && zip === undefined && lat === undefined) {
    throw conflictError('radius_miles requires a position; send lat and lng, or zip.')
  }
}

function checkCriteria(search: SearchParameters): void {
  const { q, first_name, middle_name, last_name, name, lat, zip } = search
  const hasCriterion = [q, first_name, middle_name, last_name, name, lat, zip].some(
    (value) => value !== undefined,
  )
  if (!hasCriterion) throw missingError('Send q, a name or a position (lat and lng, or zip).')
}

function checkOrder({ q, lat, zip, sort, search_mode }: SearchParameters): void {
  if (sort === 'relevance' && q === undefined) throw conflictError('sort=relevance requires q.')
  if (sort === 'distance' && lat === undefined && zip === undefined) {
    throw conflictError('sort=distance requires a position; send lat and lng, or zip.')
  }
  if (search_mode !== undefined && q === undefined) throw conflictError('search_mode requires q.')
}

function checkPageRange({ q, limit = 0, offset = 0 }: SearchParameters): void {
  const positionMax = q === undefined ? filterResultsMax : textResultsMax
  if (offset + limit <= positionMax) return
  throw new ApiError(
    'page_out_of_range',
    `offset + limit must be at most ${positionMax}${q === undefined ? '' : ' with q'}; got ${offset + limit}. ` +
      'Narrow the search instead of paging further.',
  )
}

function missingError(message: string): ApiError {
  return new ApiError('missing_parameter', message)
}

function conflictError(message: string): ApiError {
  return new ApiError('conflicting_parameters', message)
}
