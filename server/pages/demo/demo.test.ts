/** The demo over HTTP: complete pages that work without scripts. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { runServer } from '../../running.fixture.ts'
import { small } from '../../small-directory.fixture.ts'
import {
  clinicians,
  cliniciansWithManyPayers,
  planted,
  publishDemoDirectory,
} from './demo-directory.fixture.ts'

const server = await runServer({}, { publish: publishDemoDirectory })
after(() => server[Symbol.asyncDispose]())

const near = 'q=heart+doctor&place=02903'

async function open(query: string, path = '/demo') {
  const response = await fetch(`${server.url}${path}${query === '' ? '' : `?${query}`}`)
  return { status: response.status, headers: response.headers, text: await response.text() }
}

/** The text of a page or of a part of it, on one line. */
function textOf(html: string): string {
  return unescape(html.replaceAll(/<[^>]*>/g, ' '))
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/(?<=\() | (?=[).,])/g, '')
}

function unescape(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
}

/** The path of the link with this text or label. */
function linkOf(html: string, label: string): string {
  const links = Array.from(
    html.matchAll(/<a\b([^>]*)>([^]*?)<\/a\s*>/g),
    ([, attributes = '', content = '']) => ({
      path: unescape(/href="([^"]*)"/.exec(attributes)?.[1] ?? ''),
      label: unescape(/aria-label="([^"]*)"/.exec(attributes)?.[1] ?? textOf(content)).trim(),
    }),
  )
  const link = links.find((candidate) => candidate.label === label)
  assert.ok(link, `no link "${label}" among ${links.map((other) => other.label).join(' | ')}`)
  return link.path
}

/** The command of the API request that the page shows. */
function commandOf(html: string): string {
  const [block = ''] = /<pre[^]*?<\/pre>/.exec(html) ?? []
  return textOf(block.replaceAll(/<\/?span[^>]*>/g, ''))
}

/** The NPIs in the order of the list. */
const npisOf = (html: string) => Array.from(html.matchAll(/data-npi="(\d+)"/g), ([, npi = '']) => npi)
const answerOf = (html: string) => html.slice(html.indexOf('id="answer"'))

test('before a search, the page has the form and examples, and may be indexed', async () => {
  const { status, headers, text } = await open('')
  assert.equal(status, 200)
  assert.match(text, /<form[^>]*\baction="\/demo"/)
  assert.equal(linkOf(text, 'ringing in ears'), '/demo?q=ringing+in+ears')
  assert.equal(headers.get('x-robots-tag'), null)
})

test('control characters of a request are not in its page', async () => {
  for (const query of ['q=knee%01%1b', 'q=%00', 'place=%01x', 'kind=%01', 'plan=%01', '%01=1']) {
    const { text } = await open(`?${query}`)
    assert.doesNotMatch(text, /(?![\t\n\f\r])\p{Cc}/u, query)
  }
})

test('a search lists the clinicians with number, address, telephone, directions, dates and payers', async () => {
  const { status, headers, text } = await open(near)
  assert.equal(status, 200)
  assert.equal(headers.get('x-robots-tag'), 'noindex')
  assert.equal(headers.get('cache-control'), 'no-store')
  assert.deepEqual(new Set(npisOf(text)), new Set(clinicians.slice(0, 10).map(({ npi }) => npi)))
  const [first = ''] = text.split('class="result"').slice(1)
  const [ana] = clinicians
  assert.match(first, /data-latitude="41\.82" *\n? *data-longitude="-71\.41"/)
  assert.ok(first.includes(`href="/providers/${ana!.npi}"`))
  assert.ok(first.includes('href="tel:+14015550100"'))
  assert.ok(first.includes('https://www.google.com/maps/dir/?api=1&amp;destination=110+Lockwood+Street'))
  const shown = textOf(first)
  for (const part of [
    '1',
    'Ana Costa, MD',
    'Cardiologist',
    '110 Lockwood Street, Providence, RI 02903',
    '(401) 555-0100',
    'New patients accepted (Nov 2, 2026)',
    'Languages English, Spanish',
    'A payer that is not named here may still cover the visit: ask the office.',
  ])
    assert.ok(shown.includes(part), `${part} in ${shown}`)
  assert.ok(textOf(text).includes('Medicare (Oct 31, 2026)'))
  assert.ok(textOf(text).includes('Registry of Nov 9, 2026'))
})

test('the list and the page of a clinician have the same words for the gender and for telehealth', async () => {
  for (const [prefix, gender, wish, telehealth] of [
    ['', 'Gender Female', 'heart doctor by telehealth', 'Telehealth'],
    ['/es', 'Género Femenino', 'cardiologo por telesalud', 'Telesalud'],
  ] as const) {
    const query = new URLSearchParams({ q: wish, place: '02903' }).toString()
    const list = textOf((await open(query, `${prefix}/demo`)).text)
    const card = textOf((await open('', `${prefix}/providers/${clinicians[0]!.npi}`)).text)
    for (const text of [list, card])
      for (const word of [gender, telehealth]) assert.ok(text.includes(word), `${word} in ${text}`)
  }
})

describe('"open now" in the list', () => {
  for (const [time, path, words] of [
    ['2026-11-10T15:00:00Z', '/demo', 'Open now · until 5:00 PM'],
    ['2026-11-10T23:00:00Z', '/demo', 'Closed now'],
    ['2026-11-10T15:00:00Z', '/es/demo', 'Abierto ahora · hasta las 5:00 p.m.'],
  ] as const)
    test(`is "${words}" at ${time} for records with hours only`, async () => {
      const options = { publish: publishDemoDirectory, clock: () => new Date(time) }
      await using timed = await runServer({}, options)
      for (const [query, recordWithHours] of [
        [near, clinicians[0]!.npi],
        ['place=02903&kind=places', small.uuid],
      ] as const) {
        const text = await (await fetch(`${timed.url}${path}?${query}`)).text()
        const items = text.split('class="result"').slice(1)
        assert.ok(items.length > 1)
        for (const item of items)
          if (item.includes(recordWithHours)) assert.ok(textOf(item).includes(words), textOf(item))
          else assert.doesNotMatch(textOf(item), /(?:open|closed) now|(?:abierto|cerrado) ahora/i)
        assert.ok(text.includes(recordWithHours))
      }
    })
})

test('pages are links, and the numbers go on', async () => {
  const { text } = await open(near)
  const path = linkOf(text, 'Next page')
  assert.equal(path, '/demo?q=heart+doctor&place=02903&offset=10')
  const second = (await open(path.split('?')[1]!)).text
  assert.equal(npisOf(second).length, 3)
  assert.match(second, /<ol id="results" start="11">/)
  assert.equal(linkOf(second, 'Previous page'), '/demo?q=heart+doctor&place=02903')
})

describe('what was understood', () => {
  const question = 'female heart doctor who speaks Spanish and takes Medicare near Providence, RI'

  test('has a chip for the distance in the question, whose link removes it with the place', async () => {
    const q = 'heart doctor within ten miles of Providence, RI'
    const { text } = await open(new URLSearchParams({ q }).toString())
    assert.equal(linkOf(text, 'Remove: Within 10 mi of Providence, RI'), '/demo?q=heart+doctor')
  })

  test('has chips for each wish, and says which filter and which change the order', async () => {
    const shown = textOf(answerOf((await open(new URLSearchParams({ q: question }).toString())).text))
    const [filters = '', need = '', weighs = '', unapplied = ''] = shown
      .split(/Filters|Searched for|Changes the order|Not applied/)
      .slice(1)
    assert.match(filters, /Within 25 mi of Providence, RI/)
    assert.match(need, /cardiology/)
    for (const part of ['A woman', 'Speaks Spanish']) assert.ok(weighs.includes(part), `${part} in ${weighs}`)
    assert.match(unapplied, /Medicare[^]*A payer in the question filters nothing/)
  })

  for (const [label, rest] of [
    ['A woman', 'heart doctor who speaks Spanish and takes Medicare near Providence, RI'],
    ['Speaks Spanish', 'female heart doctor and takes Medicare near Providence, RI'],
    ['Within 25 mi of Providence, RI', 'female heart doctor who speaks Spanish and takes Medicare'],
    ['Medicare', 'female heart doctor who speaks Spanish near Providence, RI'],
    ['cardiology', 'female who speaks Spanish and takes Medicare near Providence, RI'],
  ] as const)
    test(`the chip "${label}" is removed with its words`, async () => {
      const { text } = await open(new URLSearchParams({ q: question }).toString())
      const path = linkOf(text, `Remove: ${label}`)
      assert.equal(new URLSearchParams(path.split('?')[1]).get('q'), rest)
      const shown = textOf(answerOf((await open(path.split('?')[1]!)).text)).split('Results 1')[0]!
      assert.ok(!shown.includes(label), shown)
    })

  for (const [q, label, rest] of [
    ['cardiologo en Providence, RI', 'Cardiólogo', 'en Providence, RI'],
    ['dentista en Providence, RI', 'Dentista', 'en Providence, RI'],
    ['heart doctor in Providence, RI', 'Cardiólogo', 'in Providence, RI'],
  ] as const)
    test(`the kind of care of "${q}" is Spanish on the Spanish page`, async () => {
      const { text } = await open(new URLSearchParams({ q }).toString(), '/es/demo')
      const [folded = ''] = /<details class="understood"[^]*?<\/summary>/.exec(text) ?? []
      assert.ok(textOf(folded).includes(label), folded)
      assert.doesNotMatch(folded, /lang="en"/)
      const path = linkOf(text, `Quitar: ${label}`)
      assert.equal(new URLSearchParams(path.split('?')[1]).get('q'), rest)
    })

  test('a kind of care without a Spanish name is marked as English', async () => {
    const { text } = await open('q=quiero+dejar+el+cigarro', '/es/demo')
    assert.match(text, /<li><span lang="en">tobacco cessation<\/span>/)
  })

  for (const [q, label, rest] of [
    ['heart doctor by telehealth', 'Telehealth', 'heart doctor'],
    ['heart doctor accepting new patients', 'Accepts new patients', 'heart doctor'],
  ] as const)
    test(`the chip "${label}" is removed, and the list is that of the other words`, async () => {
      const { text } = await open(new URLSearchParams({ q }).toString())
      const path = linkOf(text, `Remove: ${label}`)
      assert.equal(new URLSearchParams(path.split('?')[1]).get('q'), rest)
      const remaining = (await open(path.split('?')[1]!)).text
      assert.doesNotMatch(remaining, new RegExp(`aria-label="Remove: ${label}"`))
      assert.deepEqual(npisOf(remaining), npisOf((await open(`q=${rest}`)).text))
    })

  test('a payer of the question can become a filter, and is then a chip that can be removed', async () => {
    const { text } = await open(new URLSearchParams({ q: 'heart doctor who takes Medicare' }).toString())
    const path = linkOf(text, 'Show only clinicians that Medicare lists')
    const filtered = (await open(path.split('?')[1]!)).text
    const listed = clinicians.filter(({ carriers }) => carriers.some(({ code }) => code === 'MEDICARE'))
    assert.deepEqual(new Set(npisOf(filtered)), new Set(listed.map(({ npi }) => npi)))
    assert.equal(linkOf(filtered, 'Remove: Listed by Medicare'), '/demo?q=heart+doctor+who+takes+Medicare')
  })

  test('the same words can be searched without their meaning', async () => {
    const { text } = await open('q=cardioligist')
    assert.match(textOf(text), /Searched as cardiologist/)
    const exact = (await open(linkOf(text, 'Search for exactly these words').split('?')[1]!)).text
    assert.equal(linkOf(exact, 'Remove: Words only'), '/demo?q=cardioligist')
  })
})

describe('a place', () => {
  for (const [place, parameters] of [
    ['02903', 'zip=02903'],
    ['Providence, RI', 'lat=41.823&lng=-71.419'],
    ['providence', 'lat=41.823&lng=-71.419'],
    ['41.82, -71.41', 'lat=41.82&lng=-71.41'],
    ['Rhode Island', 'lat=41.829&lng=-71.425&radius_miles=7'],
  ] as const)
    test(`"${place}" becomes a position of the API request`, async () => {
      const { status, text } = await open(new URLSearchParams({ q: 'heart doctor', place }).toString())
      assert.equal(status, 200)
      const command = commandOf(text)
      assert.ok(command.includes(`/v1/providers?q=heart+doctor&${parameters}'`), command)
    })

  for (const [path, sentence, label] of [
    ['/demo', 'is not known, so the results are not limited to it.', 'Change the place'],
    ['/es/demo', 'así que los resultados no se limitan a él.', 'Cambiar el lugar'],
  ] as const)
    test(`that is not known is named on ${path}, and the search runs without it`, async () => {
      const place = `${planted}ville`
      const query = new URLSearchParams({ q: 'heart doctor', place, radius_miles: '25' }).toString()
      const { status, text } = await open(query, path)
      assert.equal(status, 200)
      const shown = textOf(answerOf(text))
      assert.ok(shown.includes(`“${place}”`) && shown.includes(sentence), shown)
      assert.equal(linkOf(text, label), '#place')
      assert.equal(npisOf(text).length, 10)
      assert.match(text, /name="q"[^>]*value="heart doctor"/)
      assert.match(text, /name="place"[^>]*value="&lt;img/)
      assert.ok(commandOf(text).includes(`/v1/providers?q=heart+doctor'`), commandOf(text))
      assert.ok(!text.includes('<img'))
    })

  for (const [radius, miles] of [
    ['', 7],
    ['5', 7],
    ['50', 50],
  ] as const)
    test(`that is not known is searched by its state, with a radius of "${radius}"`, async () => {
      const place = 'Nowhereville, Rhode Island'
      const query = new URLSearchParams({ q: 'heart doctor', place, radius_miles: radius }).toString()
      const { status, text } = await open(query)
      assert.equal(status, 200)
      assert.match(
        textOf(answerOf(text)),
        /The place “Nowhereville, Rhode Island” is not known, so the results are for Rhode Island\./,
      )
      assert.ok(linkOf(text, `Remove: Within ${miles} mi of Rhode Island`))
      assert.match(
        commandOf(text),
        new RegExp(`lat=41\\.829&lng=-71\\.425&radius_miles=${miles}'|radius_miles=${miles}&lat=`),
      )
    })

  test('that is not known is an error if there is nothing else to search for, with the form as it was', async () => {
    const { status, text } = await open(`place=${encodeURIComponent(`${planted}ville`)}`)
    assert.equal(status, 400)
    assert.ok(textOf(text).includes(`The place “${planted}ville” is not known. Check its spelling`))
    assert.match(text, /name="place"[^>]*value="&lt;img/)
    assert.ok(!text.includes('<img'))
  })
})

/** The answers on the cards of the first clinician, whom no payer lists, and of the second, whom two list. */
async function answersTo(query: string, path = '/demo'): Promise<readonly string[]> {
  const { text } = await open(`${near}&${query}`, path)
  assert.doesNotMatch(textOf(text), /out of network|fuera de la red/i)
  return clinicians.slice(0, 2).map(({ npi }) => {
    const [card = ''] = text.split(`data-npi="${npi}"`)[1]?.split('data-npi=') ?? []
    const notes = Array.from(card.matchAll(/<p class="verdict[^]*?<\/p>/g), ([note]) => textOf(note))
    return notes.join(' ').trim()
  })
}

describe('"Is this clinician in my plan?"', () => {
  for (const [query, first, second] of [
    [
      'plan=medicare',
      /^Medicare: not found in the file of Oct 31, 2026\./,
      /^Medicare: listed on Oct 31, 2026 by the plan network file\./,
    ],
    ['plan=62308', /^Cigna: no file of this plan is held as of Nov 9, 2026\./, /^Cigna: no file of/],
    [
      'plan=Quillmark+Gold',
      /^Quillmark 399: no file of this plan is held as of Nov 9, 2026\./,
      /^Quillmark 399: no file of/,
    ],
    [
      'plan=Nowhere',
      /^The name “Nowhere” is not known here ?, so this directory cannot check it\./,
      /^The name “Nowhere” is not known/,
    ],
    [
      'plan=medicare&carriers=PLANTED',
      /^$/,
      /^Medicare: listed on Oct 31[^]*Health: listed by the plan network file; the date is not known/,
    ],
  ] as const)
    test(`is answered on every card for ${query}`, async () => {
      const answers = await answersTo(query)
      assert.match(answers[0]!, first)
      assert.match(answers[1]!, second)
    })

  test('is answered for the payers that filter, and for those of the question', async () => {
    const { text } = await open(`${near}&carriers=MEDICARE`)
    assert.equal(text.match(/class="verdict listed"/g)?.length, npisOf(text).length)
    const named = (await open(new URLSearchParams({ q: 'heart doctor who takes Medicare' }).toString())).text
    assert.equal(named.match(/class="verdict/g)?.length, npisOf(named).length)
  })

  test('is answered in Spanish', async () => {
    const [first] = await answersTo('plan=medicare', '/es/demo')
    assert.match(first!, /^Medicare: no se encontró en el archivo del 31 oct 2026\./)
  })

  test('is a link to the field of the plan while no plan is named', async () => {
    const { text } = await open(near)
    assert.equal(text.match(/<a href="#plan">Is this clinician in my plan\?<\/a>/g)?.length, 10)
    assert.match(text, /<input\s+id="plan"/)
  })

  test('filters nothing, and says so; a link and a chip change that', async () => {
    const { text } = await open(`${near}&plan=medicare`)
    assert.match(textOf(text), /Answered for each result Plan: medicare × This filters nothing\./)
    assert.equal(linkOf(text, 'Remove: Plan: medicare'), `/demo?${near}`)
    const filter = linkOf(text, 'Show only clinicians that Medicare lists')
    assert.equal(filter, `/demo?${near}&plan=medicare&carriers=MEDICARE`)
    const filtered = (await open(filter.split('?')[1]!)).text
    assert.match(textOf(filtered), /may still take your plan/)
    assert.match(filtered, /<input type="hidden" name="carriers" value="MEDICARE" \/>/)
  })

  test('asks for more of a name that fits many payers', async () => {
    const { text } = await open(`${near}&plan=quillmark`)
    assert.match(textOf(text), /397 more payers fit\. Type more of the name\./)
  })

  test('is not sent to the API', async () => {
    const { text } = await open(`${near}&plan=medicare`)
    const command = commandOf(text)
    assert.ok(command.includes(`/v1/providers?q=heart+doctor&zip=02903'`), command)
  })
})

test('the API request of the view returns the same clinicians', async () => {
  const { text } = await open(`${near}&carriers=MEDICARE&radius_miles=5`)
  const command = commandOf(text)
  const url = /'(http[^']+)'/.exec(command)?.[1] ?? ''
  const { data } = (await (await server.get(url.slice(server.url.length))).json()) as {
    data: { npi: string }[]
  }
  assert.deepEqual(
    npisOf(text),
    data.map(({ npi }) => npi),
  )
})

test('places of care are searched too, and payers are not applied to them', async () => {
  const { text } = await open('q=hospital&kind=places&carriers=MEDICARE')
  assert.match(text, /data-location="[^"]+"/)
  assert.match(textOf(text), /your plan is not applied here/)
  assert.match(textOf(text), /\/v1\/locations\?q=hospital'/)
})

describe('notices', () => {
  test('an emergency comes first on the page, as an alert with a link that calls', async () => {
    const { text } = await open('q=crushing+chest+pain+and+cannot+breathe')
    const alert =
      /<main[^>]*>[^]{0,60}<div class="note wrong" role="alert">[^]*?<\/div>/.exec(text)?.[0] ?? ''
    assert.ok(alert.includes('href="tel:911"'))
    assert.ok(!alert.includes('<form'))
    assert.ok(!answerOf(text).includes('role="alert"'))
  })

  for (const [path, weak, shortened] of [
    ['/demo', /Weak matches were left out\./, /Some records were shortened to fit the response\./],
    ['/es/demo', /Se omitieron las coincidencias débiles\./, /Algunos registros se acortaron/],
  ] as const) {
    test(`${path} says that weak matches were left out, and only then`, async () => {
      assert.match(textOf((await open('q=ana+costa', path)).text), weak)
      assert.doesNotMatch(textOf((await open('q=heart+doctor', path)).text), weak)
    })

    test(`${path} says that records were shortened, and only then`, async () => {
      await using bounded = await runServer(
        { RESPONSE_BUDGET_BYTES: '65536' },
        {
          publish: (dataDir, generation) =>
            publishDemoDirectory(dataDir, generation, cliniciansWithManyPayers),
        },
      )
      assert.match(textOf(await (await fetch(`${bounded.url}${path}?${near}`)).text()), shortened)
      assert.doesNotMatch(textOf((await open(near, path)).text), shortened)
    })
  }

  test('near me without a place, the page says that no position was given; with a place, it does not', async () => {
    assert.match(textOf((await open('q=heart+doctor+near+me')).text), /No position was given/)
    assert.doesNotMatch(
      textOf((await open('q=heart+doctor+near+me&place=02903')).text),
      /No position was given/,
    )
  })

  test('outside the served regions, the page says so', async () => {
    const { text } = await open('q=heart+doctor&place=90210')
    assert.match(textOf(text), /does not serve this area/)
    assert.match(textOf(text), /No results/)
  })
})

test('without results, the page says why and links to similar searches', async () => {
  const { text } = await open('q=heart+doctor&place=02860&radius_miles=0.5&carriers=62308')
  assert.match(textOf(text), /No clinician that the chosen payers list matches/)
  assert.equal(linkOf(text, 'Search without the payers'), '/demo?q=heart+doctor&place=02860&radius_miles=0.5')
  assert.match(linkOf(text, 'Search within 5 miles'), /radius_miles=5&/)
  assert.match(linkOf(text, 'Search places of care instead'), /kind=places/)
  assert.ok(!text.includes('id="show-map"'))
  assert.ok((await open(near)).text.includes('id="show-map"'))
})

test('without results for a name of a clinician, no step leads to places of care', async () => {
  for (const query of ['q=dr+Zyxwvut+Qwertson', 'last_name=qwertson']) {
    const { text } = await open(query)
    assert.match(textOf(text), /No results/)
    assert.doesNotMatch(text, /Search places of care instead|What to try next/)
  }
})

/** The tag and the summary of the rest of the form; the first group is `open` if it is open. */
const fold = async (query: string) =>
  /<details\s+id="options"[^>]*?(open)?\s*>\s*<summary>([^]*?)<\/summary>/.exec((await open(query)).text) ??
  []

test('the place, the plan and the radius are folded into one line after a search, and open after an error', async () => {
  const [, folded, line = ''] = await fold(`${near}&plan=medicare&radius_miles=10`)
  assert.equal(folded, undefined)
  assert.equal(textOf(line).trim(), 'Near 02903 · medicare · 10 miles')
  for (const query of ['', 'place=Nowhereville']) assert.equal((await fold(query))[1], 'open')
})

describe('bad input is an error of the API, in place', () => {
  /** By the sentence for people in both languages: the queries, and what the API says about each. */
  for (const [plain, spanish, messages] of [
    [
      'Write what you need',
      'Escriba lo que necesita',
      {
        'q=a': 'q must be 2 to 512 characters',
        'q=%ff': 'percent-encoded',
        'q=heart&q=lung': 'must be sent once',
      },
    ],
    [
      'Write what you need, or where',
      'Escriba lo que necesita o dónde',
      { 'carriers=MEDICARE': 'Send q, a name or a position' },
    ],
    [
      'No such radius',
      'No existe ese radio',
      { 'q=heart&radius_miles=x&place=02903': 'radius_miles must be a decimal number' },
    ],
    [
      'No such ZIP code. Check it, or type a town',
      'No existe ese código postal',
      { 'q=heart&place=00000': 'zip must be a ZIP code with a known area' },
    ],
    [
      'The place “Nowhereville” is not known',
      'No se conoce el lugar “Nowhereville”',
      { 'place=Nowhereville': 'place must be a ZIP code, a known town' },
    ],
    [
      'Type only a ZIP code, or a town with its state',
      'Escriba solo un código postal',
      {
        [`q=heart&place=${'w'.repeat(65)}`]: 'place must be one text of at most 64 characters',
        'q=heart&place=02903&place=02904': 'place must be one text',
      },
    ],
    ['No such position', 'No existe esa posición', { 'q=heart&place=91,0': 'lat must be' }],
    [
      'No payer has this code',
      'Ninguna aseguradora tiene ese código',
      { 'q=heart&carriers=NOPE': 'unknown' },
    ],
    [
      'Type only the name of the plan',
      'Escriba solo el nombre del plan',
      { 'q=heart&plan=a&plan=b': 'plan must be one text' },
    ],
    [
      'has something that this search does not know',
      'tiene algo que esta búsqueda no conoce',
      {
        'q=heart&specialty=x': 'has no parameter',
        'q=heart&kind=x': 'kind must be one of clinicians, places',
      },
    ],
    [
      'The list does not go on so far',
      'La lista no llega tan lejos',
      { 'q=heart&offset=5000': 'offset + limit' },
    ],
  ] as const)
    for (const [query, message] of Object.entries(messages))
      test(`${query}, after a sentence for people in their language`, async () => {
        const page = await open(query)
        const pages = [
          [plain, page.text],
          [spanish, (await open(query, '/es/demo')).text],
        ] as const
        for (const [sentence, text] of pages) {
          const shown = textOf(answerOf(text))
          assert.ok(shown.includes(sentence) && shown.includes(message), shown)
          assert.ok(shown.indexOf(sentence) < shown.indexOf(message), shown)
        }
        assert.equal(page.status, 400)
        assert.match(page.text, /<form[^>]*id="search-form"|<form\s+id="search-form"/)
      })

  test('a place beyond its limit is not repeated, and its beginning stays in the form', async () => {
    const { text } = await open(`q=heart&place=${'w'.repeat(5000)}`)
    assert.match(text, /name="place"[^>]*value="w{64}"/)
    assert.ok(!textOf(text).includes('w'.repeat(65)))
  })
})

test('markup in a name, a town, a payer, a notice and the query stays text', async () => {
  const { text } = await open(new URLSearchParams({ q: `${planted} silva`, place: '02903' }).toString())
  assert.ok(!text.includes('<img'))
  assert.ok(text.includes('&lt;img'))
  assert.ok(textOf(text).includes(`${planted} Silva, MD`))
  assert.ok(textOf(text).includes(`${planted} Health`))
})

test('the form without scripts sends empty fields, which are left out', async () => {
  const { status, text } = await open('q=heart+doctor&place=&radius_miles=&kind=')
  assert.equal(status, 200)
  assert.equal(linkOf(text, 'Next page'), '/demo?q=heart+doctor&offset=10')
})

test('in Spanish, the page, its dates and its notices are Spanish, and both languages link to each other', async () => {
  const { text } = await open('q=dolor+en+el+pecho+muy+fuerte+y+no+puedo+respirar', '/es/demo')
  assert.match(text, /<html lang="es">/)
  assert.match(textOf(text), /Puede ser una emergencia\. Llame al 911/)
  assert.match(textOf(text), /Registro del 9 nov 2026/)
  assert.equal(linkOf(text, 'English'), '/demo?q=dolor+en+el+pecho+muy+fuerte+y+no+puedo+respirar')
  assert.match(text, /<a id="translation" data-part href="[^"]+" hreflang="en" lang="en"/)
  const clinician = clinicians[0]!.npi
  assert.ok((await open(near, '/es/demo')).text.includes(`href="/es/providers/${clinician}"`))
  const english = (await open(near)).text
  assert.equal(linkOf(english, 'Español'), `/es/demo?${near}`)
})

describe('on Spanish pages, notices have no English', () => {
  for (const [query, spanish] of [
    ['q=qwpoeiru+zxmnvb', /No se reconoció en la pregunta ninguna necesidad de atención/],
    ['q=1234567890', /El número 1234567890 no lleva a ningún resultado/],
    ['q=dr+Zyxwvut+Qwertson', /Aquí no figura ningún profesional con el nombre “/],
    ['q=cardiologo+en+Nowhereville,+RI', /La búsqueda no conoce el lugar/],
    ['q=acupunturista', /El directorio no tiene profesionales de este campo: “?"?acupunturista/],
    ['q=cardiologo+dentro+de+300+millas+de+02903', /La distancia máxima de una búsqueda es de 100 millas/],
    ['q=cardiologo+cerca+de+mi', /No se indicó ninguna posición/],
    ['q=cardiologo&carriers=62308', /El directorio no tiene listas de Cigna/],
    ['q=cardiologo+que+acepte+Medicare', /Los resultados no se limitan a la aseguradora/],
    ['q=cardiologo+en+Atlanta&place=02903', /cerca de ella y no de Atlanta, GA/],
    ['q=cardiologo&place=90210', /Este directorio no cubre/],
    ['q=me+quiero+matar', /Llamar al 988 \(línea de prevención del suicidio y crisis\)/],
    ['q=mi+hijo+tom%C3%B3+cloro', /Llamar al 1-800-222-1222 \(control de intoxicaciones\)/],
    ['q=mi+esposo+me+pega', /Llamar al 1-800-799-7233 \(línea nacional contra la violencia doméstica\)/],
  ] as const)
    test(query, async () => {
      const { text } = await open(query, '/es/demo')
      const notes = text.match(/<div class="note[^]*?<\/div>/g) ?? []
      assert.match(textOf(notes.join('')), spanish)
      assert.doesNotMatch(notes.join(''), /lang="en"/)
    })
})

test('the paths of the Spanish pages redirect to the Spanish demo', async () => {
  for (const path of ['/es', '/es/']) {
    const response = await fetch(server.url + path, { redirect: 'manual' })
    assert.deepEqual([response.status, response.headers.get('location')], [308, '/es/demo'])
  }
})

test('an unknown path below /es has a Spanish page, and any other an English one', async () => {
  const headers = { accept: 'text/html' }
  for (const path of ['/es/nada', '/es/demo/', '/es/demo/x']) {
    const response = await fetch(server.url + path, { headers })
    const text = await response.text()
    assert.equal(response.status, 404)
    assert.match(text, /<html lang="es">/)
    assert.match(textOf(text), /Página no encontrada/)
    assert.equal(linkOf(text, 'búsqueda'), '/es/demo')
    assert.doesNotMatch(textOf(text), /Page not found|start page/)
  }
  for (const path of ['/esx', '/nothing'])
    assert.match(
      await (await fetch(server.url + path, { headers })).text(),
      /<html lang="en">[^]*Page not found/,
    )
})

describe('a URL that is too long', () => {
  const long = `q=${'w'.repeat(9000)}`
  for (const [path, sentence] of [
    ['/demo', 'The address of this page is too long. Search again with the form.'],
    ['/es/demo', 'La dirección de esta página es demasiado larga. Busque de nuevo con el formulario.'],
  ] as const)
    test(`is an error in place at ${path} for a browser, and JSON for any other client`, async () => {
      const response = await fetch(`${server.url}${path}?${long}`, {
        headers: { accept: 'text/html,*/*;q=0.8' },
      })
      const text = await response.text()
      assert.equal(response.status, 414)
      assert.match(response.headers.get('vary') ?? '', /\baccept\b(?!-)/)
      assert.ok(textOf(answerOf(text)).includes(sentence), textOf(answerOf(text)))
      assert.match(text, /<form\s+id="search-form"/)
      assert.ok(text.length < 50_000, `${text.length} characters`)
      const json = await fetch(`${server.url}${path}?${long}`)
      assert.equal(json.headers.get('content-type'), 'application/json; charset=utf-8')
    })

  test('is a page of its language for a browser elsewhere', async () => {
    for (const [path, title] of [
      ['/providers/1003000126', 'This page is not available'],
      ['/es/compare', 'Esta página no está disponible'],
    ] as const) {
      const response = await fetch(`${server.url}${path}?${long}`, { headers: { accept: 'text/html' } })
      assert.equal(response.status, 414)
      assert.ok(textOf(await response.text()).includes(title))
    }
  })
})

test('the demo has its own limit, and an exceeded one is an error in place', async () => {
  await using limited = await runServer({ RATE_LIMITS: 'on' }, { publish: publishDemoDirectory })
  for (let sent = 0; sent < 30; sent++) {
    const { status, headers } = await fetch(`${limited.url}/demo?q=heart`)
    assert.equal(status, 200)
    assert.equal(headers.get('ratelimit-policy'), '"demo";q=30;w=60')
  }
  const response = await fetch(`${limited.url}/demo?q=heart`)
  assert.equal(response.status, 429)
  assert.ok(Number(response.headers.get('retry-after')) >= 1)
  const text = await response.text()
  assert.match(textOf(text), /Too many requests; try again in \d+ seconds/)
  assert.match(text, /name="q"[^>]*value="heart"/)
  assert.equal((await fetch(`${limited.url}/demo`)).status, 200)
})

test('without a snapshot, the page says that the service is not ready', async () => {
  await using empty = await runServer({}, { published: false })
  assert.equal((await fetch(`${empty.url}/demo`)).status, 200)
  const response = await fetch(`${empty.url}/demo?q=heart`)
  assert.equal(response.status, 503)
  assert.match(await response.text(), /id="search-form"/)
})
