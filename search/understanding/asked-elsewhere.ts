/** Whether somebody is wanted who treats nobody, whatever complaint stands beside. */

/** "lawyer for a broken arm"; not "power of attorney", nor somebody called so after a title. */
export function isAskedElsewhere(words: readonly string[]): boolean {
  const text = words.join(' ')
  return lawyers.test(text) && !/\b(?:power of attorney|dra?)\b/.test(text)
}

const lawyers = /\b(?:lawyers?|attorneys?|law firms?|paralegals?|abogad[oa]s?)\b/
