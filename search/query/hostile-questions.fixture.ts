/** Queries of the maximum length that are designed to take the most time. */
import { queryLengthMax } from '@careatlas/contract/parameters'
import { queryTokensMax } from './token-cursor.ts'
import { spellingVariants } from './spelling-variants.ts'

const fields = 'cardiologist dermatologist neurologist gastroenterologist endocrinologist rheumatologist'
const surnames = 'johnson gonzalez mcallister peterson hernandez richardson'
const towns = 'springfield providence boston sacramento philadelphia'
const complaints = 'shoulder stomach headache pregnancy diabetes infection'

/** Keys describe the content. */
export const hostileQuestions: Readonly<Record<string, string>> = {
  'stop words': filled('the of and '),
  'single letters': filled('a b c d '),
  'one endless word': filled('x'),
  'words of 24 letters': filled(
    'rheumatologistxxcardiolo neuropsychologistdermato gastroenterologistsneuro ',
  ),
  'two misspelled words': filled('cardioligist dermatoligist '),
  'other misspelled words each time': slipped(fields, ''),
  'misspelled complaints': slipped(complaints, ''),
  'two misspelled names after titles': filled('dr jonh smiht '),
  'other misspelled surnames after titles': slipped(surnames, 'dr'),
  'other misspelled surnames beside one name': slipped(surnames, 'maria'),
  'misspelled pairs of names': slipped(surnames, 'jonh'),
  hyphens: slipped(surnames, 'smith').replaceAll(' ', '-'),
  'misspelled towns': slipped(towns, 'near'),
  'towns of a state': filled('springfield ma boston massachusetts north kingstown rhode island '),
  'misspelled complaints that might be towns': slipped(complaints, 'in'),
  'the words of most phrases': filled(
    'child doctor test up pain surg eye after out care bleed baby nurse hurt therapy need cancer home leg back get clinic kid ' +
      'heart pee ear dent skin day eat low shot pill sleep swell teen health foot high hand knee neck head night loss drug help ' +
      'brain rehab breast injury weight food lung bone sick allergy hear hip birth scan walk arm breath lab burn tumor mom ',
  ),
  'usual surnames beside a complaint': filled(
    'heart smith jones garcia brown martinez nguyen johnson davis miller wilson moore taylor anderson thomas jackson harris ' +
      'martin thompson robinson clark rodriguez lewis walker allen hernandez wright lopez scott gonzalez baker adams nelson ',
  ),
  refusals: filled('not a nurse no oral surgeon other than a dentist anyone but dr smith '),
  ages: filled('5 year old 70 yo 3 months old '),
  insurers: filled('takes aetna or cigna and humana '),
  languages: filled('female who speaks spanish and french '),
  commas: filled('pain, rash, cough, '),
  'a title as the last word that is read': filled(`${'a '.repeat(queryTokensMax - 1)}dr cardioligist `),
  'a danger to oneself': filled('suicidal a b c d '),
  'signs of the body': filled('baby swallowed bleach while sleeping and hit head morado '),
  'a mixture': filled(
    'dr thiabalt hernandz, kidny diesease near provedence ri not a nurse takes aetna 5 yo travis vinner in shouldr ' +
      'sangrado anti-coagulent hasnt slept in days spanish mania flu shot dr mcalister gonzalaz-diez dupixant hy 12 ',
  ),
}

function filled(text: string): string {
  return text.repeat(queryLengthMax).slice(0, queryLengthMax)
}

/** Appends a different typo of each word in each round, after `before`. */
function slipped(words: string, before: string): string {
  const variants = words.split(' ').map((word) => [...spellingVariants(word)])
  const rounds = Array.from({ length: 20 }, (_, round) => variants.map((of) => `${before} ${of[7 * round]}`))
  return filled(`${rounds.flat().join(' ')} `.replaceAll(/ +/g, ' ').trimStart())
}
