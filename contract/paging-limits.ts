/** The highest positions that paging can reach: by filters the results are exact, by text they are ranked. */
export const filterResultsMax = 10_000
export const textResultsMax = 1_000
