/** `/docs`: every operation with its parameters, an example and a form that sends the request, and the schemas of the responses. */
import { type Html, html, type HtmlValue } from '../../web/html.ts'
import { inlineCode } from '../../web/layout.ts'
import { codeBlock } from '../../web/code-block.ts'
import { docsPage } from '../docs/docs-page.ts'
import type { SiteDocument } from '../docs/documents.ts'
import { describeRules, typeAsHtml } from './describe-type.ts'
import { type ApiReference, type Parameter, type ReferenceOperation, type Schema } from './open-api.ts'
import { exampleResponse, exampleUrl } from './example-request.ts'
import { tryItForm } from './try-it-form.ts'

export interface ReferencePageOptions {
  readonly productName: string
  /** The public address, without a trailing slash. */
  readonly url: string
  /** Whether requests need a key. */
  readonly auth: boolean
  readonly reference: ApiReference
  readonly documents: readonly SiteDocument[]
}

export function referencePage(options: ReferencePageOptions): Html {
  const { productName, url, auth, reference, documents } = options
  const { info, operations, schemas } = reference
  const article = html`<div class="intro">
      <h1>API reference</h1>
      <p class="lead">${prose(info.description)}</p>
      <dl>
        <dt>Base URL</dt>
        <dd>${inlineCode(url)}</dd>
        <dt>Version</dt>
        <dd>${info.version}</dd>
        <dt>OpenAPI 3.1</dt>
        <dd><a href="/openapi.json">JSON</a>, <a href="/openapi.yaml">YAML</a></dd>
        <dt>Errors</dt>
        <dd><a href="/docs/errors">codes</a>, each with its cause and its fix</dd>
      </dl>
      ${auth ? keyField : html`<p>This server needs no key.</p>`}
    </div>
    ${operations.map((operation) => operationSection(operation, { url, auth }))}
    <section class="operation" id="schemas">
      <h2>Schemas</h2>
      <p class="muted">v1 may add fields to any response; ignore the ones that you do not know.</p>
      ${Object.entries(schemas).map(([name, schema]) => schemaItem(name, schema))}
    </section>`
  return docsPage({
    productName,
    title: 'API reference',
    description: info.description,
    documents,
    path: '/docs',
    article,
    isReference: true,
    hasKeys: auth,
    scripts: ['copy', 'tryIt'],
  })
}

/** The script reads the key from this field; the page never stores it. */
const keyField = html`<form class="key-field inline" id="key-form">
  <label for="api-key">API key for the requests on this page</label>
  <input id="api-key" type="password" autocomplete="off" spellcheck="false" placeholder="Paste a key" />
  <a class="button quiet" href="/keys">Get a key</a>
  <p class="small muted">
    The key stays in this page and goes only to this server. Reloading the page removes it.
  </p>
</form>`

interface OperationSetting {
  readonly url: string
  readonly auth: boolean
}

function operationSection(operation: ReferenceOperation, { url, auth }: OperationSetting): Html {
  const { operationId, summary, description, path, parameters } = operation
  const needsKey = auth && operation.security.length > 0
  const header = needsKey ? "-H 'Authorization: Bearer <API_KEY>' \\\n  " : ''
  const request = `curl ${header}'${url}${exampleUrl(operation)}'`
  const response = JSON.stringify(exampleResponse(operation), null, 2)
  return html`<section class="operation" id="${operationId}" aria-labelledby="${operationId}-title">
    <h2 id="${operationId}-title">${summary}</h2>
    <p class="route">
      <span class="method">GET</span> ${inlineCode(path)}
      <span class="badge">${operation.security.length > 0 ? 'key or token' : 'public'}</span>
    </p>
    <div class="columns">
      <div>
        <p>${prose(description)}</p>
        ${parameterList(parameters)} ${responseList(operation)}
      </div>
      <div class="aside">
        ${tryItForm(operation)}
        ${codeBlock({ language: 'sh', caption: 'Request', label: `${summary}: request`, code: request })}
        ${codeBlock({ language: 'json', caption: 'Response', label: `${summary}: response`, code: response, isTall: true })}
      </div>
    </div>
  </section>`
}

function parameterList(parameters: readonly Parameter[]): Html | null {
  if (parameters.length === 0) return null
  return html`<h3>Parameters</h3>
    <dl class="fields">
      ${parameters.map(({ in: position, name, required, description, schema }) =>
        field(name, schema, { required, description, position }),
      )}
    </dl>`
}

interface FieldOptions {
  readonly required: boolean
  readonly description?: string | undefined
  readonly position?: string
}

function field(name: string, schema: Schema, { required, description, position }: FieldOptions): Html {
  const rules = describeRules(schema)
  const text = description ?? schema.description ?? ''
  const place = position === undefined || position === 'query' ? '' : `, in the ${position}`
  return html`<div>
    <dt>
      <code>${name}</code> <span class="type">${typeAsHtml(schema)}${place}</span>
      ${required ? html`<span class="required">required</span>` : null}
    </dt>
    ${text === '' ? null : html`<dd>${prose(text)}</dd>`}
    ${rules.length === 0 ? null : html`<dd class="small">${rules.join('; ')}</dd>`}
  </div>`
}

function responseList({ responses }: ReferenceOperation): Html {
  const rows = Object.entries(responses)
    .filter(([status]) => status !== 'default')
    .map(([status, { content }]) => {
      const media = content?.['application/json']
      const codes = Object.keys(media?.examples ?? {})
      const isError = Number(status) >= 400
      return html`<div>
        <dt>
          <code>${status}</code>
          <span class="type">${media === undefined ? 'no body' : typeAsHtml(media.schema)}</span>
        </dt>
        ${isError ? html`<dd class="small">${errorLinks(codes)}</dd>` : null}
      </div>`
    })
  return html`<h3>Responses</h3>
    <dl class="fields">${rows}</dl>`
}

function errorLinks(codes: readonly string[]): HtmlValue {
  return codes.map(
    (code, index) => html`${index === 0 ? '' : ', '}<a href="/docs/errors/${code}">${code}</a>`,
  )
}

function schemaItem(name: string, { properties = {}, required = [] }: Schema): Html {
  return html`<details class="schema" id="schema-${name}">
    <summary>${name}</summary>
    <dl class="fields">
      ${Object.entries(properties).map(([property, schema]) =>
        field(property, schema, {
          required: false,
          description: presence(schema, required.includes(property)),
        }),
      )}
    </dl>
  </details>`
}

/** The description of a field of a response, with whether it can be absent. */
function presence({ description = '' }: Schema, isRequired: boolean): string {
  return isRequired ? description : `${description} May be absent.`.trim()
}

/** Text with code in backticks. */
function prose(text: string): Html {
  const parts = text.split('`').map((part, index) => (index % 2 === 1 ? inlineCode(part) : part))
  return html`${parts}`
}
