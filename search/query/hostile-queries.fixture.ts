/** Queries of the maximum length that are designed to take as long as possible. */
import { queryLengthMax } from '@careatlas/contract/parameters'
import { queryTokensMax } from './token-cursor.ts'
import { spellingVariants } from './spelling-variants.ts'

const fields = 'cardiologist dermatologist neurologist gastroenterologist endocrinologist rheumatologist'
const surnames = 'johnson gonzalez mcallister peterson hernandez richardson'
const towns = 'springfield providence boston sacramento philadelphia'
const complaints = 'shoulder stomach headache pregnancy diabetes infection'

/** By a description of their content. */
export const hostileQueries: Readonly<Record<string, string>> = {
  'stop words': repeatToMax('the of and '),
  'single letters': repeatToMax('a b c d '),
  'one word of the maximum length': repeatToMax('x'),
  'words of 24 letters': repeatToMax(
    'rheumatologistxxcardiolo neuropsychologistdermato gastroenterologistsneuro ',
  ),
  'two misspelled words': repeatToMax('cardioligist dermatoligist '),
  'words with different typos each time': withTypos(fields, ''),
  'misspelled complaints': withTypos(complaints, ''),
  'two misspelled names after titles': repeatToMax('dr jonh smiht '),
  'surnames with different typos after titles': withTypos(surnames, 'dr'),
  'surnames with different typos after one name': withTypos(surnames, 'maria'),
  'misspelled pairs of names': withTypos(surnames, 'jonh'),
  hyphens: withTypos(surnames, 'smith').replaceAll(' ', '-'),
  'misspelled towns': withTypos(towns, 'near'),
  'towns of a state': repeatToMax('springfield ma boston massachusetts north kingstown rhode island '),
  'misspelled complaints that might be towns': withTypos(complaints, 'in'),
  'the words that most phrases contain': repeatToMax(
    'child doctor test up pain surg eye after out care bleed baby nurse hurt therapy need cancer home leg back get clinic kid ' +
      'heart pee ear dent skin day eat low shot pill sleep swell teen health foot high hand knee neck head night loss drug help ' +
      'brain rehab breast injury weight food lung bone sick allergy hear hip birth scan walk arm breath lab burn tumor mom ',
  ),
  'common surnames after a complaint': repeatToMax(
    'heart smith jones garcia brown martinez nguyen johnson davis miller wilson moore taylor anderson thomas jackson harris ' +
      'martin thompson robinson clark rodriguez lewis walker allen hernandez wright lopez scott gonzalez baker adams nelson ',
  ),
  exclusions: repeatToMax('not a nurse no oral surgeon other than a dentist anyone but dr smith '),
  ages: repeatToMax('5 year old 70 yo 3 months old '),
  insurers: repeatToMax('takes aetna or cigna and humana '),
  languages: repeatToMax('female who speaks spanish and french '),
  'characters that folding makes 18 times longer': repeatToMax('\ufdfa'),
  commas: repeatToMax('pain, rash, cough, '),
  'a title as the last word before the token limit': repeatToMax(
    `${'a '.repeat(queryTokensMax - 1)}dr cardioligist `,
  ),
  'a mental red flag': repeatToMax('suicidal a b c d '),
  'physical red flags': repeatToMax('baby swallowed bleach while sleeping and hit head morado '),
  'a mixture': repeatToMax(
    'dr thiabalt hernandz, kidny diesease near provedence ri not a nurse takes aetna 5 yo travis vinner in shouldr ' +
      'sangrado anti-coagulent hasnt slept in days spanish mania flu shot dr mcalister gonzalaz-diez dupixant hy 12 ',
  ),
}

function repeatToMax(text: string): string {
  return text.repeat(queryLengthMax).slice(0, queryLengthMax)
}

/** Repeats the words, each after `before` and with a different typo in each round. */
function withTypos(words: string, before: string): string {
  const variants = words.split(' ').map((word) => [...spellingVariants(word)])
  const rounds = Array.from({ length: 20 }, (_, round) =>
    variants.map((typos) => `${before} ${typos[7 * round]}`),
  )
  return repeatToMax(`${rounds.flat().join(' ')} `.replaceAll(/ +/g, ' ').trimStart())
}
