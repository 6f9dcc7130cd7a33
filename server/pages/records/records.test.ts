/** The pages of records over HTTP. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { pino } from 'pino'
import { policies } from '../../access/rate-limit/policies.ts'
import { runServer } from '../../running.fixture.ts'
import { small } from '../../small-directory.fixture.ts'
import { endOfScript, full, hostile, publishRecords } from './records.fixture.ts'

const options = { publish: publishRecords, clock: () => full.open }
const server = await runServer({}, options)
after(() => server[Symbol.asyncDispose]())

const fetchPage = (path: string) => fetch(server.url + path, { redirect: 'manual' })

const readPage = async (path: string) => (await fetchPage(path)).text()

/** The text of a page without markup. */
async function readText(path: string): Promise<string> {
  const page = (await readPage(path)).replaceAll(/<(script|head)\b[^]*?<\/\1>/g, '')
  return page
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ (?=[.,:)])/g, '')
}

function assertHas(text: string, parts: readonly string[]): void {
  for (const part of parts) assert.ok(text.includes(part), `${part} is missing in ${text}`)
}

describe('the page of a clinician', () => {
  test('has everything of the card, with sources and dates', async () => {
    assertHas(await readText(`/providers/${full.npi}`), [
      'Ana Reyes, MD',
      'Cardiologist',
      'Call (401) 555-0100',
      'ext. 12',
      'Fax: (401) 555-0199',
      '110 Lockwood Street Providence, RI 02903',
      'Accepts new patients Oct 1, 2026, office survey',
      'Open now until 5:30 PM It is 3:30 PM there (Eastern Time).',
      'Mon – Thu 8:00 AM – 12:00 PM 1:00 PM – 5:30 PM',
      'Hours as of Oct 1, 2026',
      'English, Spanish, Cape Verdean Creole',
      'Offered Oct 1, 2026, office survey',
      'Accepts it always Sep 15, 2026, CMS Doctors and Clinicians',
      'Medical school: Brown University, 2004',
      'Residency: Internal medicine',
      'Bay Hospital Oct 1, 2026',
      'We answer the telephone in two languages.',
      'License RI MD12345',
      'Ana Souza former',
      'RI0042 Medicaid, RI',
      'NPI issued May 23, 2006, registration updated May 1, 2026',
      'Medicare Oct 31, 2026, plan network file',
      'NPPES registry Nov 9, 2026',
      'Four questions to ask before a visit',
      'Heart Clinic',
    ])
  })

  test('calls with a link, and offers no call to a fax number', async () => {
    const page = await readPage(`/providers/${full.npi}`)
    assertHas(page, ['href="tel:+14015550100;ext=12"', `href="/locations/${full.uuid}"`])
    assert.ok(!page.includes('tel:+14015550199'))
  })

  test('says plainly what is not known', async () => {
    const text = await readText(`/providers/${full.bare}`)
    assertHas(text, [
      'Lee Cho',
      'Specialty not known',
      'Telephone not known',
      'Telehealth Not known',
      'Languages Not known',
      'Education and training Not known',
      'New patients Not known',
      'No payer file of this directory lists this clinician',
    ])
    const unsourced = await readText(`/providers/${small.npi}`)
    assertHas(unsourced, ['Hours Not known. Ask when you call.'])
    assert.doesNotMatch(unsourced, /Open now|Closed now/)
  })

  test('says that a place is closed in its local time', async () => {
    await using late = await runServer({}, { ...options, clock: () => full.closed })
    const page = await (await fetch(`${late.url}/providers/${full.npi}`)).text()
    assert.match(page, /Closed now/)
    assert.doesNotMatch(page, /Open now/)
  })

  test('is in Spanish below /es, and links to the same page in English', async () => {
    const page = await readPage(`/es/providers/${full.npi}`)
    assertHas(page, ['lang="es"', `href="/providers/${full.npi}"`, `href="/es/locations/${full.uuid}"`])
    for (const english of ['office survey', 'Ana Reyes is a cardiologist in Providence, Rhode Island.'])
      assertHas(page, [`<span lang="en">${english}</span>`])
    assertHas(await readText(`/es/providers/${full.npi}`), [
      'Cardiólogo',
      'Llame primero',
      'Abierto ahora',
      'Acepta pacientes nuevos 1 oct 2026',
      'inglés, español, criollo caboverdiano',
    ])
  })

  test('has the request of the API for the same card', async () => {
    const page = await readPage(`/providers/${full.npi}`)
    assertHas(page.replaceAll(/<\/?span[^>]*>/g, ''), [`${server.url}/v1/providers/${full.npi}`])
  })

  test('links to the form for mistakes in its language', async () => {
    for (const path of [`/providers/${full.npi}`, `/es/locations/${small.uuid}`]) {
      assertHas(await readPage(path), [`href="${path}/report"`])
      assert.equal((await fetch(`${server.url}${path}/report`)).status, 200)
    }
  })
})

describe('the question whether a clinician is in a plan', () => {
  for (const [plan, expected] of [
    ['medicare', 'Medicare: listed on Oct 31, 2026 by the plan network file.'],
    ['ocean gold', 'Ocean State Health: not found in the file of Oct 15, 2026.'],
    ['62308', 'Cigna: no file of this plan is held as of Nov 9, 2026.'],
    ['Medicare PPO', 'The name “Medicare PPO” is not known here, so this directory cannot check it.'],
    ['Ocean State PPO', 'Ocean State Health: not found in the file of Oct 15, 2026.'],
    ['Medicar', 'Medicare: listed on Oct 31, 2026 by the plan network file.'],
    ['Nowhere Mutual', 'The name “Nowhere Mutual” is not known here, so this directory cannot check it.'],
    ['Ocean Land', 'Similar names: Ocean State Health.'],
  ] as const)
    test(`"${plan}" is answered: ${expected}`, async () => {
      const text = await readText(`/providers/${full.npi}?plan=${encodeURIComponent(plan)}`)
      assertHas(text, [expected])
      assert.doesNotMatch(text, /out of network/i)
    })

  for (const query of ['plan=a&plan=b', `plan=${'x'.repeat(65)}`, 'plan=a%00b'])
    test(`?${query.slice(0, 20)} is an error in the form, and the page stays`, async () => {
      const response = await fetchPage(`/providers/${full.npi}?${query}`)
      assert.equal(response.status, 200)
      const page = await response.text()
      assertHas(page, ['plan must be one text of at most 64 characters', 'name="plan"', 'Ana Reyes'])
    })
})

test('pages of records have a description, with the name and what and where it is', async () => {
  for (const [path, start] of [
    [`/providers/${full.npi}`, 'Ana Reyes, MD, cardiologist, Providence, RI'],
    [`/es/providers/${full.npi}`, 'Ana Reyes, MD, cardiólogo, Providence, RI'],
    [`/locations/${full.uuid}`, 'Bay Heart Group, Providence, RI'],
  ] as const) {
    const [, description = ''] = /<meta name="description" content="([^"]*)"/.exec(await readPage(path)) ?? []
    assert.ok(description.toLowerCase().startsWith(start.toLowerCase()), description)
  }
})

test('an empty list of saved records links to the search', async () => {
  assert.match(await readPage('/saved'), /Nothing is saved yet[^<]*<a href="\/demo">Find care<\/a>/)
  assert.match(await readPage('/es/saved'), /<a href="\/es\/demo">/)
})

describe('the page of a place', () => {
  test('has everything of the card, with sources and dates', async () => {
    assertHas(await readText(`/locations/${full.uuid}`), [
      'Bay Heart Group',
      'Call (401) 555-0100',
      'Open now',
      'Emergency services No Aug 1, 2026',
      'English, Portuguese',
      'BAY HEART GROUP LLC',
      'Bay Cardiology trade name',
      'Clinicians here (120)',
      '1 to 25 of 120, by kind of care and name',
      'Cardiologist 39 Clinician 004',
    ])
  })

  test('has no title of the authorized official, which only the API has', async () => {
    const { data } = (await (await server.get(`/v1/locations/${full.uuid}`)).json()) as {
      readonly data: { readonly authorized_official_title: string }
    }
    assert.equal(data.authorized_official_title, 'PRACTICE MANAGER')
    for (const prefix of ['', '/es'])
      assert.doesNotMatch(await readText(`${prefix}/locations/${full.uuid}`), /practice manager/i)
  })

  test('pages the roster', async () => {
    const last = await readText(`/locations/${full.uuid}?page=5`)
    assertHas(last, [
      '101 to 120 of 120',
      'Nurse practitioner 40 Clinician 065',
      'Clinician 119',
      'Specialty not known 1 Clinician 001 Accepts new patients Oct 1, 2026, office survey',
    ])
    assert.doesNotMatch(last, /Clinician 062|Next/)
  })

  test('filters the roster by kind of care and by name, in the address, for every page of it', async () => {
    const place = `/locations/${full.uuid}`
    const page = await readPage(`${place}?care=internist&name=clin`)
    assert.equal(page.match(/<li><a href="\/providers/g)?.length, 25)
    assert.match(page, /<option value="internist" +selected>/)
    assertHas(page, ['value="clin"', 'href="/locations/'])
    assert.doesNotMatch(page, /Clinician 001/)
    const text = await readText(`${place}?care=internist&name=01+CLÍNICIAN`)
    assertHas(text, ['3 of 120 clinicians fit. Show all', 'Clinician 012'])
    const paged = await readPage(`${place}?name=clinician&page=2`)
    assertHas(paged, [`href="${place}?name=clinician&amp;page=3#roster"`, 'value="clinician"'])
    assertHas(await readText(`${place}?care=dentist`), ['No clinician here fits this filter. Show all'])
    const spanish = await readPage(`/es${place}?care=internist`)
    assertHas(spanish, ['Internista</h3>', `href="${place}?care=internist"`])
  })

  for (const query of ['care=a&care=b', 'name=a%00b', `name=${'x'.repeat(65)}`])
    test(`?${query.slice(0, 20)} is an error in place, above the whole roster`, async () => {
      const text = await readText(`/locations/${full.uuid}?${query}`)
      assertHas(text, ['care and name must be one text each', '1 to 25 of 120'])
    })

  test('with 1,000 clinicians has only those of one page', async () => {
    const page = await readPage(`/locations/${full.hostileUuid}`)
    assert.equal(page.match(/<li><a href="\/providers/g)?.length, 25)
    assert.ok(page.length < 100_000, `${page.length}`)
  })

  for (const page of ['0', '6', '-1', 'x', '1e9', '99999999999'])
    test(`?page=${page} is an error in place, above the first page`, async () => {
      const text = await readText(`/locations/${full.uuid}?page=${page}`)
      assertHas(text, ['page must be an integer between 1 and 5.', 'Clinician 004'])
    })

  test('redirects from a former identifier, in the same language', async () => {
    for (const prefix of ['', '/es']) {
      const moved = await fetchPage(`${prefix}/locations/${small.former.succeeded}`)
      assert.deepEqual(
        [moved.status, moved.headers.get('location')],
        [301, `${prefix}/locations/${small.uuid}`],
      )
    }
  })
})

describe('a record without a card', () => {
  for (const [path, status, expected] of [
    [`/providers/${small.unknown}`, 404, 'do not contain this NPI'],
    ['/providers/123', 400, 'This is not an NPI'],
    [`/providers/${'9'.repeat(90)}`, 400, 'This is not an NPI'],
    ['/providers/%00', 400, 'This is not an NPI'],
    ['/providers/__proto__', 400, 'This is not an NPI'],
    [`/locations/${'f'.repeat(90)}`, 400, 'This is not the address of a place'],
    [`/providers/${small.deactivated}`, 410, 'deactivated this NPI on Mar 1, 2025'],
    [`/providers/${small.deactivatedSilently}`, 410, 'it does not say when'],
    [`/providers/${small.deactivatedSilently}`, 410, 'As in the registry data of Nov 9, 2026.'],
    [`/providers/${small.organization}`, 404, 'is an organization'],
    [`/providers/${small.outside}`, 404, 'outside the regions of this directory'],
    ['/locations/x', 400, 'This is not the address of a place'],
    ['/locations/99999999-9999-5999-8999-999999999999', 404, 'This place is not known here'],
    [`/locations/${small.former.left}`, 410, 'No clinician has been registered at this place'],
    [`/locations/${small.former.moved}`, 410, 'The current place of the organization'],
    [`/es/providers/${small.deactivated}`, 410, 'El registro desactivó este NPI el 1 mar 2025'],
  ] as const)
    test(`${path} has a page that says what is known, with ${status}`, async () => {
      const response = await fetchPage(path)
      assert.equal(response.status, status)
      assert.equal(response.headers.get('cache-control'), 'no-store')
      assert.equal(response.headers.get('x-robots-tag'), 'noindex')
      assertHas(await readText(path), [expected])
    })

  test('links to the places of an organization by their names and addresses, of many only to the first', async () => {
    assertHas(await readPage(`/providers/${small.organization}`), [`href="/locations/${small.uuid}"`])
    assertHas(await readText(`/providers/${small.organization}`), [
      'Heart Clinic 110 Lockwood Street Providence, RI 02903',
    ])
    assertHas(await readText(`/providers/${full.organization}`), ['BAY HEART GROUP LLC', '14 more places'])
  })

  test('is 503 without a snapshot', async () => {
    await using empty = await runServer({}, { published: false })
    for (const path of [`/providers/${small.npi}`, `/compare?npi=${small.npi}`])
      assert.equal((await fetch(empty.url + path)).status, 503)
    assert.equal((await fetch(`${empty.url}/saved`)).status, 200)
  })
})

describe('text of a source', () => {
  for (const path of [
    `/providers/${full.hostileNpi}`,
    `/providers/${full.hostileNpi}?plan=${encodeURIComponent(hostile)}`,
    `/providers/${full.hostileNpi}?plan=evil`,
    `/compare?npi=${full.hostileNpi}&npi=${encodeURIComponent(hostile)}&plan=evil`,
    `/providers/${encodeURIComponent(hostile)}`,
    `/providers/${full.organization}`,
    `/locations/${full.hostileUuid}`,
    `/locations/${full.hostileUuid}?care=${encodeURIComponent(hostile)}&name=${encodeURIComponent(hostile)}`,
    `/es/locations/${full.hostileUuid}?page=20`,
  ])
    test(`stays text at ${path.slice(0, 50)}`, async () => {
      const page = await readPage(path)
      assert.doesNotMatch(page, /<img/)
      assert.ok(!page.includes(endOfScript) && !page.includes(`<script>document`))
    })
})

/** The JSON-LD of a page. */
const readData = async (path: string) => {
  const [, json = ''] = /<script type="application\/ld\+json">(.*)<\/script>/.exec(await readPage(path)) ?? []
  return JSON.parse(json) as Readonly<Record<string, unknown>>
}

describe('JSON-LD', () => {
  test('describes a physician with what the card states', async () => {
    const data = await readData(`/providers/${full.npi}`)
    const { '@type': type, name, telephone, isAcceptingNewPatients, url } = data
    assert.deepEqual(
      [type, name, telephone, isAcceptingNewPatients, url],
      ['Physician', 'Ana Reyes, MD', '+14015550100', true, `${server.url}/providers/${full.npi}`],
    )
  })

  test('describes a clinician of another or no known profession as a person', async () => {
    const data = await readData(`/providers/${full.bare}`)
    assert.equal(data['@type'], 'Person')
    assert.ok(!('isAcceptingNewPatients' in data) && !('gender' in data))
  })

  test('describes a place', async () => {
    const { '@type': type, legalName } = await readData(`/locations/${full.uuid}`)
    assert.deepEqual([type, legalName], ['MedicalClinic', 'BAY HEART GROUP LLC'])
  })

  test('keeps the name of a record that would end the script', async () => {
    const place = await readData(`/locations/${full.hostileUuid}`)
    assert.equal(place['name'], `Evil ${hostile}${endOfScript}`)
    assert.equal((await readData(`/providers/${full.hostileNpi}`))['name'], `Eve ${hostile}${endOfScript}`)
  })
})

describe('search engines', () => {
  test('may not list records by default', async () => {
    for (const path of [`/providers/${full.npi}`, `/locations/${full.uuid}`, '/compare', '/saved'])
      assert.equal((await fetchPage(path)).headers.get('x-robots-tag'), 'noindex', path)
  })

  test('may list records, but no page with a query, if INDEX_RECORDS is on', async () => {
    await using indexed = await runServer({ INDEX_RECORDS: 'on' }, options)
    const robots = async (path: string) => (await fetch(indexed.url + path)).headers.get('x-robots-tag')
    assert.equal(await robots(`/providers/${full.npi}`), null)
    assert.equal(await robots(`/es/locations/${full.uuid}`), null)
    for (const path of [
      `/providers/${full.npi}?plan=cigna`,
      '/compare',
      '/saved',
      `/providers/${small.unknown}`,
    ])
      assert.equal(await robots(path), 'noindex', path)
  })
})

const pathOf = (count: number) =>
  `/compare?${Array.from({ length: count }, (_, index) => `npi=${2_000_000_000 + index}`).join('&')}`

describe('the comparison', () => {
  test('shows two clinicians side by side, with dates', async () => {
    const text = await readText(`/compare?npi=${full.npi}&npi=${small.npi}&plan=medicare`)
    assertHas(text, [
      'Ana Reyes, MD',
      'Marta Oliveira, MD',
      'Accepts new patients Oct 1, 2026, office survey',
      'Medicare: listed on Oct 31, 2026 by the plan network file.',
      'Medicare: listed by the plan network file; the date is not known.',
      'Bay Heart Group',
    ])
  })

  for (const [path, label, copy] of [
    ['/compare', 'The same cards over the API', 'Copy: The same cards over the API'],
    ['/es/compare', 'Las mismas fichas por la API', 'Copiar: Las mismas fichas por la API'],
  ] as const)
    test(`${path} has the API request of each card, and none for an NPI without a card`, async () => {
      const page = await readPage(`${path}?npi=${full.npi}&npi=${small.deactivated}&npi=${small.npi}`)
      assertHas(page, [label])
      assert.ok(page.includes(`aria-label="${copy}"`))
      const requested = Array.from(page.matchAll(/\/v1\/providers\/(\d+)/g), ([, npi]) => npi)
      assert.deepEqual(requested, [full.npi, small.npi])
      assert.doesNotMatch(await readPage(path), /\/v1\//)
    })

  test('says why an NPI has no card, and keeps the others', async () => {
    const text = await readText(`/compare?npi=${full.npi}&npi=${small.deactivated}`)
    assertHas(text, ['Ana Reyes, MD', `NPI ${small.deactivated}`, 'deactivated'])
  })

  for (const query of ['npi=123', `npi=${full.npi}&npi=${small.npi}&npi=${full.bare}&npi=${full.hostileNpi}`])
    test(`?${query.slice(0, 40)} is an error in place`, async () => {
      const text = await readText(`/compare?${query}`)
      assertHas(text, ['npi may be sent at most three times, each with ten digits.'])
      assert.doesNotMatch(text, /Eve/)
    })

  test('with hundreds of clinicians shows three, and says that these are the most', async () => {
    assert.equal((await fetchPage(pathOf(1000))).status, 414)
    const page = await readPage(pathOf(250))
    assertHas(page, ['npi may be sent at most three times'])
    assert.equal(page.match(/<th scope="col"/g)?.length, 4)
  })

  test('without clinicians asks for them', async () => {
    assertHas(await readText('/compare'), ['Choose clinicians on their pages, or enter an NPI.'])
  })
})

test('the page of saved records is the same for every user, in both languages', async () => {
  assertHas(await readText('/saved'), ['Nothing about it is sent to the server'])
  assertHas(await readText('/es/saved'), ['No se envía nada de ella al servidor'])
})

test('the log has neither the plan that a user checks nor the clinicians that a user compares', async () => {
  const lines: string[] = []
  const log = pino({ level: 'trace' }, { write: (line: string) => lines.push(line) })
  await using logged = await runServer({ ACCESS_LOG: 'on', LOG_QUERIES: 'on' }, { ...options, log })
  for (const path of [`/providers/${full.npi}?plan=ocean`, `/compare?npi=${full.npi}`])
    assert.equal((await fetch(logged.url + path)).status, 200)
  await logged.close()
  assert.ok(lines.some((line) => line.includes('/providers/:npi')))
  assert.doesNotMatch(lines.join(''), new RegExp(`ocean|${full.npi}`))
})

test('every page of a record counts as a public request', async () => {
  await using limited = await runServer({ RATE_LIMITS: 'on' }, options)
  const paths = [`/providers/${full.npi}`, `/es/locations/${full.uuid}`, '/compare', '/saved']
  for (let count = 0; count < policies.public.limit; count++)
    assert.equal((await fetch(limited.url + paths[count % paths.length]!)).status, 200)
  for (const path of paths) assert.equal((await fetch(limited.url + path)).status, 429)
})
