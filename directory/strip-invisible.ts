/** Removes characters that are invisible on a screen: they have no meaning in a registry or a query, and they can deceive a reader. */

/** Line breaks, tabs and separators, which a reader sees as blanks. */
const spaces = /[\t-\r\u0085\p{Zl}\p{Zp}]+/gu

/**
 * Other control characters, format characters (such as U+202E, which reverses the direction of reading), characters that are
 * invisible by default (U+200B, variation selectors, tags), and halves of surrogate pairs.
 */
const invisible = /[\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]|\p{Cc}/gu
const invisibleRuns = new RegExp(`(?:${invisible.source})+`, 'gu')

/** The text without invisible characters. Readers call this function for every text of a source file before they parse it. */
export function stripInvisible(text: string): string {
  return unprintable.test(text) ? text.replaceAll(spaces, ' ').replaceAll(invisible, '') : text
}

/** The text with a blank for each run of invisible characters, which may part two words. */
export function blankInvisible(text: string): string {
  return text.replaceAll(invisibleRuns, ' ')
}

/** A quick first test, because most texts are plain ASCII. */
const unprintable = /[^ -~]/
