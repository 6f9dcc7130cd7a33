/** HTML forms: what every form of ours contains, and how its fields are parsed. */
import { ApiError } from '@careatlas/contract/errors'
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

/** The form of a request; `refusal` is an `invalid_parameter` for a body that is not a form of strings, whose `form` is empty. */
export function formIn({ body }: FastifyRequest): { readonly form: Form; readonly refusal: ApiError | null } {
  const { data: form, error } = Form.safeParse(body ?? {})
  if (form !== undefined) return { form, refusal: null }
  const name = error.issues[0]?.path[0]
  const message =
    name === undefined
      ? 'The request body must be a form or a JSON object.'
      : `${String(name)} must be a string, sent once.`
  return { form: Form.parse({}), refusal: new ApiError('invalid_parameter', message) }
}
