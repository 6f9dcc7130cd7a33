/** Data for machines within a page, such as JSON-LD. */
import { Html } from './html.ts'

/**
 * A script element that browsers do not execute, because its type is not that of a script; the policy of the page does not concern
 * it (HTML Standard, "prepare the script element"). Values of records are safe in it: without `<`, `>` and `&`, no text can end the
 * element, open a comment or become an entity, and JSON has the same meaning with escapes.
 */
export function jsonLd(value: object): Html {
  const json = JSON.stringify(value).replaceAll(/[<>&\u2028\u2029]/g, escapeCharacter)
  return Html.dangerouslyTrusted(`<script type="application/ld+json">${json}</script>`)
}

/** `<` → `\u003c` */
function escapeCharacter(character: string): string {
  return String.raw`\u` + character.charCodeAt(0).toString(16).padStart(4, '0')
}
