/**
 * Recognizes client names that look like the name of this product, for a warning on the consent page. The server does not reject
 * them, because legitimate clients name the server that they connect to: "Claude Code (careatlas)".
 */

/** Whether `name` contains `productName`, ignoring spaces, punctuation, accents and lookalike letters. */
export function looksLike(name: string, productName: string): boolean {
  const product = toSkeleton(productName)
  return product !== '' && toSkeleton(name).includes(product)
}

/** Latin letters with the Cyrillic, Greek and other characters that look like them (a part of the confusables of Unicode UTS 39). */
const lookalikes = {
  a: 'аαɑ⍺4@ᴀ',
  b: 'вьβ8ʙ',
  c: 'сϲᴄ',
  d: 'ԁᴅ',
  e: 'еєε3ᴇ',
  g: 'ɡ69',
  h: 'һнʜ',
  j: 'јϳ',
  k: 'кκᴋ',
  // A capital I is a small i here, and looks like an l.
  l: 'iıіι1|!ӏʟɪ',
  m: 'мᴍ',
  n: 'ηпɴ',
  o: 'оοσ0ᴏ',
  p: 'рρᴘ',
  q: 'ԛ',
  r: 'гʀ',
  s: 'ѕ5$ꜱ',
  t: 'тτ7ᴛ',
  u: 'υцᴜ',
  v: 'νᴠ',
  w: 'ԝωᴡ',
  x: 'хχ',
  y: 'уγʏ',
  z: 'ᴢ2',
}

const latinByLookalike = new Map(
  Object.entries(lookalikes).flatMap(([latin, others]) => Array.from(others, (other) => [other, latin])),
)

/**
 * The skeleton (UTS 39) of a text, which is equal for texts that look alike. Lookalikes are replaced also before the normalization,
 * which turns the Greek Ϲ into a sigma. Some letters are blank, such as U+3164.
 */
function toSkeleton(text: string): string {
  return replaceLookalikes(replaceLookalikes(text).normalize('NFKD'))
    .replaceAll(/[^\p{L}\p{N}]|\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll('rn', 'm')
}

function replaceLookalikes(text: string): string {
  return Array.from(text.toLowerCase(), (letter) => latinByLookalike.get(letter) ?? letter).join('')
}
