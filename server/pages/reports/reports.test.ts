/** Users report mistakes on cards, over HTTP, with forms that need no scripts. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import type { ProviderCard } from '@careatlas/contract/cards'
import { engines } from '@careatlas/state/engines.fixture'
import { Reports, type StoredReport } from '@careatlas/state/reports'
import { openState, type StatePlace } from '@careatlas/state/state'
import { type Running, runServer } from '../../running.fixture.ts'
import { providerCard, publishSmallDirectory, small } from '../../small-directory.fixture.ts'

const providerPath = `/providers/${small.npi}/report`
const locationPath = `/locations/${small.uuid}/report`
const browserAccept = 'text/html,application/xhtml+xml'

/** A browser without scripts at an address, which a trusted proxy forwards. */
class Browser {
  readonly #url: string
  readonly #address: string
  #cookie = ''

  constructor(url: string, address = '192.0.2.1') {
    this.#url = url
    this.#address = address
  }

  async send(path: string, { headers, ...init }: RequestInit = {}): Promise<Response> {
    const response = await fetch(this.#url + path, {
      redirect: 'manual',
      ...init,
      headers: {
        accept: browserAccept,
        'x-forwarded-for': this.#address,
        cookie: this.#cookie,
        ...(headers as Record<string, string>),
      },
    })
    for (const line of response.headers.getSetCookie()) this.#cookie = line.split(';')[0]!
    return response
  }

  /** Opens a form; returns what a browser would send: hidden fields, and what is selected. */
  async open(path: string): Promise<Record<string, string>> {
    const page = await (await this.send(path)).text()
    const inputs = [...page.matchAll(/<input([^>]*)>/g)].map(([, attributes = '']) => attributes)
    return Object.fromEntries(
      inputs
        .filter((text) => !/type="(?:radio|checkbox)"/.test(text) || /\bchecked\b/.test(text))
        .map((text) => [attribute(text, 'name'), attribute(text, 'value')]),
    )
  }

  post(path: string, form: Readonly<Record<string, string>>, headers = {}): Promise<Response> {
    return this.send(path, { method: 'POST', body: new URLSearchParams(form), headers })
  }

  /** Opens the form at `path`, fills it and sends it. */
  async report(path: string, fields: Readonly<Record<string, string>>): Promise<Response> {
    return this.post(`${path}/send`, { ...(await this.open(path)), ...fields })
  }
}

/** The value of an attribute of a tag; empty without it. */
function attribute(tag: string, name: string): string {
  return new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? ''
}

async function startServer(
  settings: Readonly<Record<string, string>> = {},
  options: Parameters<typeof runServer>[1] = {},
): Promise<Running> {
  return runServer({ TRUSTED_PROXIES: '127.0.0.1', ...settings }, options)
}

function placeOf(server: Running, settings: Readonly<Record<string, string>> = {}): StatePlace {
  const url = settings['DATABASE_URL']
  return url === undefined ? { folder: `${server.dataDir}/state` } : { url }
}

async function listReports(place: StatePlace): Promise<readonly StoredReport[]> {
  await using state = await openState(place)
  return await new Reports(state).list()
}

for (const { name, skip, createPlace } of engines)
  test(
    `a report is stored in ${name} with the value of the card, once for each network`,
    { skip },
    async () => {
      const state = await createPlace()
      const settings: Record<string, string> = 'url' in state ? { DATABASE_URL: state.url } : {}
      await using server = await startServer(settings)
      const browser = new Browser(server.url)
      const fields = { mistake: 'wrong_number', phone: ' (401) 555-0123 ', office: 'yes' }
      for (const _ of [1, 2]) {
        const response = await browser.report(providerPath, fields)
        assert.equal(response.status, 200)
        assert.match(await response.text(), /<h1>Thank you for the report<\/h1>/)
      }
      const sameNetwork = ['2001:db8::1', '2001:db8:0:7::2', '192.0.2.99']
      for (const address of sameNetwork)
        assert.equal((await new Browser(server.url, address).report(providerPath, fields)).status, 200)
      const reports = await listReports(placeOf(server, settings))
      assert.equal(reports.length, 2)
      assert.notEqual(reports[0]?.reporter, reports[1]?.reporter)
      const { id: _, reporter: __, createdAt: ___, ...stored } = reports[0]!
      assert.deepEqual(stored, {
        record: small.npi,
        locationUuid: small.uuid,
        mistake: 'wrong_number',
        shown: '+14015550100',
        shownSource: null,
        shownAsOf: null,
        line1: '110 LOCKWOOD ST',
        postalCode: '02903',
        generation: '2026-11-09.1',
        correctPhone: '+14015550123',
        isFromOffice: true,
        status: 'open',
        decidedAt: null,
      })
    },
  )

const shared = await startServer()
after(() => shared[Symbol.asyncDispose]())

/** Reports on the shared server, from a network that no other test uses. */
let addressCount = 0
const newBrowser = () => new Browser(shared.url, `198.51.${addressCount++}.1`)

async function newestReport(): Promise<StoredReport | undefined> {
  return (await listReports(placeOf(shared))).at(-1)
}

describe('a mistake', () => {
  for (const [path, mistake, shown] of [
    [providerPath, 'wrong_number', '+14015550100'],
    [providerPath, 'not_here', '110 LOCKWOOD ST, PROVIDENCE, RI 02903'],
    [providerPath, 'not_taking_patients', 'unknown'],
    [providerPath, 'moved', '110 LOCKWOOD ST, PROVIDENCE, RI 02903'],
    [locationPath, 'wrong_number', '+14015550100'],
    [locationPath, 'closed', '110 LOCKWOOD ST, PROVIDENCE, RI 02903'],
    [`/es${locationPath}`, 'moved', '110 LOCKWOOD ST, PROVIDENCE, RI 02903'],
  ] as const)
    test(`${mistake} at ${path.replace(/\/[^/]+\/report/, '/…/report')} is stored with what the card showed`, async () => {
      assert.equal((await newBrowser().report(path, { mistake })).status, 200)
      const stored = await newestReport()
      assert.deepEqual([stored?.mistake, stored?.shown, stored?.correctPhone], [mistake, shown, null])
      assert.equal(stored?.record, path === providerPath ? small.npi : small.uuid)
    })

  test('other than a wrong number ignores the correct number, which its form hides', async () => {
    await newBrowser().report(providerPath, { mistake: 'moved', phone: '(401) 555-0123' })
    assert.equal((await newestReport())?.correctPhone, null)
  })
})

describe('a form', () => {
  for (const [what, fields, message] of [
    ['without a mistake', {}, /Choose what is wrong/],
    ['with a mistake of a place on the card of a clinician', { mistake: 'closed' }, /Choose what is wrong/],
    ['with an unknown mistake', { mistake: '__proto__' }, /Choose what is wrong/],
    ['with a place of another card', { mistake: 'moved', place: small.former.left }, /Choose the place/],
    ...[
      'call me',
      '555',
      '+44 20 7946 0958',
      '(401) 555-0123 ext. 5',
      '900 555 0123',
      '<b>',
      '4'.repeat(40),
    ].map(
      (phone) =>
        [
          `with the number ${phone.slice(0, 20)}`,
          { mistake: 'wrong_number', phone },
          /The correct number must be a US telephone number/,
        ] as const,
    ),
    [
      'with the number of the card',
      { mistake: 'wrong_number', phone: '401-555-0100' },
      /The card already shows this number/,
    ],
    [
      'of another snapshot',
      { mistake: 'moved', generation: '2026-11-02.1' },
      /The directory was updated after/,
    ],
  ] as const)
    test(`${what} is shown again with the reason, and nothing is stored`, async () => {
      const before = (await listReports(placeOf(shared))).length
      const response = await newBrowser().report(providerPath, fields)
      const text = await response.text()
      assert.ok([400, 403].includes(response.status), `${response.status}`)
      assert.match(text, /role="alert"/)
      assert.match(text, message)
      assert.match(text, /<form[^>]* action="\/providers\/2000000002\/report\/send"/)
      assert.equal((await listReports(placeOf(shared))).length, before)
    })

  test('keeps what was entered, as text', async () => {
    const phone = `"><img src=x onerror=alert(1)>`
    const response = await newBrowser().report(providerPath, {
      mistake: 'wrong_number',
      phone,
      office: 'yes',
    })
    const text = await response.text()
    assert.doesNotMatch(text, /<img/)
    assert.ok(text.includes('value="&quot;&gt;&lt;img src=x onerror=alert(1)&gt;"'))
    assert.match(text, /value="wrong_number"\s+required checked/)
    assert.match(text, /name="office" value="yes"\s+checked/)
  })

  test('with an error can be corrected and sent', async () => {
    const browser = newBrowser()
    const form = await browser.open(providerPath)
    assert.equal((await browser.post(`${providerPath}/send`, form)).status, 400)
    assert.equal((await browser.post(`${providerPath}/send`, { ...form, mistake: 'moved' })).status, 200)
  })

  test('has the choices that a link makes in advance, and ignores all others', async () => {
    const fields = await newBrowser().open(`${providerPath}?mistake=not_here&place=x&phone=1&mistake2=a`)
    assert.deepEqual([fields['mistake'], fields['place'], fields['phone']], ['not_here', small.uuid, ''])
    const hostile = await newBrowser().send(`${providerPath}?mistake=a&mistake=b&place=%3Cb%3E`)
    assert.equal(hostile.status, 200)
    assert.doesNotMatch(await hostile.text(), /<b>|checked/)
  })

  test('is Spanish below /es, with its errors', async () => {
    const browser = newBrowser()
    const text = await (await browser.send(`/es${providerPath}`)).text()
    assert.match(text, /<html lang="es">[^]*<h1>Avisar de un error<\/h1>/)
    assert.match(text, new RegExp(`href="${providerPath}" hreflang="en" lang="en"\\s*>English</a`))
    assert.match(await (await browser.report(`/es${providerPath}`, {})).text(), /Elija qué es incorrecto/)
    const unknown = await browser.send(`/es/providers/${small.unknown}/report`)
    assert.equal(unknown.status, 404)
    assert.match(await unknown.text(), /no contiene a ningún profesional/)
    const thanks = await browser.report(`/es${providerPath}`, { mistake: 'not_here' })
    assert.match(await thanks.text(), /<h1>Gracias por su aviso<\/h1>/)
  })

  test('escapes the names of the card', async () => {
    const markup = `<img src=x onerror=alert(1)>`
    const card = providerCard()
    const hostile: ProviderCard = {
      ...card,
      name: { ...card.name, display: markup },
      practice_locations: card.practice_locations.map((place) => ({ ...place, name: markup })),
    }
    await using server = await startServer(
      {},
      {
        publish: (dataDir, generation) =>
          publishSmallDirectory(dataDir, generation, undefined, { providers: [hostile] }),
      },
    )
    const text = await (await new Browser(server.url).send(providerPath)).text()
    assert.doesNotMatch(text, /<img/)
    assert.equal(text.split('&lt;img src=x').length, 3)
  })
})

const otherUuid = '77777777-7777-5777-8777-777777777777'

test('with several places, the reporter chooses one; a place without a number needs the correct one', async () => {
  const card = providerCard()
  const [place] = card.practice_locations
  const accepting_new_patients = { value: 'not_accepting', source: 'survey', as_of: '2026-10-31' } as const
  const other = { ...place!, location_uuid: otherUuid, primary: false, phone: null, accepting_new_patients }
  const both = { ...card, practice_locations: [place!, other] }
  await using server = await startServer(
    {},
    {
      publish: (dataDir, generation) =>
        publishSmallDirectory(dataDir, generation, undefined, { providers: [both] }),
    },
  )
  const browser = new Browser(server.url)
  assert.equal((await browser.open(providerPath))['place'], undefined)
  assert.equal((await browser.open(`${providerPath}?place=${otherUuid}`))['place'], otherUuid)
  const messageFor = async (fields: Readonly<Record<string, string>>) =>
    /role="alert"[^>]*><p>([^<]*)/.exec(await (await browser.report(providerPath, fields)).text())?.[1]
  assert.match((await messageFor({ mistake: 'moved' })) ?? '', /Choose the place/)
  assert.match((await messageFor({ mistake: 'wrong_number', place: otherUuid })) ?? '', /has no number/)
  assert.match(
    (await messageFor({ mistake: 'not_taking_patients', place: otherUuid })) ?? '',
    /already says that the clinician takes no new patients/,
  )
  const phone = '(401) 555-0123'
  assert.equal(await messageFor({ mistake: 'wrong_number', place: otherUuid, phone }), undefined)
  const [stored] = await listReports(placeOf(server))
  assert.deepEqual(
    [stored?.locationUuid, stored?.shown, stored?.correctPhone],
    [otherUuid, '', '+14015550123'],
  )
})

describe('a request that is not that of our form', () => {
  const send = `${providerPath}/send`

  for (const [what, headers] of [
    ['from a foreign origin', { origin: 'https://hostile.example' }],
    ['from another site', { 'sec-fetch-site': 'cross-site' }],
  ] as const)
    test(`${what} is refused with a page that leads to the form`, async () => {
      const browser = newBrowser()
      const form = { ...(await browser.open(providerPath)), mistake: 'moved' }
      const before = (await listReports(placeOf(shared))).length
      const response = await browser.post(send, form, headers)
      assert.equal(response.status, 403)
      assert.ok((await response.text()).includes(`<a href="${providerPath}">Open the form again</a>`))
      assert.equal((await listReports(placeOf(shared))).length, before)
    })

  test('without the cookie is refused', async () => {
    const form = await newBrowser().open(providerPath)
    assert.equal((await newBrowser().post(send, { ...form, mistake: 'moved' })).status, 403)
  })

  for (const [status, body, type] of [
    [413, 'x'.repeat(100_000), 'application/x-www-form-urlencoded'],
    [400, 'mistake=moved&mistake=closed', 'application/x-www-form-urlencoded'],
    [400, '{"mistake":{"toString":1}}', 'application/json'],
    [400, '[]', 'application/json'],
    [400, '{', 'application/json'],
    [415, '<a/>', 'text/xml'],
  ] as const)
    test(`with the body ${body.slice(0, 30)} gets ${status}: a browser a page, any other client the envelope`, async () => {
      const headers = { 'content-type': type }
      const page = await newBrowser().send(send, { method: 'POST', body, headers })
      assert.equal(page.status, status)
      assert.match(await page.text(), /<h1>This page is not available<\/h1>/)
      const accept = { ...headers, accept: 'application/json' }
      const envelope = await newBrowser().send(send, { method: 'POST', body, headers: accept })
      assert.equal(envelope.status, status)
      assert.deepEqual(Object.keys((await envelope.json()) as object), ['error'])
    })

  for (const [path, status] of [
    [`/providers/${small.unknown}/report`, 404],
    [`/providers/${small.organization}/report`, 404],
    [`/providers/${small.deactivated}/report`, 410],
    ['/providers/%3Cscript%3E/report', 400],
    [`/locations/${small.former.left}/report`, 410],
    ['/locations/x/report', 400],
  ] as const)
    test(`${path} is a page that says why, with ${status}, also for a form`, async () => {
      const browser = newBrowser()
      const token = (await browser.open(providerPath))['token'] ?? ''
      for (const response of [
        await browser.send(path),
        await browser.post(`${path}/send`, { token, mistake: 'moved' }),
      ]) {
        assert.equal(response.status, status)
        const text = await response.text()
        assert.match(text, /<h1>This page is not available<\/h1>/)
        assert.doesNotMatch(text, /<script>/)
      }
    })
})

test('the form of a former location redirects to that of its successor', async () => {
  const path = `/es/locations/${small.former.succeeded}/report`
  const response = await newBrowser().send(path)
  assert.deepEqual([response.status, response.headers.get('location')], [301, `/es${locationPath}`])
})

test('a form is not stored by caches, listed by search engines or read by other origins', async () => {
  const { headers } = await newBrowser().send(providerPath)
  assert.equal(headers.get('cache-control'), 'no-store')
  assert.equal(headers.get('x-robots-tag'), 'noindex')
  assert.equal(headers.get('access-control-allow-origin'), null)
  assert.match(headers.get('content-security-policy') ?? '', /form-action 'self'/)
})

test('one address can send 10 reports an hour; then it gets a page with Retry-After', async () => {
  await using server = await startServer({ RATE_LIMITS: 'on' })
  const browser = new Browser(server.url)
  const form = await browser.open(`/es${providerPath}`)
  const sendForm = () => browser.post(`/es${providerPath}/send`, { ...form, mistake: 'moved' })
  const statuses = []
  for (let index = 0; index < 10; index += 1) statuses.push((await sendForm()).status)
  assert.deepEqual(new Set(statuses), new Set([200]))
  const refused = await sendForm()
  assert.equal(refused.status, 429)
  assert.ok(Number(refused.headers.get('retry-after')) > 60)
  assert.match(refused.headers.get('ratelimit-policy') ?? '', /^"reports";q=10;w=3600$/)
  assert.match(await refused.text(), /Demasiadas solicitudes/)
  const other = await new Browser(server.url, '192.0.2.9').report(providerPath, { mistake: 'moved' })
  assert.equal(other.status, 200)
})

test('the forms work without authentication', async () => {
  await using server = await startServer({ AUTH: 'off', TRUSTED_PROXIES: '' })
  const text = await (await new Browser(server.url).send(providerPath)).text()
  assert.doesNotMatch(text, /\/keys/)
  assert.equal((await new Browser(server.url).report(providerPath, { mistake: 'moved' })).status, 200)
})
