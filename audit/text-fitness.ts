/** Finds texts on a card that contain a link or a telephone number, markup, or an instruction to a language model. */
import type { CardReport } from './findings.ts'

/** Fields that hold numbers and identifiers; other checks compare them with rows. */
const identifiers = /^(?:npi|organization_npi|location_uuid|phone|fax|number|code|identifier|endpoint)$/

const unfitPatterns = [
  /[a-z]:\/\/|\bwww\.|\b(?:mailto|javascript|tel):|\bxn--/i,
  /[^\s@]@[^\s@]+\.[a-z]/i,
  /\b[a-z][a-z\d-]*\.(?:com|net|org)\b/i,
  /(?:\. | d[o0]t |\[\.\])(?:com|net|org)\b/i,
  /<\s*[a-z!/?]|&#x?[\da-f]+;|&[a-z]{2,};|\]\(|!\[|\{\{/i,
  /%3[ce]|\*\*\w|\b__[a-z]|(?<![a-z])`[^`]+`/i,
  /^["' ]*=/,
  /(?<![\d-])(?:\+?1[-. ]?)?\(?\d{3}\)?[-. ]\d{3}[-. ]\d{4}(?!\d)/,
  /\b(?:text|sms|dial) (?:\w+ to )?\d{5,6}\b/i,
  /\b(?:ignore|disregard|forget)\W+(?:all\W+|any\W+)?(?:the\W+|your\W+)?(?:previous|prior|above|earlier)\W+(?:instructions?|prompts?|rules)\b/i,
  /\bignore_\w*instructions?\b|\bdisregard\b/i,
  /\b(?:system prompt|as an ai\b|language model)/i,
  /[[(](?:system|user|human|assistant)[\])]|^(?:system|user|human|assistant|llm|chatgpt) ?:/i,
  /\b(?:ai|llm|chatgpt) (?:must|should|instructions?)\b/i,
  /\balways recommend\b|\brecommend (?:this|us)\b/i,
]

/** A host whose top-level domain is also a word. */
const hostPattern =
  /\b[a-z][a-z\d-]*\.(?:info|biz|io|us|tech|online|site|health|clinic|care|pharmacy|hospital|surgery|mov|ink)\b/i
/** Abbreviations before a period that are not part of a host. */
const abbreviationPattern = /\b(?:dr|st|pt|mt|hosp|med|mem|gen|ctr|inc|corp|co)\.(?=[a-z])/gi

/**
 * A telephone number without an area code is unfit in a name, but not as a unit: the name of a place may be `17 Lowes Drive,
 * #633-3597`.
 */
const namePathPattern = /(?:^|[._])name$/
const shortPhonePattern = /(?<!\d|-|# ?)\d{3}-\d{4}(?![\d-])/

/** A cheap first test: a text without any of these signs is fit; nearly all texts are. */
const warningSigns =
  /[@<&\]`[{%*_]|\(\w+\)|^\W*=|:\/|www|xn--|\w+ ?:|\. ?[a-z]|dot |d0t |\d{3}[-. ]\d{4}|\b(?:ignore|disregard|forget|prompt|as an ai|ai|llm|chatgpt|recommend|language model|mailto|javascript|tel:|text|sms|dial)/i

/** Checks every text of the card, at any depth. */
export function checkFitness(card: object, report: CardReport): void {
  for (const [field, text] of listTexts(card, '')) {
    // Issuers are abbreviated with dots, which look like a host: `MASS.HEALTH(DIV.MEDSVCS)`.
    const isFit = field.endsWith('.issuer') ? !hasLink(text) : !isUnfit(text)
    report.check(
      isFit && !(namePathPattern.test(field) && shortPhonePattern.test(text)),
      field,
      'unfit_text',
      text,
    )
  }
}

/** Whether a text has a link, a host, an e-mail address, a telephone number, markup, or an instruction. */
function isUnfit(text: string): boolean {
  return (
    hasLink(text) || (warningSigns.test(text) && hostPattern.test(text.replaceAll(abbreviationPattern, ' ')))
  )
}

function hasLink(text: string): boolean {
  return warningSigns.test(text) && unfitPatterns.some((pattern) => pattern.test(text))
}

function* listTexts(value: unknown, field: string): Generator<readonly [string, string]> {
  if (typeof value === 'string') yield [field, value]
  else if (Array.isArray(value))
    for (const [index, item] of value.entries()) yield* listTexts(item, `${field}[${index}]`)
  else if (typeof value === 'object' && value !== null)
    for (const [name, inner] of Object.entries(value))
      if (!identifiers.test(name)) yield* listTexts(inner, field === '' ? name : `${field}.${name}`)
}
