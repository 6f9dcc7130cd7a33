/** HTML forms: what every form of ours contains, and how its fields are parsed. */
import type { FastifyRequest } from 'fastify'
import * as z from 'zod'
import { type Html, html, type HtmlValue } from './html.ts'

export interface PostForm {
  readonly action: string
  /** The CSRF token of the page (see `access/csrf.ts`). */
  readonly token: string
  /** Hidden fields, by name. */
  readonly hidden?: Readonly<Record<string, string>>
  /** `inline` forms keep their width on a phone. */
  readonly layout?: 'inline' | 'block'
}

/** A form that posts `content` together with its CSRF token and its hidden fields. */
export function postForm(
  { action, token, hidden = {}, layout = 'block' }: PostForm,
  content: HtmlValue,
): Html {
  const fields = Object.entries({ token, ...hidden }).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  )
  const kind = layout === 'inline' ? html` class="inline"` : null
  return html`<form${kind} method="post" action="${action}">
${fields}
${content}
</form>`
}

/** Nothing without a message; give an `id` if a field refers to the note. */
export function errorNote(message: string | undefined, id?: string): Html | null {
  if (message === undefined) return null
  const named = id === undefined ? null : html` id="${id}"`
  return html`<div class="note wrong" role="alert" ${named}><p>${message}</p></div>`
}

/** All fields of all forms; each action reads those it needs. */
const Form = z.looseObject({
  token: z.string().optional(),
  email: z.string().default(''),
  challenge: z.string().default(''),
  code: z.string().default(''),
  label: z.string().default(''),
  confirm: z.string().default(''),
  program: z.string().default(''),
  decision: z.string().default(''),
})
export type Form = z.infer<typeof Form>

/** Empty if the body is not one of our forms. */
export function formIn(request: FastifyRequest): Form {
  return Form.safeParse(request.body ?? {}).data ?? Form.parse({})
}
