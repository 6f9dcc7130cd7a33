/** Text as a reader sees it: control and format characters mean nothing in a registry and can deceive on a screen. */

/** Line breaks, tabs and separators: blanks to a reader, whatever else they do. */
const spaces = /[\t-\r\u0085\p{Zl}\p{Zp}]+/gu

/**
 * Other control characters, format characters (such as U+202E, which turns the direction of
 * reading), those that show nothing by default (U+200B, variation selectors, tags), and halves of surrogate pairs.
 */
const unseen = /[\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]|\p{Cc}/gu

/** Without the characters that nobody sees; every text from a source file passes here before anything else. */
export function stripInvisible(text: string): string {
  return unprintable.test(text) ? text.replaceAll(spaces, ' ').replaceAll(unseen, '') : text
}

/** Whether there may be any: most texts are plain ASCII and need no second look. */
const unprintable = /[^ -~]/
