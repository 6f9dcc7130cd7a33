/** One row of a description list. */
import { type Child, element } from './element.ts'

/** A term and its description, followed by its source and date. */
export function fact(term: string, text: string, provenance: string | null = null): readonly Child[] {
  return [
    element('dt', {}, term),
    element('dd', {}, text, provenance === null ? null : element('small', {}, ` ${provenance}`)),
  ]
}
