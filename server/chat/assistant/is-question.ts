/** Whether a message asks something, also without a question mark: "do any of these see adults". */
import { wordsOf } from '@careatlas/vocabulary/words'

export function isQuestion(text: string): boolean {
  return (
    /[?¿]/u.test(text) ||
    text.split(/(?<=[.!])\s/u).some((sentence) => questionStart.test(wordsOf(sentence).join(' ')))
  )
}

const questionStart =
  /^(?:(?:ok|okay|and|but|so|oh|um|hm+|well|also|then|y|tambien|pero|entonces|bueno) )*(?:(?:do|does|did|is|are|was|were|can|could|will|would|should|has|have|isnt|arent|dont|doesnt|cant|wont) (?:i|we|you|u|he|she|it|they|this|that|these|those|there|any(?:one|body)?|all|some|one|either|both|my|our|his|her|their|the|an?|most|every|dr|doctor|number|\d)|which|what|whats|who(?:s|se)?|how|hows|where|wheres|when|whens|why|any of|hay|tienen?|atienden?|examinan?|hacen?|venden?|cobran?|aceptan?|toman?|dan|ponen?|ofrecen?|abren?|hablan?|reciben?|revisan?|tratan?|cual|cuales|cuant[oa]s?|quien|quienes|donde|cuando|como|por que|puedo|puede|pueden|podria) ?/
