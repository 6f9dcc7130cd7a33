/** Words of insurer names. */
import { wordLists } from './word-lists.ts'

const lists = wordLists('carrier-words.txt', [
  'large-insurers',
  'vision-and-dental-plans',
  'insurers-that-are-names',
  'company-forms',
  'company-words',
  'common-words',
  'plan-levels',
  'product-words',
])

/** The largest American health insurers and the public programs, by the names that patients use. */
export const largeInsurers: ReadonlySet<string> = new Set(lists['large-insurers'])
/** Directories often have no listings of these plans. Some of the names are topics too: "vsp" is one of eye care. */
export const visionAndDentalPlans = lists['vision-and-dental-plans']
/** Large insurers whose names are also common names of people. */
export const surnames: ReadonlySet<string> = new Set(lists['insurers-that-are-names'])
export const companyForms: ReadonlySet<string> = new Set(lists['company-forms'])
export const companyWords: ReadonlySet<string> = new Set(lists['company-words'])
/** Common and medical words, surnames and places that insurers are named after. */
export const commonWords: ReadonlySet<string> = new Set(lists['common-words'])
/** Words after the name of an insurer that mean no care: "gold" of "Aetna Gold". */
export const planLevels: ReadonlySet<string> = new Set(lists['plan-levels'])
/** Words of plan names that insurers share; they follow the name of the insurer: "Aetna Gold PPO". */
export const productWords: ReadonlySet<string> = new Set(lists['product-words'])
