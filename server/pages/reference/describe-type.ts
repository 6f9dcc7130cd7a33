/** Describes a schema in words: its type, its rules, and the schema that it refers to. */
import { type Html, html, type HtmlValue } from '../../web/html.ts'
import { type Schema, schemaName } from './open-api.ts'

/** Writes the reference to another schema: as a link, or as text. */
export type WriteReference<Text> = (name: string) => Text

/** The words of a type, in order; references are written by `write`. */
function typeParts<Text>(schema: Schema, write: WriteReference<Text>): readonly (Text | string)[] {
  const name = schemaName(schema)
  if (name !== null) return [write(name)]
  if (schema.anyOf !== undefined)
    return schema.anyOf.flatMap((one, index) => [...(index === 0 ? [] : [' or ']), ...typeParts(one, write)])
  if (schema.type === 'array') return ['array of ', ...typeParts(schema.items ?? {}, write)]
  const types = [schema.type ?? 'any']
    .flat()
    .map((type) => (type === 'string' ? (schema.format ?? type) : type))
  return [types.join(' or ')]
}

/** The type as HTML, with links to the schemas on the page. */
export function typeAsHtml(schema: Schema): Html {
  const parts = typeParts<HtmlValue>(schema, (name) => html`<a href="#schema-${name}">${name}</a>`)
  return html`${parts}`
}

/** The type as plain text. */
export function typeAsText(schema: Schema): string {
  return typeParts(schema, (name) => name).join('')
}

/** Longer patterns are those of dates and times, which `format` names. */
const patternMax = 60

/** The rules of a value, such as `1 to 50` and `default 10`. */
export function describeRules(schema: Schema): readonly string[] {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, pattern } = schema
  const values = schema.enum ?? schema.items?.enum ?? (schema.const === undefined ? [] : [schema.const])
  const own = [
    values.length > 0 ? `one of ${values.map((value) => JSON.stringify(value)).join(', ')}` : null,
    range(minimum, maximum, ''),
    range(minLength, maxLength, ' characters'),
    range(minItems, maxItems, ' items'),
    pattern !== undefined && schema.format === undefined && pattern.length <= patternMax
      ? `matches ${pattern}`
      : null,
    schema.default === undefined ? null : `default ${JSON.stringify(schema.default)}`,
    schema.deprecated ? 'deprecated' : null,
  ].filter((rule) => rule !== null)
  return [...own, ...(schema.anyOf ?? []).flatMap(describeRules)]
}

function range(min: number | undefined, max: number | undefined, unit: string): string | null {
  if (min !== undefined && max !== undefined) return `${min} to ${max}${unit}`
  if (min !== undefined) return `at least ${min}${unit}`
  return max === undefined ? null : `at most ${max}${unit}`
}
