/** The words of an organisation's name: legal forms, degrees and abbreviations stand out among plain words. */
import { capitalised, pieces } from './capital.ts'

export function organizationWord(words: readonly string[], at: number): string {
  const word = words[at]!
  const bare = word.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
  if (/^(?:\p{L}\.)+\p{L}?\.?,?$/u.test(word) || keptUpper.has(bare)) return word
  const abbreviation = organizationAbbreviation.get(bare)
  if (abbreviation !== undefined) return word.replace(bare, abbreviation).replace('..', '.')
  if (at > 0 && smallWords.has(word) && !/[:/-]$/.test(words[at - 1]!)) return word.toLowerCase()
  if (word === 'A' && at > 0 && smallWords.has(words[at - 1]!)) return 'a'
  if (bare === 'ST' && at < words.length - 1 && word === bare) return 'St.'
  return word.replaceAll(pieces, organizationPiece)
}

function organizationPiece(piece: string): string {
  if (keptUpper.has(piece)) return piece
  if (/\d/.test(piece)) return /^\d+(?:ST|ND|RD|TH|S)$/.test(piece) ? piece.toLowerCase() : piece
  const consonants = /^[^AEIOUY'’]{2,}$/.test(piece) && !readAsWords.has(piece)
  return consonants ? piece : capitalised(piece)
}

/** Legal forms, degrees, numerals, and abbreviations that have a vowel; those without a vowel need no list. */
const keptUpper = new Set(
  (
    'LLC PLLC PA PC PSC APC LLP LLLP PLC DBA MD DO ' +
    'DDS DMD OD DPM DC RN NP CNP APRN ARNP FNP CRNA PT OT SLP LCSW LMFT LPC PSYD ' +
    'AAA ABA ACSW ADHD AHEC AIDS ALF APA APMC ASC DME DNA DVA ECHN EEG EKG EMG EMS ' +
    'ENT ER EMT GI GYN ICU IPA IV MRI NYU OB OBGYN OHSU OMS OMT OSF PACE PCA SNF TMJ UAB UCLA UCSD UCSF UHS UMC UNC UPMC US USA USC UVA VA VIP VNA YMCA YWCA CA AZ GA IL KY NY UT WA ' +
    'II III VI VII VIII IX XI XII'
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
    PHARMD: 'PharmD',
    PHD: 'PhD',
  }),
)

/** Abbreviations of words rather than of names, although they have no vowel. */
const readAsWords = new Set(
  'ST MT FT MR MRS MS CTR CTRS CNTR SVC SVCS SRVCS HLTH DPT MGMT GRP BLVD PKWY HWY NG'.split(' '),
)
