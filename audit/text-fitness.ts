/** Whether a text on a card leads elsewhere, acts as markup or speaks to a program that reads it. */
import type { CardReport } from './findings.ts'

/** Fields whose values are numbers and identifiers by nature; a check of their own compares them with rows. */
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

/** A host whose ending is a word, too. */
const host = /\b[a-z][a-z\d-]*\.(?:info|biz|io|us|tech|online|site|health|clinic|care)\b/i

/** Without any of these a text points nowhere: nearly all need no second look. */
const signs =
  /[@<&\]]|:\/|www|\. ?[a-z]|\d{3}[-. ]\d{4}|\b(?:ignore|disregard|forget|prompt|as an ai|language model|mailto|javascript|tel:)/i

/** Every text of the card, at any depth. */
export function checkFitness(card: object, report: CardReport): void {
  for (const [field, text] of textsOf(card, '')) {
    // Issuers abbreviate with dots of their own: `MASS.HEALTH(DIV.MEDSVCS)`.
    const isFit = field.endsWith('.issuer') ? !leadsElsewhere(text) : !isUnfit(text)
    report.check(isFit, field, 'unfit_text', text)
  }
}

/** A link, a host, an address of mail, a telephone number, markup, or an instruction. */
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
