/** Finds the kinds of clinician for a message that asks which one treats a complaint: "what kind of doctor handles gout?" */
import { taxonomyOf } from '@careatlas/directory/taxonomy'
import type { QueryResources } from '@careatlas/search/query/query-resources'
import { wordsOf } from '@careatlas/vocabulary/words'
import type { ConversationContext } from './conversation-context.ts'
import { parseNeed } from './read-need.ts'
import { alarming } from './usual-field.ts'

const asksForKind =
  /\b(?:(?:what|which) (?:kind|type|sort)s? of (?:an? )?(?:doctor|doc|dr|clinician|specialist|provider|therapist|person|place) (?!(?:is|are|was|he|she|they)\b)|(?:who|what (?:doctor|specialist)) (?:deals|handles|treats|fixes|looks at|takes care of|does one see|(?:do|would|should|can|could|will) (?:i|we|he|she|you|one|they|my \S+) (?:\S+ )?(?:see|go|need|go to))\b|(?:que|cual) (?:tipo|clase) de (?:doctor|medico|especialista|profesional) (?!(?:es|son)\b)|quien (?:trata|atiende|ve|se encarga)\b|con quien (?:voy|vamos|debo|tengo que ir))/

/** The codes of the fields that the search has for the need, the best first; empty unless the message asks for the kind. */
export function findTreatingKinds(
  text: string,
  need: ConversationContext['need'],
  resources: QueryResources,
): readonly string[] {
  if (need === null || need.isNamed || !asksForKind.test(wordsOf(text).join(' '))) return []
  const codes = parseNeed(need.text, resources)
    .care.flatMap((concept) => concept.codes)
    .filter(({ code, weight }) => weight >= weightMin && taxonomyOf(code)?.kind === 'individual')
    .toSorted((a, b) => b.weight - a.weight)
    .filter(({ code }, index) => isNamed(code) || index === 0)
  // Without the best kind, the others would seem to be all.
  if (codes[0] === undefined || !isNamed(codes[0].code)) return []
  return [...new Set(codes.map(({ code }) => code))].slice(0, kindsMax)
}

function isNamed(code: string): boolean {
  const { name } = taxonomyOf(code)!
  return !alarming.test(name) && !name.startsWith('pediatric ')
}

const weightMin = 0.8
const kindsMax = 2
