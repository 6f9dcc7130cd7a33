/** The start page: what the service is, what its snapshot holds, first commands, and how agents connect. */
import { exampleResponses } from '@careatlas/contract/example-responses'
import { demo } from '@careatlas/contract/examples'
import type { Manifest } from '@careatlas/directory/snapshot/format'
import { listRegions } from '@careatlas/search/list-coverage'
import type { Snapshot } from '@careatlas/directory/snapshot/snapshot'
import { codeBlock } from '../web/code-block.ts'
import { type Html, html } from '../web/html.ts'
import { keptLinks } from '../web/kept-links.ts'
import { page } from '../web/layout.ts'
import { chatDemoPath, localizedPath } from '../web/navigation.ts'
import { linkTiles } from './link-tiles.ts'

export interface LandingPageOptions {
  readonly productName: string
  /** The prefix of keys; the name of the server in the settings of an MCP client. */
  readonly serviceName: string
  /** The public address, without a trailing slash. */
  readonly url: string
  /** Whether requests need a key. */
  readonly auth: boolean
  /** Null while none is loaded. */
  readonly snapshot: Pick<Snapshot, 'manifest' | 'regions' | 'carriers'> | null
  /** The path of the demo; null: there is none. */
  readonly demoPath: string | null
  /** Whether the chat has a demo. */
  readonly chatDemo: boolean
}

/** Renders the page for the current snapshot. */
export function landingPage(options: LandingPageOptions): Html {
  const { productName, auth, snapshot, demoPath } = options
  const main = html`<div class="hero">
      <div>
        <h1>Healthcare provider search that shows its sources</h1>
        <p class="lead">${describe(productName)}</p>
        ${searchForm(options)} ${actions(options)}
      </div>
      ${sample()}
    </div>
    ${snapshot === null ? null : figures(snapshot)} ${commands(options)} ${agents(options)} ${principles()}
    <section>
      <h2>Everything else</h2>
      ${linkTiles(auth)}
    </section>`
  return page({
    productName,
    title: null,
    main,
    layout: 'landing',
    description: describe(productName),
    hasKeys: auth,
    // This page is in English only; the search is in Spanish, too.
    ...(demoPath !== null && {
      translation: { language: 'es', path: localizedPath(demoPath, 'es'), label: 'Español' },
    }),
    scripts: ['copy', 'saved'],
  })
}

/** What the service is, in one sentence. */
export function describe(productName: string): string {
  return `${productName} is an open, self-hostable directory of clinicians and places of care: public registry and payer files in, a REST API and an MCP server out.`
}

/** Beside the search box, both actions are secondary. */
function actions({ auth, demoPath, chatDemo }: LandingPageOptions): Html {
  const [href, label] = auth ? ['/keys', 'Get an API key'] : ['/docs', 'Try the API']
  const className = demoPath === null ? 'button' : 'button quiet'
  const chat = chatDemo ? html`<a class="button quiet" href="${chatDemoPath}">Chat demo</a>` : null
  return html`<div class="actions">
    <a class="${className}" href="${href}">${label}</a> <a class="button quiet" href="/docs">API reference</a>
    ${chat}
  </div>`
}

const exampleSearches = ['heart doctor who speaks Spanish', 'ringing in ears', 'community health center']

function searchForm({ demoPath }: LandingPageOptions): Html | null {
  if (demoPath === null) return null
  const spanishSearch = html`<a href="${localizedPath(demoPath, 'es')}" hreflang="es" lang="es"
    >Buscar en español</a
  >`
  const chips = exampleSearches.map(
    (q) => html`<li><a href="${demoPath}?q=${encodeURIComponent(q)}">${q}</a></li> `,
  )
  return html`<form class="search inline" role="search" action="${demoPath}">
      <input
        type="search"
        name="q"
        aria-label="Search the directory"
        maxlength="512"
        minlength="2"
        required
        placeholder="Symptom, specialty or name"
      />
      <button>Search</button>
    </form>
    <ul class="chips">
      ${chips}
    </ul>
    ${keptLinks('en', spanishSearch)}`
}

/** Some fields of a result; the record is of the fictional region. */
function sample(): Html {
  const { data } = exampleResponses.searchProviders as { readonly data: readonly SampleHit[] }
  const { name, languages, distance_miles, carriers, sources } = data[0]!
  const listings = carriers.slice(0, 1).map(({ code, as_of }) => ({ code, as_of }))
  const fields = { name: name.display, languages, distance_miles, carriers: listings, sources }
  const lines = Object.entries(fields).map(([key, value]) => `  "${key}": ${formatField(value)}`)
  const caption = `GET /v1/providers?q=heart+doctor+who+speaks+spanish&zip=${demo.zip}`
  return html`<div>
    ${codeBlock({ language: 'json', caption, label: 'A result', code: `{\n${lines.join(',\n')}\n}` })}
    <p class="small muted under-code">
      Some fields of a fictional record. <a href="/docs#searchProviders">All fields</a>
    </p>
  </div>`
}

interface SampleHit {
  readonly name: { readonly display: string }
  readonly languages: readonly string[]
  readonly distance_miles: number
  readonly carriers: readonly { readonly code: string; readonly as_of: string }[]
  readonly sources: readonly unknown[]
}

/** A list of objects has one line for each, and everything else is on one line. */
function formatField(value: unknown): string {
  if (!Array.isArray(value) || typeof value[0] !== 'object') return formatInline(value)
  return `[\n${value.map((item) => `    ${formatInline(item)}`).join(',\n')}\n  ]`
}

function formatInline(value: unknown): string {
  return JSON.stringify(value, null, 1)
    .replaceAll(/\n\s*/g, ' ')
    .replaceAll(/(?<=\[) | (?=\])/g, '')
}

const format = (count: number) => count.toLocaleString('en-US')

/** The counts of the snapshot, and the dates of its sources. */
function figures({ manifest, regions, carriers }: NonNullable<LandingPageOptions['snapshot']>): Html {
  const withListings = carriers.filter(({ provider_count }) => provider_count > 0).length
  const rows = [
    ['clinicians', manifest.counts.providers],
    ['places of care', manifest.counts.locations],
    ['payers and programs with a listing', withListings],
    ['regions', regions.length],
  ] as const
  return html`<section aria-labelledby="figures">
    <h2 id="figures">What this server holds</h2>
    <p class="lead">
      Registry data of ${day(manifest.data_as_of)}, published ${day(manifest.created_at.slice(0, 10))}.
      ${manifest.notice === null ? null : html`Every card says: “${manifest.notice}”`}
    </p>
    <dl class="figures">
      ${rows.map(
        ([label, count]) =>
          html`<div>
            <dt>${label}</dt>
            <dd>${format(count)}</dd>
          </div>`,
      )}
    </dl>
    ${sourceDates({ manifest, regions })}
  </section>`
}

const day = (date: string) => html`<time datetime="${date}">${date}</time>`

/** Sources beyond this number are only at `/v1/regions`. */
const sourcesMax = 12

function sourceDates(snapshot: { readonly manifest: Manifest; readonly regions: Snapshot['regions'] }): Html {
  const { sources } = listRegions(snapshot).meta
  const dates = sources
    .slice(0, sourcesMax)
    .map(({ id, as_of }) => html`${id} ${as_of === null ? 'without a date' : day(as_of)}, `)
  return html`<p class="sources">
    Sources: ${dates}listed at <a href="/v1/regions"><code>/v1/regions</code></a
    >.
  </p>`
}

/** Three requests that work with a valid key as they are. */
function commands({ url, auth }: LandingPageOptions): Html {
  const header = auth ? "-H 'Authorization: Bearer <API_KEY>' \\\n  " : ''
  const steps = [
    {
      title: 'Ask in plain language',
      text: 'Symptoms, medicines and everyday words, in English or Spanish.',
      code: `curl ${header}'${url}/v1/providers?q=heart+doctor'`,
    },
    {
      title: 'Find places of care',
      text: 'Hospitals, clinics and offices, with the clinicians who practice there.',
      code: `curl ${header}'${url}/v1/locations?q=community+health+center'`,
    },
    {
      title: 'See what is covered',
      text: 'Regions, counts and the date of each source. Needs no key.',
      code: `curl '${url}/v1/regions'`,
    },
  ].map(
    ({ title, text, code }) =>
      html`<li>
        <div>
          <h3>${title}</h3>
          <p>${text}</p>
        </div>
        ${codeBlock({ language: 'sh', caption: 'Shell', label: title, code })}
      </li> `,
  )
  const key = auth
    ? html`Get a key at <a href="/keys">/keys</a> and put it in place of <code>&lt;API_KEY&gt;</code>.`
    : html`This server needs no key.`
  return html`<section aria-labelledby="commands">
    <h2 id="commands">Three commands</h2>
    <p class="lead">${key}</p>
    <ol class="steps">
      ${steps}
    </ol>
  </section>`
}

function agents({ url, auth, serviceName }: LandingPageOptions): Html {
  const settings = { mcpServers: { [serviceName]: { type: 'http', url: `${url}/mcp` } } }
  const access = auth
    ? html`<p>
          A client that supports OAuth needs only this address: it finds the sign-in, the user consents, and
          the client gets a token. Any other client sends a key as <code>Authorization: Bearer</code>.
        </p>
        <p>Tokens have the same access as keys, and users disconnect apps at <a href="/keys">/keys</a>.</p>`
    : html`<p>This server needs no key or sign-in.</p>`
  return html`<section class="split" aria-labelledby="agents">
    <div>
      <h2 id="agents">Connect an agent</h2>
      <p class="lead">MCP over streamable HTTP, at <code>/mcp</code>.</p>
      ${access}
      <p>
        <a href="/semantics">How to read the answers</a> is also for models:
        <a href="/semantics.md">Markdown</a>, <a href="/llms.txt">llms.txt</a>.
      </p>
    </div>
    ${codeBlock({ language: 'json', caption: 'Settings of an MCP client', code: JSON.stringify(settings, null, 2) })}
  </section>`
}

function principles(): Html {
  const items = [
    [
      'Search by meaning',
      html`“Ringing in ears” is understood, typing errors are corrected, and <code>q_expanded</code> shows the
        query that was searched.`,
    ],
    [
      'Dated and sourced',
      'Each card lists its sources with their dates. Facts that change have their own source and date.',
    ],
    [
      'Unknown stays unknown',
      'A missing value never means “no”, and a missing listing never means “out of network”.',
    ],
    [
      'Yours to run',
      'One server and one folder of data, on a machine of your choice. The pages load nothing from other sites.',
    ],
  ] as const
  return html`<section aria-labelledby="principles">
    <h2 id="principles">What to expect of an answer</h2>
    <ul class="tiles">
      ${items.map(
        ([title, text]) =>
          html`<li>
            <h3>${title}</h3>
            <p>${text}</p>
          </li> `,
      )}
    </ul>
  </section>`
}
