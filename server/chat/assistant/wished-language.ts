/** Writes the wish for a language without a verb as one that the search reads: "Mandarin if there is" as "who speaks Mandarin". */
import { languageAt } from '@careatlas/search/query/language-names'
import { wordsOf } from '@careatlas/vocabulary/words'

const wish =
  /(?<!\p{L})(\p{L}{4,})(?= (?:if (?:there is|there are|possible|you have|u have|available|they have|any)|would be (?:nice|great|better|good|best)|is (?:preferred|better|best)|preferred|preferably|si (?:hay|se puede|es posible|tienen)|de preferencia)(?!\p{L}))/giu

/** "An ASL-fluent counselor", "a counselor who signs", "without an interpreter" */
const signing =
  /\b(?:asl|american sign language|sign language|signing|lenguaje? de señas|lengua de señas|who (?:can )?signs?)\b/iu
const signingBefore =
  /\b(?:an? )?(?:asl|sign(?:ing)?(?: language)?)[ -](?:fluent|speaking|proficient|using|skilled|friendly)?[ -]?(?=(?:counselor|therapist|psycholog\p{L}*|psychiatrist|doctor|dentist|social worker|pediatrician|pcp|provider|clinician)s?\b)((?:\p{L}+ ?worker|\p{L}+))/giu
const signingAfter =
  /\b(?:who|that|que) (?:(?:can|also|really|sabe|use el|usa el|usa|use|habla|hable) )*(?:signs?|uses? (?:asl|sign language)|knows? (?:asl|sign(?: language)?)|(?:asl|lenguaje? de señas|lengua de señas))\b|\b(?:fluent|proficient|trained) in (?:asl|(?:american )?sign language)\b/giu
const noInterpreter =
  /(?:,|\band\b|\bbut\b|\by\b)? ?\b(?:(?:i|we|he|she) )?(?:without|(?:dont|don['’]t|do not|doesn['’]?t) (?:want|need|like)|rather not have|not through|not an?|no|sin|no (?:quiero|quiere)) (?:(?:an?|any|un|una|having|with|to use|usar) )*(?:interpreters?|int[eé]rpretes?)(?: (?:in|at) (?:the )?(?:room|visit|session)s?)?/giu

function completeSigningWish(text: string): string {
  if (!signing.test(text)) return text
  return text
    .replaceAll(noInterpreter, ' ')
    .replaceAll(signingBefore, 'a $1 who speaks American Sign Language')
    .replaceAll(signingAfter, 'who speaks American Sign Language')
}

export function completeLanguageWish(text: string): string {
  return completeSigningWish(text).replaceAll(wish, (word) => {
    const name = wordsOf(word).join(' ')
    const isLanguage = languageAt((from, count) => (from === 0 && count === 1 ? name : ''), 0) !== null
    return isLanguage ? `who speaks ${word}` : word
  })
}
