/** Reads glasses for a child as a need of an eye doctor; the search finds pediatricians by the word for the child. */
import { wordsOf } from '@careatlas/vocabulary/words'
import { namesClinician, type ReadNeed } from './read-need.ts'

const eyewear =
  '(?:(?:eye|reading|prescription) ?)?(?:glasses|eyeglasses|spectacles|contact lens(?:es)?|lentes(?: de contacto)?|anteojos|espejuelos|gafas)'
const child =
  '(?:sons?|daughters?|kids?|child|children|toddlers?|baby|boys?|girls?|teen(?:s|ager)?|hij[oa]s?|nin[oa]s?|nen[ea]s?|bebe|year old|ano old|anos)'
const adjectives =
  '(?:(?:new|some|his|her|their|a|an|pair|of|unos|sus|nuev[oa]s|un|par|de|otros|stronger|first|primeros) )*'
const check =
  '(?:eye (?:exams?|check(?:up)?s?|tests?|doctor)|vision (?:tests?|exams?|screening)|eyes (?:checked|examined|tested)|examen(?:es)? de (?:la )?(?:vista|ojos|los ojos))'
const wanted = `(?:${eyewear}|${check})`

const patterns = [
  // "My 8 year old needs glasses", "mi niño necesita lentes"
  new RegExp(
    `\\b${child}\\b(?: \\S+){0,6}? (?:needs?|wants?|gets?|broke|lost|necesitan?|quiere|ocupa|rompio|perdio) ${adjectives}(?:to (?:get|have) )?${adjectives}${wanted}\\b`,
  ),
  // "Glasses for my son", "los lentes del niño", "eye exam for the kids"
  new RegExp(
    `\\b${wanted} (?:for|para|de|del) (?:(?:my|our|the|a|an|her|his|mi|mis|el|los|la|las|un|una|nuestr[oa]s?|#|\\d+|two|dos) )*${child}\\b`,
  ),
]
const unneeded =
  /\b(?:not|no|doesnt|dont|does not|do not|without|sin|already has|ya tiene) (?:(?:need|necesitan?|want|quiere) )?(?:\S+ )?(?:glasses|lentes|anteojos|espejuelos|gafas)\b/
const eyewearOnly = new RegExp(`^(?:(?:the|los|las|unos|some|his|her|sus) )*${eyewear}$`)

const eyeDoctor = {
  text: 'optometrist',
  kind: 'provider',
  isPatientOnly: false,
  narrowing: '',
  isNamed: false,
  isCertain: true,
} satisfies ReadNeed

/** @param text the message, or the words of one of its needs */
export function withEyeDoctor<Need extends ReadNeed | null>(
  need: Need,
  text: string,
): Need | typeof eyeDoctor {
  const words = wordsOf(text).join(' ')
  if (unneeded.test(words) || (need !== null && namesOther(need))) return need
  return eyewearOnly.test(words) || patterns.some((pattern) => pattern.test(words)) ? eyeDoctor : need
}

/** Whether the need names a clinician beside that of the eyes. */
function namesOther({ text }: ReadNeed): boolean {
  return namesClinician(text) && !/\b(?:eyes?|ojos|vista|optom\w+)\b/.test(text)
}
