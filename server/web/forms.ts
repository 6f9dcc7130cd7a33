/** HTML forms: how they are rendered, and how a submitted form is parsed. */
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
  /** On a phone, `block` forms take the whole width, and `inline` forms keep their own. */
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
  const className = layout === 'inline' ? html` class="inline"` : null
  return html`<form${className} method="post" action="${action}">
${fields}
${content}
</form>`
}

/** Renders an error message; null without one. `id` is for a field whose `aria-describedby` refers to the note. */
export function errorNote(message: string | undefined, id?: string): Html | null {
  if (message === undefined) return null
  const idAttribute = id === undefined ? null : html` id="${id}"`
  return html`<div class="note wrong" role="alert" ${idAttribute}><p>${message}</p></div>`
}

/** The fields of all forms; each action reads those that it needs. */
const Form = z.looseObject({
  token: z.string().optional(),
  email: z.string().default(''),
  challenge: z.string().default(''),
  code: z.string().default(''),
  label: z.string().default(''),
  confirm: z.string().default(''),
  client_id: z.string().default(''),
  decision: z.string().default(''),
  generation: z.string().default(''),
  mistake: z.string().default(''),
  place: z.string().default(''),
  phone: z.string().default(''),
  office: z.string().default(''),
})
export type Form = z.infer<typeof Form>

/** Parses the form of a request. For a body that is not a form of strings, `form` is empty and `error` is an `invalid_parameter`. */
export function parseForm({ body }: FastifyRequest): {
  readonly form: Form
  readonly error: ApiError | null
} {
  const { data: form, error: formError } = Form.safeParse(body === undefined ? {} : body)
  if (form !== undefined) return { form, error: null }
  const name = formError.issues[0]?.path[0]
  const message =
    name === undefined
      ? 'The request body must be a form or a JSON object.'
      : `${String(name)} must be a string, sent once.`
  return { form: Form.parse({}), error: new ApiError('invalid_parameter', message) }
}
