/** Text that patients read under the name of a clinician or a place: nothing in it leads elsewhere or acts as markup. */

/** The reason to leave out a text that is not. */
export const unfitText = 'unfit_text'

/**
 * Whether a text has no link, host, e-mail address, telephone number or markup. Wide and ligated characters count as what
 * they look like. Takes a text of bounded length.
 *
 * @example "St. Mary's Hosp. Inc." → true, 'Evil.Com' → false, 'call 401 555 0100' → false
 */
export function isPlainText(text: string): boolean {
  if (!signs.test(text)) return true
  const plain = text.normalize('NFKC').replaceAll(ideographicDot, '.')
  return !pointers.some((pointer) => pointer.test(plain)) && !namesHost(plain)
}

/** Without any of these a text points nowhere: most names need no second look. */
const signs = /[.:;@<[\d]|[^ -~]/

/** Beside a Latin letter or a digit it parts a host as a full stop does; elsewhere it ends a sentence. */
const ideographicDot = /(?<=[\p{Script=Latin}\d])\u3002|\u3002(?=\p{Script=Latin})/gu

const pointers = [
  /[a-z]:\/\/|\b(?:mailto|javascript|tel|sms):|\bwww\./i,
  /[^\s@]\s*@\s*[^\s@]/,
  /<\s*[\p{L}!/?]/u,
  /&#x?[\da-f]|&[a-z][a-z\d]*;/i,
  /\]\(/,
  /(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])/,
  // Ten digits or more, unless each of them belongs to a year: `2001-2005 2007` is none.
  /(?<!\p{Nd})(?!(?:(?:19|20)\d\d\P{Nd}{1,3})+(?:19|20)\d\d(?!\p{Nd}))\p{Nd}(?:[\s()./+\p{Pd}]{0,3}\p{Nd}){9,}/u,
]

/** Where a host may end, with the last two characters of what stands before. */
const hosts =
  /(?<=(?<label>[\p{L}\p{N}_-]{1,2}))\.(?<ending>xn--[a-z\d]+|\p{L}[\p{L}\p{M}]{1,62})(?![\p{L}\p{M}\p{N}])/giu

/** "Dr.Garcia", "time.We" and "ST.MARY" lack a blank, and "D.SUMMERS" is a name: capitals make a host of a known ending. */
function namesHost(text: string): boolean {
  return [...text.matchAll(hosts)].some(({ groups: { label = '', ending = '' } = {} }) => {
    if (/^xn--/i.test(ending) || !/^\p{Script=Latin}/u.test(ending) || /^\p{Ll}+$/u.test(ending)) return true
    const known = ending.toLowerCase()
    return shortHosts.has(known) || (label.length > 1 && (longHosts.has(known) || isCountry(known)))
  })
}

/** After these even one letter is a host, such as `t.co`. */
const shortHosts = new Set(['com', 'net', 'org', 'co', 'io', 'ly', 'me', 'us'])

/** The other endings that are open to all, without those that names abbreviate up to (`CO.LTD`, `MEM.HOSPITAL`). */
const longHosts = new Set(
  (
    'academy agency app art asia bar best bid bio biz blog business buzz cafe cam camp care cash casino cfd chat ' +
    'church city click clinic clinics cloud club coach codes community company cool coupons cyou date deals dental ' +
    'dentist dev digital direct directory doctor download edu email energy expert family fans finance fit fitness fun ' +
    'fund global gov guide guru hair health healthcare help host icu info insure int international jobs kids land law ' +
    'lawyer legal life lifestyle link live loan loans lol love market marketing media medical men mil mobi mom money ' +
    'name network news ngo one ong online page partners party photos physio plus press pro promo properties pub quest ' +
    'racing realty rehab rent repair report rest review reviews rip rocks run sale sbs school science sex sexy shop ' +
    'shopping show site skin social software solutions space store stream studio style support systems team tech ' +
    'technology tel tips today tools top town toys trade training travel tube university vet video vip vision vote ' +
    'wang watch web webcam website wiki win work works world wtf xin xxx xyz yoga zip zone'
  ).split(' '),
)

const countries = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

/** Codes that are also a degree, a legal form or a word with which a sentence begins (`JR.MD`, `time.In`). */
const spokenCodes = new Set(
  'am as at be by do gp hm id in is it la lc md mt my no np pa ph pl ps pt sc so st to'.split(' '),
)

function isCountry(ending: string): boolean {
  return (
    /^[a-z]{2}$/.test(ending) && !spokenCodes.has(ending) && countries.of(ending.toUpperCase()) !== undefined
  )
}
