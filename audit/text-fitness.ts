/** Finds texts on a card that contain a link or a telephone number, markup, or an instruction to a language model. */
import type { CardReport } from './findings.ts'

/** Fields that hold numbers and identifiers; other checks compare them with rows. */
const identifiers = /^(?:npi|organization_npi|location_uuid|phone|fax|number|code|identifier|endpoint)$/

const pointers = [
  /[a-z]:\/\/|\bwww\.|\b(?:mailto|javascript|tel):/i,
  /[^\s@]@[^\s@]+\.[a-z]/i,
  /\b[a-z][a-z\d-]*\.(?:com|net|org)\b/i,
  /\. (?:com|net|org)\b/i,
  /<\s*[a-z!/?]|&#x?[\da-f]+;|&[a-z]+;|\]\(/i,
  /(?<![\d-])(?:\+?1[-. ]?)?\(?\d{3}\)?[-. ]\d{3}[-. ]\d{4}(?!\d)/,
  /\b(?:ignore|disregard|forget) (?:all |any )?(?:the |your )?(?:previous|prior|above|earlier) (?:instructions?|prompts?|rules)\b/i,
  /\b(?:system prompt|as an ai\b|language model)/i,
]

/** A host whose top-level domain is also a word. */
const host = /\b[a-z][a-z\d-]*\.(?:info|biz|io|us|tech|online|site|health|clinic|care)\b/i

/** A cheap first test: a text without any of these is fit, as nearly all are. */
const signs =
  /[@<&\]]|:\/|www|\. ?[a-z]|\d{3}[-. ]\d{4}|\b(?:ignore|disregard|forget|prompt|as an ai|language model|mailto|javascript|tel:)/i

/** Checks every text of the card, at any depth. */
export function checkFitness(card: object, report: CardReport): void {
  for (const [field, text] of textsOf(card, '')) {
    // Issuers are abbreviated with dots, which look like a host: `MASS.HEALTH(DIV.MEDSVCS)`.
    const isFit = field.endsWith('.issuer') ? !leadsElsewhere(text) : !isUnfit(text)
    report.check(isFit, field, 'unfit_text', text)
  }
}

/** Whether a text has a link, a host, an e-mail address, a telephone number, markup, or an instruction. */
export function isUnfit(text: string): boolean {
  return leadsElsewhere(text) || (signs.test(text) && host.test(text))
}

function leadsElsewhere(text: string): boolean {
  return signs.test(text) && pointers.some((pointer) => pointer.test(text))
}

function* textsOf(value: unknown, field: string): Generator<readonly [string, string]> {
  if (typeof value === 'string') yield [field, value]
  else if (Array.isArray(value))
    for (const [at, item] of value.entries()) yield* textsOf(item, `${field}[${at}]`)
  else if (typeof value === 'object' && value !== null)
    for (const [name, inner] of Object.entries(value))
      if (!identifiers.test(name)) yield* textsOf(inner, field === '' ? name : `${field}.${name}`)
}
