/** The form of an operation that sends its request; `server/web/browser/try-it.ts` makes it work. */
import type { Example } from '@careatlas/contract/operations'
import { type Html, html } from '../../web/html.ts'
import { firstExample } from './example-request.ts'
import type { Parameter, ReferenceOperation, Schema } from './open-api.ts'

/** The form has the values of the first example. Without scripts it stays hidden. */
export function tryItForm(operation: ReferenceOperation): Html {
  const { operationId, path, parameters } = operation
  const { path: pathValues = {}, query = {} } = firstExample(operation)
  const values: NonNullable<Example['query']> = { ...pathValues, ...query }
  const [filled, others] = partition(
    parameters.filter((parameter) => parameter.in !== 'header'),
    ({ name, required }) => required || name in values,
  )
  const toFields = (list: readonly Parameter[]) => list.map((one) => inputField(one, values[one.name]))
  const more =
    others.length === 0
      ? null
      : html`<details class="more">
          <summary>${others.length} more parameters</summary>
          <div class="inputs">${toFields(others)}</div>
        </details>`
  return html`<details class="try" data-path="${path}" hidden>
    <summary>Try it</summary>
    <form class="inline" id="try-${operationId}">
      <div class="inputs">${toFields(filled)}</div>
      ${more}
      <button>Send request</button>
      <p class="status" role="status"></p>
    </form>
  </details>`
}

function partition<Item>(items: readonly Item[], test: (item: Item) => boolean): readonly [Item[], Item[]] {
  return [items.filter((item) => test(item)), items.filter((item) => !test(item))]
}

type ExampleValue = NonNullable<Example['query']>[string]

function inputField(
  { name, in: position, required, schema }: Parameter,
  value: ExampleValue | undefined,
): Html {
  const text = value === undefined ? '' : String(value)
  const attribute = required ? html` required` : null
  if (schema.enum !== undefined) return html`<label>${name}${selectField(name, schema, text)}</label> `
  return html`<label
    >${name}<input name="${name}" data-in="${position}" value="${text}" autocomplete="off" ${attribute}
  /></label> `
}

function selectField(name: string, { enum: values = [] }: Schema, chosen: string): Html {
  const options = ['', ...values.map(String)].map((value) => {
    const attribute = value === chosen ? html` selected` : null
    return html`<option value="${value}" ${attribute}>${value === '' ? 'default' : value}</option>`
  })
  return html`<select name="${name}" data-in="query">
    ${options}
  </select>`
}
