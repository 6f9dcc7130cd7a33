/** HTML as a type: templates escape every value, so that text becomes markup only through `dangerouslyTrusted`. */

/** A value in a template. Null and undefined render as nothing; a list renders its items in order. */
export type HtmlValue = Html | string | number | null | undefined | readonly HtmlValue[]

export class Html {
  readonly #markup: string

  private constructor(markup: string) {
    this.#markup = markup
  }

  /** Markup that comes from a file of this repository. Never pass text from a request, a source file or the state. */
  static dangerouslyTrusted(markup: string): Html {
    return new Html(markup)
  }

  /** The parts of a template are markup; the values between them are escaped unless they are Html. */
  static fromTemplate(parts: readonly string[], values: readonly HtmlValue[]): Html {
    return new Html(
      parts.map((part, index) => part + (index < values.length ? render(values[index]) : '')).join(''),
    )
  }

  toString(): string {
    return this.#markup
  }
}

/** A tagged template: `` html`<p>${name}</p>` ``. */
export function html(parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return Html.fromTemplate(parts, values)
}

function render(value: HtmlValue): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Html) return value.toString()
  if (typeof value === 'object') return value.map(render).join('')
  return String(value).replaceAll(special, (character) => entities[character] ?? '\ufffd')
}

/** Markup, and the control characters that HTML does not allow in text, not even escaped. */
const special = /[&<>"']|(?![\t\n\f\r])\p{Cc}/gu

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
