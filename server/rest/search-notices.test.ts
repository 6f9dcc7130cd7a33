/** What a search returns beside its results: coverage, unresolved words and notices, over HTTP. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { LocationSearchEnvelope, ProviderSearchEnvelope } from '@careatlas/contract/envelopes'
import { runServer, type Running } from '../running.fixture.ts'
import { small } from '../small-directory.fixture.ts'

let server: Running
before(async () => {
  server = await runServer({
    CRISIS_CONTACT: '+1-800-555-0100 Help Line',
    POISON_CONTACT: '+1-800-555-0101 Poison Line',
  })
})
after(() => server[Symbol.asyncDispose]())

async function search(query: string) {
  const response = await server.get(`/v1/providers?${query}`)
  const text = await response.text()
  assert.equal(response.status, 200, text)
  return ProviderSearchEnvelope.parse(JSON.parse(text))
}

async function fetchErrorMessage(path: string): Promise<string> {
  const response = await server.get(path)
  assert.equal(response.status, 400)
  return ((await response.json()) as { error: { message: string } }).error.message
}

describe('coverage', () => {
  for (const [query, coverage] of [
    ['zip=02903&radius_miles=1', 'full'],
    ['zip=02903&radius_miles=100', 'partial'],
    ['lat=30.27&lng=-97.74', 'none'],
    ['q=dentist in Austin TX', 'none'],
    ['q=dentist in Texas', 'none'],
    ['q=dentist in TX', 'none'],
    ['q=Texas', 'none'],
    ['q=dr virginia smith', undefined],
    ['q=dentist', undefined],
  ] as const)
    test(`${query} has coverage ${coverage}`, async () => {
      const { meta, data } = await search(query)
      assert.equal(meta.coverage, coverage)
      const isOutside = meta.notices.some(({ kind }) => kind === 'outside_coverage')
      assert.equal(isOutside, coverage === 'none')
      if (isOutside) assert.deepEqual(data, [])
    })

  test('a place outside the served regions is still the position of the search', async () => {
    const { parameters } = await search('q=dentist in Austin TX')
    assert.deepEqual([parameters.geo?.label, parameters.geo?.source], ['Austin, TX', 'q'])
  })

  test('so is a state outside the served regions', async () => {
    const { parameters } = await search('q=dentist in Vermont')
    assert.deepEqual([parameters.geo?.label, parameters.geo?.source], ['Vermont', 'q'])
  })
})

describe('a distance in the query', () => {
  for (const [query, radius, source] of [
    ['q=heart doctor within ten miles of 02903', 10, 'q'],
    ['q=heart doctor within 50 miles of providence ri', 50, 'q'],
    ['q=cardiólogo a 5 millas de providence', 5, 'q'],
    ['q=heart doctor within 500 miles of 02903', 100, 'q'],
    ['q=heart doctor within ten miles&zip=02903', 10, 'zip'],
    ['q=heart doctor within ten miles of 02903&zip=02903&radius_miles=3', 3, 'zip'],
    ['q=heart doctor near 02903, I can walk 2 miles', 25, 'q'],
  ] as const)
    test(`${query} has the radius ${radius}`, async () => {
      const { parameters, meta } = await search(query)
      assert.deepEqual([parameters.geo?.radius_miles, parameters.geo?.source], [radius, source])
      assert.ok(!kindsOf(meta).includes('place_unresolved'))
    })

  for (const [distance, isReduced] of [
    ['two hundred miles', true],
    ['500 km', true],
    ['a hundred miles', false],
    ['ten miles', false],
  ] as const)
    test(`${distance} ${isReduced ? 'has a notice that it is reduced' : 'has no notice'}`, async () => {
      const { meta } = await search(`q=heart doctor within ${distance} of 02903`)
      assert.equal(
        textsOf(meta).some((text) => text.includes('within 100 miles, not')),
        isReduced,
      )
    })

  test('without a position has a notice that none was given', async () => {
    const { parameters, meta } = await search('q=heart doctor within ten miles')
    assert.equal(parameters.geo, undefined)
    assert.deepEqual(kindsOf(meta), ['place_unresolved'])
  })
})

describe('an unresolved part of the query', () => {
  test('an unknown place is returned as unresolved_place, without a position', async () => {
    const { parameters, meta } = await search('q=heart doctor near Zorbotown')
    assert.equal(parameters.unresolved_place, 'zorbotown')
    assert.equal(parameters.geo, undefined)
    assert.deepEqual(kindsOf(meta), ['place_unresolved'])
  })

  for (const [q, unresolved, text] of [
    ['heart doctor in Springfield', 'springfield', /^Several places may be meant.*Add its state/],
    ['heart doctor in 99999', '99999', /^The search does not know the place "99999"/],
    ['heart doctor in Emerald City', 'emerald city', /^The search does not know the place "emerald city"/],
    [
      'heart doctor in Gotham Heights',
      'gotham heights',
      /^The search does not know the place "gotham heights"/,
    ],
  ] as const)
    test(`${q} is unresolved, and the notice says what is missing`, async () => {
      const { parameters, meta } = await search(`q=${encodeURIComponent(q)}`)
      assert.equal(parameters.unresolved_place, unresolved)
      assert.deepEqual(kindsOf(meta), ['place_unresolved'])
      assert.match(meta.notices[0]?.text ?? '', text)
    })

  for (const q of [
    'heart doctor near me',
    'heart doctor nearby',
    'nearest heart doctor',
    'heart doctor close to my home',
    'cardiólogo cerca de mí',
    'cardiólogo cerca de donde vivo',
    'heart doctor in the area',
  ])
    test(`${q} without a position says that none was given, and how to give one`, async () => {
      const { parameters, meta, data } = await search(`q=${encodeURIComponent(q)}`)
      assert.deepEqual([parameters.geo, data[0]?.npi], [undefined, small.npi])
      assert.deepEqual(
        meta.notices.map(({ kind, severity }) => [kind, severity]),
        [['place_unresolved', 'warning']],
      )
      assert.match(meta.notices[0]?.text ?? '', /^No position was given.*Add a ZIP code/)
    })

  test('places of care near me without a position have the same notice', async () => {
    const response = await server.get('/v1/locations?q=heart near me')
    const { meta } = LocationSearchEnvelope.parse(await response.json())
    assert.match(textsOf(meta).join(' '), /No position was given/)
  })

  for (const query of [
    'q=heart doctor near me&zip=02903',
    'q=heart doctor near me&lat=41.82&lng=-71.41',
    'q=heart doctor near me in Providence, RI',
    'q=heart doctor near Providence, RI',
    'q=heart doctor',
    'q=heart pain in the area of my chest',
  ])
    test(`${query} has no such notice`, async () => {
      assert.ok(!kindsOf((await search(query)).meta).includes('place_unresolved'))
    })

  test('a known place far from the position of the request has a notice that it is not applied', async () => {
    const { parameters, meta } = await search('q=heart doctor in Atlanta&zip=02903')
    assert.equal(parameters.geo?.source, 'zip')
    assert.match(textsOf(meta).join(' '), /near that position, not near Atlanta, GA/)
    for (const near of ['q=heart doctor in Providence&zip=02903', 'q=heart doctor in Atlanta'])
      assert.doesNotMatch(textsOf((await search(near)).meta).join(' '), /near that position/, near)
  })

  test('an unknown place beside near me has one notice, about the place', async () => {
    const { meta } = await search('q=heart doctor near me near Zorbotown')
    assert.equal(kindsOf(meta).filter((kind) => kind === 'place_unresolved').length, 1)
    assert.match(textsOf(meta).join(' '), /does not know the place "zorbotown"/)
  })

  for (const q of ['dentist in Atlantis', 'dentista cerca de Tijuana', 'dentist near New Zorbotown'])
    test(`the place of "${q}" is returned as unresolved_place`, async () => {
      const { parameters, meta } = await search(`q=${q}`)
      const name = q.toLowerCase().replace(/^.*(?:in|de|near) /, '')
      assert.equal(parameters.unresolved_place, name)
      assert.match(textsOf(meta).join(' '), new RegExp(`does not know the place "${name}"`))
    })

  for (const wish of [
    'who takes Zorbocare',
    'accepting Zorbocare',
    'covered by Zorbocare',
    'in network with Zorbocare',
    'Zorbocare insurance',
    'Zorbocare gold PPO',
    'con seguro Zorbocare',
  ])
    test(`a payer without a code is returned as unresolved_payer: dentist ${wish}`, async () => {
      const { parameters, meta } = await search(`q=dentist ${wish}`)
      assert.equal(parameters.unresolved_payer, 'zorbocare')
      assert.ok(kindsOf(meta).includes('ignored_wish'))
    })

  test('a part of a payer name, a typo and another spacing are hints, not an unresolved payer', async () => {
    for (const payer of ['Medi Care', 'Medicre', 'Cign', 'Cigan']) {
      const { parameters, meta } = await search(`q=dentist who takes ${payer}`)
      assert.equal(parameters.unresolved_payer, undefined, payer)
      assert.doesNotMatch(JSON.stringify(meta.notices), /no network listings of/)
    }
  })

  test('wildcards in names are rejected, because names are matched exactly', async () => {
    for (const name of ['Oliv*', 'Oliv%25'])
      assert.match(await fetchErrorMessage(`/v1/providers?last_name=${name}`), /no wildcards/)
  })
})

test('a query that is a listed surname is understood', async () => {
  for (const q of ['oliveira', ' OLIVEIRA']) assert.deepEqual(kindsOf((await search(`q=${q}`)).meta), [])
})

describe('a place does not make an off-topic question understood', () => {
  for (const q of [
    'plumber near 02903',
    'best pizza in providence, ri',
    'used cars near 02903',
    'weather in providence, ri',
    'plomero cerca de 02903',
  ])
    test(q, async () => {
      const { meta, data } = await search(`q=${q}`)
      assert.deepEqual([data, kindsOf(meta).includes('not_understood')], [[], true])
    })
  for (const q of [
    '02903',
    'near 02903',
    'doctor near 02903',
    'heart doctor in providence, ri',
    'oliveira near 02903',
  ])
    test(`${q} is understood`, async () => {
      assert.ok(!kindsOf((await search(`q=${q}`)).meta).includes('not_understood'))
    })
})

describe('a name after a title that no clinician has', () => {
  for (const q of [
    'dr smith',
    'Dr. Jane Smith',
    'dr smith md',
    'dr smith&zip=02903',
    'dr smith who speaks Spanish',
  ])
    test(`${q} returns no other clinicians, and a notice`, async () => {
      const { meta, data } = await search(`q=${q}`)
      assert.deepEqual(data, [])
      assert.deepEqual(kindsOf(meta), ['not_understood'])
      assert.match(
        meta.notices[0]?.text ?? '',
        /^No clinician with the name "(?:Jane )?Smith" is listed here\. Check/,
      )
    })

  test('the results are for the rest of the question', async () => {
    const { meta, data } = await search('q=dr smith heart doctor')
    assert.deepEqual(
      data.map(({ npi }) => npi),
      (await search('q=heart doctor')).data.map(({ npi }) => npi),
    )
    assert.equal(data.length, 1)
    assert.equal(
      meta.notices[0]?.text,
      'No clinician with the name "Smith" is listed here. The results are for the rest of the question.',
    )
  })

  for (const q of [
    'dr oliveira',
    'dr marta oliveira',
    'dr marta',
    'eye dr',
    'a dr for back pain',
    'heart dr near me',
  ])
    test(`${q} has no such notice`, async () => {
      const { meta } = await search(`q=${q}`)
      assert.ok(meta.notices.every(({ text }) => !text.startsWith('No clinician with the name')))
    })
})

test('a name that is misspelled in both parts is corrected and returned in q_expanded', async () => {
  const { parameters, data } = await search('q=marte oliveria')
  assert.deepEqual([parameters.q_expanded, data[0]?.npi], ['marta oliveira', small.npi])
})

describe('carriers', () => {
  test('without listings are accepted, and a notice says that they have none', async () => {
    const { meta, data } = await search('zip=02903&carriers=62308')
    assert.deepEqual([meta.carriers_without_listings, data], [['62308'], []])
    assert.deepEqual(kindsOf(meta), ['carriers_without_listings'])
    assert.match(meta.notices[0]?.text ?? '', /no network listings of 62308:/)
  })

  test('with listings beside one without them still filter', async () => {
    const { meta, data } = await search('zip=02903&carriers=62308,MEDICARE')
    assert.deepEqual([meta.carriers_without_listings, data.map(({ npi }) => npi)], [['62308'], [small.npi]])
    assert.deepEqual(kindsOf(meta), ['carriers_without_listings'])
  })

  test('with listings have no notice', async () => {
    const { meta } = await search('zip=02903&carriers=MEDICARE')
    assert.ok(!('carriers_without_listings' in meta))
    assert.deepEqual(kindsOf(meta), [])
  })

  test('of q without listings are no hints: a notice says that they do not filter', async () => {
    const { parameters, meta } = await search('q=heart doctor who takes cigna')
    assert.equal(parameters.carrier_hints, undefined)
    assert.deepEqual(kindsOf(meta), ['ignored_wish'])
  })
})

describe('wishes that the search cannot apply', () => {
  for (const [q, wishes] of [
    ['heart doctor open saturdays', 'opening hours'],
    ['heart clinic open late', 'opening hours'],
    ['heart clinic that opens early', 'opening hours'],
    ['cardiólogo que atiende tardes', 'opening hours'],
    ['heart doctor with evening appointments', 'opening hours'],
    ['cardiólogo abierto los sábados', 'opening hours'],
    ['wheelchair accessible heart doctor', 'wheelchair access'],
    ['heart doctor no injections', 'treatment without injections or medicine'],
    ['heart doctor sliding scale near a bus stop', 'price or parking or public transport'],
    ['top rated board certified heart doctor', 'reviews or experience or training'],
    ['black female heart doctor', 'background or belief of the clinician'],
    ['heart doctor same day', 'appointment at short notice'],
    ['heart doctor who comes to the house', 'home visits'],
  ] as const)
    test(`${q} has a notice about ${wishes}`, async () => {
      const { meta, data } = await search(`q=${encodeURIComponent(q)}`)
      assert.deepEqual(
        meta.notices.map(({ kind, severity, text }) => [kind, severity, text]),
        [
          [
            'ignored_wish',
            'info',
            `The search cannot apply this part of the question: ${wishes}. Ask each office.`,
          ],
        ],
      )
      assert.equal(data[0]?.npi, small.npi)
    })

  for (const q of [
    'chest pain since saturday night',
    'open heart surgery',
    'wheelchair repair',
    'ran out of heart pills',
    'late night heartburn',
    'heart medication not working',
  ])
    test(`${q} has no such notice`, async () => {
      assert.ok(!kindsOf((await search(`q=${q}`)).meta).includes('ignored_wish'))
    })
})

describe('a field without a clinician in the directory', () => {
  for (const [q, name] of [
    ['vascular surgeon', '"vascular surgeon"'],
    ['a good acupuncturist', '"acupuncturist"'],
    ['occupational therapist for my mom', '"occupational therapist"'],
    ['dentist for my kid', '"dentist"'],
    ['physical therapist or speech therapist', '"physical therapist" or "speech therapist"'],
    ['need an eye doctor soon', '"eye doctor"'],
    ['physical or occupational therapist', '"physical therapist" or "occupational therapist"'],
    ['terapeuta del habla', '"terapeuta del habla"'],
    ['terapeuta del habla o terapeuta físico', '"terapeuta del habla" or "terapeuta fisico"'],
    ['psicóloga para mi hija', '"psicologa"'],
    ['cardiologist or dermatologist', '"dermatologist"'],
  ] as const)
    test(`${q} has a notice about ${name}`, async () => {
      const { meta } = await search(`q=${encodeURIComponent(q)}`)
      const notice = meta.notices.find(({ text }) => text.startsWith('The directory lists no'))
      assert.deepEqual([notice?.kind, notice?.severity], ['ignored_wish', 'warning'])
      const [first = '', results] = (notice?.text ?? '').split(/(?<=\.) /)
      assert.equal(first, `The directory lists no clinician of this field: ${name}.`)
      assert.equal(
        results,
        meta.count === 0 ? undefined : 'The results are other clinicians, such as cardiologists.',
      )
    })

  for (const q of [
    'heart doctor',
    'cardiologist for chest pressure',
    'cardióloga',
    'pediatric cardiologist',
    'toothache',
    'my dentist said I need a heart doctor',
    'home care for my father',
    'doctor near 02903',
    'cardiologist, not a dermatologist',
    'dr smith',
  ])
    test(`${q} has no such notice`, async () => {
      const { meta } = await search(`q=${encodeURIComponent(q)}`)
      assert.ok(!textsOf(meta).some((text) => text.startsWith('The directory lists no')))
    })

  test('a search for places has no such notice', async () => {
    const response = await server.get('/v1/locations?q=acupuncturist')
    const { meta } = LocationSearchEnvelope.parse(await response.json())
    assert.ok(!textsOf(meta).some((text) => text.startsWith('The directory lists no')))
  })
})

describe('the nearest match outside the area', () => {
  const far = 'lat=41.36&lng=-71.79'
  for (const query of ['q=heart doctor', 'last_name=oliveira', 'q=crushing chest pain'])
    test(`${query} without a result in the radius says how far the nearest one is`, async () => {
      const { meta, data } = await search(`${query}&${far}&radius_miles=5`)
      assert.deepEqual(data, [])
      const notice = meta.notices.find(({ kind }) => kind === 'nearest_is')
      assert.deepEqual(
        [notice?.severity, notice?.text],
        ['info', 'No match within 5 miles; the nearest is 37 miles away.'],
      )
    })

  test('places of care have it too, and a distance that rounds to the radius has a decimal', async () => {
    const response = await server.get(`/v1/locations?q=heart&${far}&radius_miles=37`)
    const { meta } = LocationSearchEnvelope.parse(await response.json())
    assert.match(textsOf(meta).join(' '), /^No match within 37 miles; the nearest is 37\.\d miles away\.$/)
  })

  for (const query of [
    `q=heart doctor&${far}&radius_miles=50`,
    `q=heart doctor&${far}&radius_miles=5&offset=1`,
    `q=zzyzx&${far}&radius_miles=5`,
    'q=heart doctor&lat=30.27&lng=-97.74',
  ])
    test(`${query} has no such notice`, async () => {
      assert.ok(!kindsOf((await search(query)).meta).includes('nearest_is'))
    })
})

describe('urgent notices', () => {
  test('an emergency names the number of the emergency services first', async () => {
    const { meta } = await search('q=crushing chest pain and short of breath right now')
    const [first] = meta.notices
    assert.deepEqual(
      [first?.kind, first?.severity, first?.contact],
      ['emergency', 'urgent', { label: 'Emergency services', tel: '911' }],
    )
  })

  test('a crisis names the configured number, also for places of care', async () => {
    const response = await server.get('/v1/locations?q=i want to kill myself')
    const { meta } = LocationSearchEnvelope.parse(await response.json())
    assert.deepEqual(meta.notices[0]?.contact, { label: 'Help Line', tel: '+1-800-555-0100' })
    assert.match(meta.notices[0]?.text ?? '', /911 .*\+1-800-555-0100/)
  })

  for (const q of ['heart attack', "can't breathe", 'stroke near me', 'choking in Austin TX'])
    test(`${q} is an emergency, named alone or with a place`, async () => {
      const { meta } = await search(`q=${encodeURIComponent(q)}`)
      assert.deepEqual([meta.notices[0]?.kind, meta.notices[0]?.contact?.tel], ['emergency', '911'])
    })

  for (const q of [
    'fear of heart attack',
    'family history of stroke',
    'seizure medication refill',
    'CPR class',
  ])
    test(`${q} is not an emergency`, async () => {
      const { meta } = await search(`q=${encodeURIComponent(q)}`)
      assert.ok(meta.notices.every(({ severity }) => severity !== 'urgent'))
    })

  test('a possible poisoning names the configured number after the emergency services', async () => {
    const { meta } = await search('q=my toddler drank bleach')
    assert.deepEqual(
      meta.notices.map(({ kind, severity, contact }) => [kind, severity, contact?.tel]),
      [
        ['emergency', 'urgent', '911'],
        ['poison', 'urgent', '+1-800-555-0101'],
      ],
    )
    assert.match(meta.notices[1]?.text ?? '', /\+1-800-555-0101 \(Poison Line\) .*911/)
  })

  test('violence at home names the hotline, also for places of care', async () => {
    for (const path of ['providers', 'locations']) {
      const response = await server.get(`/v1/${path}?q=my husband hits me`)
      const { meta } = (await response.json()) as LocationSearchEnvelope
      assert.deepEqual(kindsOf(meta), ['violence'])
      const label = 'National Domestic Violence Hotline'
      assert.deepEqual(meta.notices[0]?.contact, { label, tel: '1-800-799-7233' })
    }
  })

  test('a danger to others names the emergency services, beside the crisis line', async () => {
    const { meta } = await search('q=i am scared i will shake my baby')
    assert.deepEqual(
      meta.notices.map(({ kind, contact }) => [kind, contact?.tel]),
      [
        ['crisis', '+1-800-555-0100'],
        ['danger_to_others', '911'],
      ],
    )
  })

  test('an urgent sign of pregnancy says to call the obstetrician or the labor unit', async () => {
    const { meta } = await search('q=33 weeks and i have not felt the baby kick since yesterday')
    assert.deepEqual(kindsOf(meta), ['emergency', 'pregnancy_urgent'])
    assert.match(meta.notices[1]?.text ?? '', /obstetrician or the labor and delivery unit/)
  })

  test('an emergency without a place has no position, and its notice comes before any card', async () => {
    const response = await server.get('/v1/providers?q=crushing chest pain down my left arm')
    const json = await response.text()
    const { parameters, meta } = ProviderSearchEnvelope.parse(JSON.parse(json))
    assert.deepEqual([parameters.geo, meta.notices[0]?.kind], [undefined, 'emergency'])
    assert.ok(json.indexOf('"notices"') < json.indexOf('"data"'))
  })

  test('an ordinary search has no notices', async () => {
    assert.deepEqual((await search('q=heart doctor&zip=02903')).meta.notices, [])
  })
})

test('a query that is only an NPI returns its record first, also near a position, without a notice', async () => {
  for (const query of [`q=${small.npi}`, `q=${small.npi}&zip=02903&radius_miles=50`]) {
    const { data, meta } = await search(query)
    assert.equal(data[0]?.npi, small.npi)
    assert.deepEqual(meta.notices, [])
  }
  assert.deepEqual((await search(`q=${small.npi}&lat=30.27&lng=-97.74`)).data, [])
})

describe('a query that is only an NPI or looks like one', () => {
  for (const [collection, npi, text] of [
    ['providers', small.organization, 'is the NPI of an organization'],
    ['providers', small.unknown, 'do not contain the NPI'],
    ['locations', small.unknown, 'do not contain the NPI'],
    ['providers', small.deactivated, 'on 2025-03-01'],
    ['locations', small.deactivatedSilently, 'The registry deactivated the NPI'],
    ['providers', small.outside, 'outside the regions'],
    ['locations', small.npi, 'is the NPI of a clinician'],
    ['providers', '1234567890', 'fails the check digit'],
    ['locations', '1234567890', 'fails the check digit'],
  ] as const)
    test(`${npi} among ${collection} has no results; the notice says that it ${text}`, async () => {
      const body = await (await server.get(`/v1/${collection}?q=${npi}`)).json()
      const { data, meta } = body as ProviderSearchEnvelope | LocationSearchEnvelope
      assert.deepEqual(data, [])
      assert.equal(meta.notices.length, 1)
      assert.ok(textsOf(meta)[0]?.includes(text), textsOf(meta)[0])
    })

  test('the NPI of an organization finds its place of care, unless it is outside the area', async () => {
    for (const query of ['', '&zip=02903&radius_miles=50']) {
      const { uuids, texts } = await findPlaces(query)
      assert.deepEqual([uuids, texts], [[small.uuid], []])
    }
    assert.deepEqual((await findPlaces('&offset=1')).uuids, [])
    const { uuids, texts } = await findPlaces('&lat=41.36&lng=-71.79&radius_miles=1')
    assert.deepEqual(uuids, [])
    assert.match(texts.join(' '), /are listed, but none is in the area/)
  })

  test('a clinician outside the area is reported as such', async () => {
    const { meta } = await search(`q=${small.npi}&lat=41.36&lng=-71.79&radius_miles=1`)
    assert.match(textsOf(meta).join(' '), /is listed, but does not match the area/)
  })
})

function kindsOf({ notices }: { readonly notices: readonly { readonly kind: string }[] }): readonly string[] {
  return notices.map(({ kind }) => kind)
}

function textsOf({ notices }: { readonly notices: readonly { readonly text: string }[] }): readonly string[] {
  return notices.map(({ text }) => text)
}

async function findPlaces(query: string) {
  const body = await (await server.get(`/v1/locations?q=${small.organization}${query}`)).json()
  const { data, meta } = body as LocationSearchEnvelope
  return { uuids: data.map(({ location_uuid: uuid }) => uuid), texts: textsOf(meta) }
}
