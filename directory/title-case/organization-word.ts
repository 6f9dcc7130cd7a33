/** Words in the name of an organization: legal forms, degrees, abbreviations and other words. */
import { isAbbreviation, capitalizeUnlessAbbreviation } from './abbreviation.ts'
import { mapPieces } from './capitalize.ts'

/** The word at `index` in the name of an organization: `LLC` stays, `OF` → `of`. */
export function titleCaseOrganizationWord(words: readonly string[], index: number): string {
  const word = words[index]!
  const bare = trimPunctuation(word)
  if (/^(?:(?:\p{L}\.)+\p{L}?\.?,?|\(\p{L}{2}\),?)$/u.test(word)) return word
  const abbreviation = organizationAbbreviation.get(bare)
  if (abbreviation !== undefined) return word.replace(bare, abbreviation).replace('..', '.')
  if (isAbbreviation(bare) || isState(words, index) || isInitials(words, index)) return word
  if (index > 0 && smallWords.has(word) && !/[:/-]$/.test(words[index - 1]!)) return word.toLowerCase()
  if (word === 'A' && isArticle(words, index)) return 'a'
  if (bare === 'ST' && index < words.length - 1 && word === bare) return 'St.'
  return mapPieces(word, (piece, start) =>
    smallWords.has(piece) && word[start - 1] === '-' && word[start + piece.length] === '-'
      ? piece.toLowerCase()
      : titleCasePiece(piece, index),
  )
}

/** `CENTER FOR A CURE`, `ELM HOSPITAL, A MEMBER OF ELM`; not the initial of `ROE, A MD`. */
function isArticle(words: readonly string[], index: number): boolean {
  const previous = words[index - 1] ?? ''
  return smallWords.has(previous) || (previous.endsWith(',') && /^\p{L}{4}/u.test(words[index + 1] ?? ''))
}

/** `CARE OF DE LLC`, `NURSES OF OR`, `RHD DE ICM`: state codes that are words in other positions. */
function isState(words: readonly string[], index: number): boolean {
  const [previous, written = '', next] = words.slice(Math.max(0, index - 1), index + 2)
  const word = written.replace(/,$/, '')
  if (index === 0 || !/^(?:AL|DE|HI|ID|IN|MO|OH|OR)$/.test(word)) return false
  const isLast = next === undefined || legalForm.test(next)
  if (word === 'DE' && !isLast) return isAbbreviation(previous!) && isAbbreviation(next)
  return isLast && (previous === 'OF' || /^(?:DE|MO|OH)$/.test(word))
}

/** `UP HEALTH SYSTEM PORTAGE`, `CHI ST GABRIELS HOSPITAL`, `MS & NEUROLOGY CENTER`: initials at the beginning that could be words. */
function isInitials(words: readonly string[], index: number): boolean {
  if (index > 0) return false
  const [first, second = ''] = words
  if (first === 'MS') return second === '&' || second === 'AND'
  if (first === 'PAM') return /^(?:REHABILITATION|SPECIALTY|HEALTH)$/.test(second)
  return second === 'HEALTH'
    ? first === 'UP' || first === 'CHI'
    : first === 'CHI' && /^(?:ST\.?|SAINT|MEMORIAL|MERCY|FRANCISCAN)$/.test(second)
}

const legalForm = /^(?:LLC|INC|PC|PLLC|LLP|LP|CORP|LTD)\b/

/** Removes punctuation before and after the word. */
function trimPunctuation(word: string): string {
  return /^[A-Z\d]+$/.test(word) ? word : word.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
}

function titleCasePiece(piece: string, index: number): string {
  if (piece === 'PACE' || (piece === 'MI' && index > 0)) return piece
  if (/\d/.test(piece)) return /^\d+(?:ST|ND|RD|TH|S)$/.test(piece) ? piece.toLowerCase() : piece
  return /^[A-Z]{2}$/.test(piece) && !shortWords.has(piece) ? piece : capitalizeUnlessAbbreviation(piece)
}

/** Two letters that are a word or a name; any other two are initials. */
const shortWords: ReadonlySet<string> = new Set(
  (
    'AI AL AM AN AS AT BE BO BY CO CU DA DE DI DO DR DU ED EL FE FT GO HA HE HI HO IF IN IS IT JO JR KO LA LE LI LO LU ' +
    'MA ME MI MO MR MS MT MU MY NG NO NU OF OH OM ON OR RE SO SR ST SU TO TU UN UP VO VU WE WU XI XU YA YE YO YU'
  ).split(' '),
)

const smallWords = new Set('OF AND THE FOR AT IN ON TO BY WITH FROM AN OR DE DEL'.split(' '))

const organizationAbbreviation = new Map(
  Object.entries({
    INC: 'Inc.',
    CORP: 'Corp.',
    LTD: 'Ltd.',
    BROS: 'Bros.',
    DR: 'Dr.',
    JR: 'Jr.',
    SR: 'Sr.',
    OPCO: 'OpCo',
    PHARMD: 'PharmD',
    PHD: 'PhD',
    UCONN: 'UConn',
    UMASS: 'UMass',
    UPENN: 'UPenn',
    ADVENTHEALTH: 'AdventHealth',
    CENTRACARE: 'CentraCare',
    COMMONSPIRIT: 'CommonSpirit',
    DAVITA: 'DaVita',
    HEALTHPARTNERS: 'HealthPartners',
    MEDSTAR: 'MedStar',
    OHIOHEALTH: 'OhioHealth',
    PEACEHEALTH: 'PeaceHealth',
    PROMEDICA: 'ProMedica',
    THEDACARE: 'ThedaCare',
    UCHEALTH: 'UCHealth',
    UNITYPOINT: 'UnityPoint',
    WELLSPAN: 'WellSpan',
  }),
)
