/** Escapes the invisible characters of a source text, so that an operator can read it safely on a terminal. */

/** `A\u202eB` with the override escaped as `\u{202e}`; markup is not escaped. */
export function escapeInvisible(text: string): string {
  return text.replaceAll(
    /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu,
    (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`,
  )
}
