/** A text of a source as an operator can read it safely on a terminal: what is not seen is written out. */

/** `A\u202eB` with the override written as `\u{202e}`; markup is text as it is. */
export function escapedText(text: string): string {
  return text.replaceAll(
    /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu,
    (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`,
  )
}
