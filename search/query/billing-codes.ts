/** Writes the codes of bills and orders in words: "M54.5" is low back pain, "CPT 97110" physical therapy, "D7240" oral surgery. */
import { readTerms } from '@careatlas/vocabulary/icd10/concepts'
import { allWordLists } from './word-lists.ts'

/** Five digits alone may be a ZIP code. */
const cptCode = /(?<![\p{L}\p{N}])cpt(?:\s+codes?)?[\s:#-]{0,3}(\d{5})(?![\p{L}\p{N}])/giu

/** HCPCS and CDT. */
const letterCode =
  /(?<![\p{L}\p{N}.,/-])(?:(?:hcpcs|cdt)[\s:#-]{1,3})?([abdegklv]\d{4})(?![\p{L}\p{N}-]|\.\d)/giu

/** ICD-10-CM; without its dot or its name, "B12" and "T10" are also a vitamin and a vertebra. */
const diagnosisCode =
  /(?<![\p{L}\p{N}.,/-])(?:(?:icd[\s-]?10(?:[\s-]?cm)?(?:\s+codes?)?|dx)[\s:#-]{0,3}([a-z]\d[\dab]\.?[\da-z]{0,4})|([a-z]\d[\dab]\.[\da-z]{1,4}))(?![\p{L}\p{N}]|\.\d)/giu

/** Three characters alone, if the list of common codes has them. */
const shortCode = /(?<![\p{L}\p{N}.,/-])[A-Z]\d\d(?![\p{L}\p{N}.-])/gu

/** Every code has a letter and two digits, or follows "CPT". */
const codeSign = /[a-z]\d\d|cpt/iu

/** The text with its codes in words, each as a clause of its own; unknown codes remain. */
export function withoutBillingCodes(text: string): string {
  if (!codeSign.test(text)) return text
  const written = text
    .replace(cptCode, (match, code: string) => clauseOf(findProcedure(`cpt ${code}`), match))
    .replace(diagnosisCode, (match, named?: string, dotted?: string) =>
      clauseOf(findDiagnosis((named ?? dotted ?? '').toLowerCase().replace('.', '')), match, 'dx '),
    )
    .replace(shortCode, (code) => clauseOf(commonDiagnoses().get(code.toLowerCase()), code, 'dx '))
    .replace(letterCode, (match, code: string) =>
      clauseOf(
        findProcedure(`hcpcs ${code.toLowerCase()}`) ?? findProcedure(`cdt ${code.toLowerCase()}`),
        match,
      ),
    )
  return written === text ? text : written.trim().replace(/^,\s?/u, '').replace(/,$/u, '')
}

function clauseOf(words: string | undefined, written: string, mark = ''): string {
  return words === undefined ? written : `, ${mark}${words}, `
}

interface CodeRange {
  readonly first: string
  readonly last: string
  readonly words: string
}

let cachedProcedures: readonly CodeRange[] | undefined
let cachedDiagnoses: ReadonlyMap<string, string> | undefined
let cachedCategories: ReadonlyMap<string, string> | undefined

/** The words of the common codes, which have no dot here. */
function commonDiagnoses(): ReadonlyMap<string, string> {
  return (cachedDiagnoses ??= new Map(
    Array.from(
      allWordLists('diagnosis-codes.txt'),
      ([code, [words = '']]) => [code.replace('.', ''), words] as const,
    ),
  ))
}

/** The first term of each category. */
function categoryTerms(): ReadonlyMap<string, string> {
  return (cachedCategories ??= new Map(
    readTerms().map(({ code, terms }) => [code.toLowerCase(), terms[0]!] as const),
  ))
}

/** The words of the first range with the code. */
function findProcedure(code: string): string | undefined {
  cachedProcedures ??= Array.from(allWordLists('procedure-codes.txt'), ([range, [words = '']]) => {
    const [, system = '', first = '', last = ''] = /^(\w+) (\w+)-(\w+)$/.exec(range) ?? []
    return { first: `${system} ${first}`, last: `${system} ${last}`, words }
  })
  return cachedProcedures.find(({ first, last }) => first <= code && code <= last)?.words
}

/** The words of the longest beginning of the code that is common; the first term of its category, if none is. */
function findDiagnosis(code: string): string | undefined {
  for (let length = code.length; length >= categoryLength; length--) {
    const words = commonDiagnoses().get(code.slice(0, length))
    if (words !== undefined) return words
  }
  return categoryTerms().get(code.slice(0, categoryLength))
}

const categoryLength = 3
