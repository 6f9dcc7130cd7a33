/** Recognizes languages by their script. */

interface Script {
  readonly letter: RegExp
  /** Names and symbols in an English question may have fewer letters of the script: "β blocker". */
  readonly lettersMin: number
  /** The language if no other one is recognized by letters that only it has. */
  readonly tag: string
  readonly others?: readonly (readonly [letter: RegExp, tag: string])[]
}

/** The first script with enough letters counts, so Japanese, which also has Chinese characters, precedes Chinese. */
const scripts: readonly Script[] = [
  { letter: /[\p{Script=Hiragana}\p{Script=Katakana}]/gu, lettersMin: 2, tag: 'ja' },
  { letter: /\p{Script=Hangul}/gu, lettersMin: 1, tag: 'ko' },
  { letter: /\p{Script=Han}/gu, lettersMin: 1, tag: 'zh' },
  {
    letter: /\p{Script=Cyrillic}/gu,
    lettersMin: 2,
    tag: 'ru',
    others: [
      [/[әғқңөұүһ]/iu, 'kk'],
      [/ў/iu, 'be'],
      [/[ђћџљњј]/iu, 'sr'],
      [/[іїєґ]/iu, 'uk'],
    ],
  },
  {
    letter: /\p{Script=Arabic}/gu,
    lettersMin: 2,
    tag: 'ar',
    others: [
      [/[ٹڈڑںے]/u, 'ur'],
      [/[ټډړښ]/u, 'ps'],
      [/[پچژگکی]/u, 'fa'],
    ],
  },
  { letter: /\p{Script=Hebrew}/gu, lettersMin: 2, tag: 'he' },
  { letter: /\p{Script=Devanagari}/gu, lettersMin: 2, tag: 'hi' },
  { letter: /\p{Script=Bengali}/gu, lettersMin: 2, tag: 'bn' },
  { letter: /\p{Script=Gurmukhi}/gu, lettersMin: 2, tag: 'pa' },
  { letter: /\p{Script=Gujarati}/gu, lettersMin: 2, tag: 'gu' },
  { letter: /\p{Script=Tamil}/gu, lettersMin: 2, tag: 'ta' },
  { letter: /\p{Script=Telugu}/gu, lettersMin: 2, tag: 'te' },
  { letter: /\p{Script=Kannada}/gu, lettersMin: 2, tag: 'kn' },
  { letter: /\p{Script=Malayalam}/gu, lettersMin: 2, tag: 'ml' },
  { letter: /\p{Script=Sinhala}/gu, lettersMin: 2, tag: 'si' },
  { letter: /\p{Script=Thai}/gu, lettersMin: 2, tag: 'th' },
  { letter: /\p{Script=Lao}/gu, lettersMin: 2, tag: 'lo' },
  { letter: /\p{Script=Khmer}/gu, lettersMin: 2, tag: 'km' },
  { letter: /\p{Script=Myanmar}/gu, lettersMin: 2, tag: 'my' },
  { letter: /\p{Script=Ethiopic}/gu, lettersMin: 2, tag: 'am' },
  { letter: /\p{Script=Armenian}/gu, lettersMin: 2, tag: 'hy' },
  { letter: /\p{Script=Georgian}/gu, lettersMin: 2, tag: 'ka' },
  { letter: /\p{Script=Greek}/gu, lettersMin: 4, tag: 'el' },
]

const otherScript = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u

/** BCP 47; null if the text has no letters of such a script. */
export function languageOfScript(text: string): string | null {
  if (!otherScript.test(text)) return null
  const script = scripts.find(({ letter, lettersMin }) => (text.match(letter)?.length ?? 0) >= lettersMin)
  if (script === undefined) return null
  return script.others?.find(([letter]) => letter.test(text))?.[1] ?? script.tag
}
