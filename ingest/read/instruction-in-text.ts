/**
 * Finds instructions in a text that address a program, a language model or a person. Names of real organizations are similar
 * (`FORGET ME NOT HOME CARE`, `YOU ARE ENOUGH THERAPY`), so each pattern needs a verb and its object.
 */

export function hasInstruction(text: string): boolean {
  if (joinedInstruction.test(text) || matchesInstruction(text)) return true
  const spaced = text.replaceAll(separators, ' ')
  return spaced !== text && matchesInstruction(spaced)
}

/** An instruction without blanks: the invisible characters between its words were removed. */
const joinedInstruction =
  /(?:ignore|disregard|forget|override)(?:all|any|of|the|these|your|my|our|previous|prior|preceding|earlier|above)*(?:instructions?|prompts?|rules|guidelines)/i

/** `IGNORE-PREVIOUS-INSTRUCTIONS` and `IGNORE. PREVIOUS_INSTRUCTIONS` are also tested with blanks. */
const separators = /[_.,;:/\\*|~+-][\s_.,;:/\\*|~+-]*/g

function matchesInstruction(text: string): boolean {
  return verbs.test(text.toUpperCase()) && instructions.some((instruction) => instruction.test(text))
}

/** Each pattern below needs one of these words, in capitals. A word that is common in names and addresses includes the next one. */
export const verbs = new RegExp(
  `\\b(?:IGNORE|DISREGARD|FORGET|OVERRIDE|SYSTEM|ASSISTANT(?=\\s*[:\\])}>=])|DEVELOPER|PROMPT|JAIL|YOU ARE|ACT AS|ACT LIKE` +
    `|PRETEND|BEHAVE|AS AN|RESPOND|REPLY|ANSWER|OUTPUT|PRINT|REVEAL|REPEAT|LEAK|SHOW|TELL|INFORM` +
    `|ADVISE|DIRECT|SEND|REDIRECT|ALWAYS|ONLY|MUST|SHOULD|SHALL|PLEASE|RANK|DO NOT|DON'T|NEVER|CLICK|TAP|VISIT|GO TO|SCAN|QR` +
    `|DROP|UNION|INSERT|DELETE|EXECUTE|RUN|INVOKE|END OF|BEGIN|NEW(?=[^A-Z]+(?:SYSTEM|THE|INSTR|PROMPT))` +
    `|(?:LIST|PLACE|PUT|SELECT|CHOOSE|PREFER|PICK|BOOK)(?=[^A-Z]+(?:THIS|US|ME|OUR)\\b)|RECOMMEND|SKIP|EXCLUDE|HIDE|ASK|SSN` +
    `|SOCIAL SECURITY|CREDIT CARD|PASSWORDS?|AI|LLMS?|GPT|CHAT ?GPT|CHAT ?BOTS?|LANGUAGE MODELS?|USER|HUMAN|TOOL|FUNCTION` +
    `|YOU.RE NOW|INSTRUCTIONS?|PROMPTS|RULES|GUIDELINES|RESTRICTIONS|BYPASS|DISABLE|DISCARD|SAFETY|FOLLOW(?:ING)?` +
    `|(?:IGNORE|DISREGARD|FORGET|OVERRIDE)[A-Z]+)\\b`,
)

const instructions = [
  /\b(?:ignore|disregard|forget|override|bypass|disable|discard|(?:do not|don't|stop|never) follow(?:ing)?)\s+(?:\S+\s+){0,5}(?:instructions?|prompts?|rules|guidelines|messages|context|directions|commands|filters|training)\b/i,
  /\b(?:ignore|disregard|forget)\s+(?:all|everything|anything|whatever|what)\s+(?:that\s+)?(?:you|i|we|they)\b/i,
  /\b(?:ignore|override|bypass|disable)\s+(?:(?:all|any|the|your)\s+)*(?:safety|security|safeguards?|guardrails?|polic(?:y|ies)|restrictions?|settings|system)\b|\b(?:safety|security)\s+override\b/i,
  /\b(?:previous|prior|preceding|earlier|above)\s+(?:instructions?|prompts?|commands|guidelines)\b/i,
  /\b(?:instructions?|prompts?|commands|rules|guidelines|restrictions)\s+(?:(?:above|below)\s+)?(?:are|is|were|have been)\s+(?:(?:now|all)\s+)?(?:void|invalid|obsolete|null|off|over|lifted|revoked|cancell?ed|disabled|suspended|replaced)\b/i,
  /\byou(?:\s+are|.re)\s+now\b/i,
  /\b(?:ignore|disregard|forget)\s+(?:all|everything|anything|whatever|what)\s+(?:\S+\s+){0,4}(?:above|before|previous|previously|prior|earlier)\b/i,
  /\bdisregard\b|\bignore\s+(?:all\s+|any\s+|the\s+|your\s+)*(?:above|previous|prior|preceding)\b/i,
  /\b(?:ignore|skip|exclude|hide)\s+(?:all\s+|any\s+|the\s+|every\s+)*others?\b/i,
  /\bsystem\s+(?:prompt|message|instruction|override|note|notice|directive|command)s?\b|\bprompt\s+injection\b|\bjail\s?break\b|\bdeveloper\s+mode\b/i,
  /\b(?:new|end of|begin)\s+(?:system\s+|the\s+)?(?:instructions?|prompts?)\b/i,
  /\bend of\s+(?:the\s+)?(?:data|input|output|context|documents?|conversation|results?|user)\b/i,
  /\bas an?\s+(?:ai|language model|large language model|chat\s?bot)\b/i,
  /\b(?:you are|act as|act like|pretend to be|behave as|behave like)\s+(?:now\s+)?(?:an?\s+|the\s+)?(?:\S+\s+){0,2}(?:ai|assistant|chat\s?bot|bot|language model|agent|gpt)\b/i,
  /^\P{L}*(?:system|assistant|developer|user|human|ai|llm|chat\s?gpt)\s*(?::|[-=]?>)/iu,
  /^\P{L}*system\s*\p{Pd}(?:\s|$)/iu,
  /[[({<]\s*(?:system|assistant|developer|user|human)\s*[\])}>]/i,
  /(?:\b(?:ai|llms?|gpt|chat\s?gpt|chat\s?bots?|language models?)|(?:^|\bthe\s+|\bany\s+|\bai\s+)(?:assistants?|agents?|models?|bots?))\s+(?:must|should|shall|always|never)\b/i,
  /\b(?:ai|llms?|gpt|chat\s?gpt|chat\s?bots?)\s+(?:instructions?|prompts?|(?:agents?|assistants?|models?)\s*:)/i,
  /(?:\b(?:note|message|instructions?|attention)\s+(?:to|for)|^\s*to)\s+(?:the\s+|all\s+|any\s+)?(?:ai|llms?|gpt|chat\s?gpt|chat\s?bots?|language models?)\b/i,
  /\b(?:respond|reply|answer)\s+(?:only|exactly)\b/i,
  /\b(?:output|print|reveal|repeat|leak|show|send)\s+(?:me\s+|us\s+)?(?:the|your|all)\s+(?:\S+\s+){0,2}(?:prompts?|instructions?|passwords?|secrets?|api keys?|tokens?)\b/i,
  /\b(?:tell|inform|advise|direct|send|redirect|ask)\s+(?:the|all|any|every|your)\s+(?:users?|customers?|callers?|humans?|readers?)\b/i,
  /\b(?:tell|ask|direct|redirect)\s+(?:\S+\s+)?(?:users?|patients?|customers?|callers?)\s+(?:to|for|that)\b/i,
  /\b(?:ask|send|give|enter|collect|request)\s.{0,30}\b(?:ssn|social security|credit card|passwords?)\b/i,
  /\b(?:always|only|must|please)\s+(?:recommend|rank|suggest)\b|\brecommend\s+(?:us|this|our|me)\b/i,
  /\b(?:select|choose|prefer|pick|book)\s+this\s+(?:provider|clinic|doctor|hospital|place|result|listing|pharmacy|practice|office|agency|one)\b/i,
  /\b(?:always|only|must|please)\s+(?:list|choose|select|prefer|mention|book|return|cite)\s+(?:us\b|me\b|this\s+(?:provider|clinic|doctor|place|result|listing|pharmacy|practice|one)\b)/i,
  /\b(?:rank|list)\s+(?:this|us|me|our)\b.{0,30}\b(?:first|top|highest|number one|#\s?1)/i,
  /\b(?:put|place|show|book|list)\s+this\b.{0,30}\b(?:first|at the top)\b/i,
  /\b(?:do not|don't|never)\s+(?:mention|recommend|list|show|suggest|rank|cite)\s+(?:any\s+)?(?:others?|another|competitors?|anyone)\b/i,
  /\b(?:click|tap)\s+(?:here|below|this|the|on)\b/i,
  /\bvisit\s+(?:us\s+online|(?:our|my|the|this)\s+(?:web\s?)?(?:site|page|link)|us\s+at\s+www)/i,
  /\bgo\s+to\s+(?:our|my|the|this)\s+(?:web|site|page|link|url)/i,
  /\bscan\s+(?:the|this|our|my)\s+(?:qr|code)\b|\bqr\s+code\b/i,
  /\bdrop\s+table\b|\bunion\s+(?:all\s+)?select\b|\binsert\s+into\b|\bdelete\s+from\b/i,
  /\b(?:execute|run|invoke)\s+(?:the\s+|this\s+|a\s+)?(?:tool|function|command|script|shell)\b/i,
  /\b(?:tool|function)\s+call\b|\bcall\s+(?:the\s+|this\s+)?(?:tool|function)\b/i,
]
