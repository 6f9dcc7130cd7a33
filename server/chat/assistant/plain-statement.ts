/** Decides whether a message only describes something, such as a reason or a companion, or asks for something. */
import { isStopWord, wordsOf } from '@careatlas/vocabulary/words'
import { isQuestion } from './is-question.ts'

/** Whether nothing in the message asks, orders, refuses or wishes: "my cousin talked me into it", "had one at my last job". */
export function isPlainStatement(text: string): boolean {
  const words = wordsOf(text)
  const isSentence = words.some((word) => isStopWord(word) || spanish.test(word))
  return words.length >= wordsMin && isSentence && !isQuestion(text) && !asking.test(words.join(' '))
}

/** Whether the text has a word of a request, a refusal or a wish. */
export function asksOrRefuses(text: string): boolean {
  return asking.test(wordsOf(text).join(' '))
}

const spanish = /^(?:mis?|me|la|el|lo|se|su|con|en|de|al?|por|que|es|fue)$/
const wordsMin = 3

/** Words of requests, refusals and wishes, and those that refer to the list. */
const asking =
  /\b(?:show|give|gimme|list|find|get me|send|tell|make (?:it|that|them|the)|sort|put (?:it|them|the)|change|switch|remove|filter|search|look(?:ing)? (?:for|up)|pick|choose|use|wants?|needs?|prefer\w*|would|wouldnt|id|should|mean|meant|rather|please|pls|plz|must|hope|wish|help|can|could|lets?|another|others?|different|instead|only if|both|either|more|less|again|next|nearest|closest|closer|cheaper|better|these|those|them|one|ones|first|second|third|last one|number|results?|yes|yeah|yep|no|nope|not|dont|doesnt|didnt|isnt|wont|cant|never ?mind|forget|stop|wrong|whatever|wtf|fuck\w*|stupid|who (?:treats?|does|can|sees?|should|is|takes|handles|looks?)|where (?:can|do|should|is)|what (?:about|kind)|how about|muestr\w+|d[ae]me|deme|busc\w+|encuentr\w+|orden\w+|cambi\w+|quit\w+|quier\w+|quisier\w+|necesit\w+|prefier\w+|mejor|favor|ayud\w+|puede\w*|otr[oa]s?|mas|est[oa]s|es[oa]s|primer[oa]?|segund[oa]|sin|tampoco|olvid\w+)\b/
