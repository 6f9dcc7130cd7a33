/** Finds insurers that a message names in passing: "takes united", "we have neighborhood", "medicare and an aarp supplement". */
import { largeInsurers, visionAndDentalPlans } from '@careatlas/search/query/carrier-words'
import { wordsOf } from '@careatlas/vocabulary/words'

/** Names that are also common words or names of people: only words around them make them insurers. */
const ambiguous =
  'anthem|beacon|clover|commonwealth|devoted|fallon|husky|kaiser|molina|neighborhood|optum|oscar|tufts|united|wellpoint'

/** Plans of states and of unions beside the large insurers. */
const regional =
  'aarp|va (?:community care|insurance|benefits|health care)|veterans community care|bcbs(?:ri|ma|ct)|bmc health ?net|carelon|connecticare|geha|hphc|mass ?health|mutual of omaha|nhpri|rite ?(?:care|smiles|share)|wellsense|upmc'

const certain = [
  ...[...largeInsurers, ...visionAndDentalPlans].filter(
    (name) => !/^(?:medi|champva)/.test(name) && !ambiguous.split('|').includes(name),
  ),
  regional,
]
  .toSorted((a, b) => b.length - a.length)
  .join('|')

/** A pattern of the names of insurers and plans, the longest of the certain ones first. */
export const insurerNames = `${certain}|${ambiguous}`

const before =
  '(?:(?:that |who |which |whos )?(?:takes?|taking|accepts?|accepting|from|called|has|have|had|got|with|on|through|thru|under|using|use|says?|is|its|now|and|plus|or|acept[ae]n?|tom[ae]n?|tengo|tenemos|tiene|tienen|con|es|dice|y|mas|insurance|plan|seguro)(?: (?:the|my|our|his|her|an?|el|la|un|una|mi|actually|maybe|probably|also))* )'

const source =
  '(?:through|thru|via|from|at|por) (?:(?:my|his|her|our|their|the|el|mi|su) )*(?:(?:wifes?|husbands?|moms?|dads?) )?(?:work|job|employer|company|school|union|state|trabajo|empleo)'
const form =
  '(?:health ?care|health plan|health|insurance|plans?|hmo|ppo|epo|medicaid|medicare|supplement|advantage|card|coverage|gold|silver|bronze|[a-d](?= |$))'
const after = `(?: (?:${form}|${source}))*`
/** "United States", "Tufts Medical Center" */
const place =
  '(?! (?:health )?(?:states|cent(?:er|re)s?|clinics?|hospitals?|medical|university|school|street|st|ave|avenue|road|pharmac(?:y|ies)|doctors?|dr|office|watch))'

const patterns = [
  new RegExp(String.raw`\b${before}?(${certain})\b${place}${after}`, 'g'),
  new RegExp(String.raw`\b${before}(${ambiguous})\b${place}${after}`, 'g'),
  new RegExp(String.raw`\b(${ambiguous}) (?=(?:or|o) (?:${certain}|${ambiguous})\b)`, 'g'),
  new RegExp(
    String.raw`\b(${ambiguous})\b${place} (?:insurance|plan|health plan|hmo|ppo|supplement|medicare|card|${source})\b`,
    'g',
  ),
]
const alone = new RegExp(
  `^(?:(?:ok|okay|oh|um|actually|we|i|and|or|what about|how about|y|que tal) )*(${ambiguous})${after}$`,
)

/** The names, folded, in the order of the text, each once. */
export function findNamedInsurers(text: string): readonly string[] {
  const words = wordsOf(text.replaceAll(contractedIs, ' is')).join(' ')
  const named = patterns.flatMap((pattern) =>
    [...words.matchAll(pattern)].map((match) => ({ name: match[1]!, index: match.index })),
  )
  const parts = text.split(/[,.;:!?\n]/).flatMap((part) => alone.exec(wordsOf(part).join(' '))?.[1] ?? [])
  const names = named.toSorted((a, b) => a.index - b.index).map(({ name }) => name)
  return [...new Set([...names, ...parts])]
}

/** "It's Anthem": the folded words of a message have no `'s`. */
const contractedIs = /(?<=\b(?:it|that|this|mine|name|insurance|plan|card|coverage))['’]s\b/giu

/** Folded words without the insurers and the words that belong to them. */
export function withoutInsurers(words: string): string {
  return patterns
    .reduce((rest, pattern) => rest.replaceAll(pattern, ' '), words)
    .replaceAll(/ +/g, ' ')
    .trim()
}
