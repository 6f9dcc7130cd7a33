/** The values of the words for numbers in English and Spanish. */

const ones = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
const teens = [
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
]
const tens = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']
const spanishOnes = [
  'cero',
  'una',
  'dos',
  'tres',
  'cuatro',
  'cinco',
  'seis',
  'siete',
  'ocho',
  'nueve',
  'diez',
]
/** "a hundred" and "half a" are two words, each with its value. */
export const numberWords: ReadonlyMap<string, number> = new Map([
  ...[...ones, ...teens].map((word, value) => [word, value] as const),
  ...spanishOnes.map((word, value) => [word, value] as const),
  ...tens.map((word, index) => [word, 20 + 10 * index] as const),
  ...Object.entries({ a: 1, an: 1, un: 1, half: 0.5, hundred: 100, quince: 15, veinte: 20, veinticinco: 25 }),
  ...Object.entries({ treinta: 30, cuarenta: 40, cincuenta: 50, cien: 100 }),
])
