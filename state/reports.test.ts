import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { findConfirmedFacts, independentReportsMin } from './confirmed-facts.ts'
import { engines } from './engines.fixture.ts'
import { saltDays } from './reporter-hash.ts'
import { exampleReport } from './report.fixture.ts'
import { type NewReport, reportLimits, Reports } from './reports.ts'
import { openState, type State } from './state.ts'

const dayMs = 24 * 3_600_000

/** The first instant of a period of the salt, in 2027. */
const start = Math.ceil(Date.parse('2027-01-01T00:00:00Z') / (saltDays * dayMs)) * saltDays * dayMs

const report: NewReport = {
  ...exampleReport,
  mistake: 'not_taking_patients',
  shown: 'accepting',
  shownSource: 'plan_network',
  shownAsOf: '2026-10-31',
}

/** Reports with a clock that a test sets. */
function createReports(state: State) {
  const clock = { now: start }
  return { reports: new Reports(state, () => clock.now), clock }
}

async function readSalts({ database }: State): Promise<readonly string[]> {
  const rows = await database.selectFrom('server_secret').selectAll().orderBy('name').execute()
  return rows.map(({ name, secret }) => `${name} ${Buffer.from(secret).toString('hex')}`)
}

for (const { name, skip, createPlace } of engines)
  describe(`reports in ${name}`, { skip }, () => {
    test('a report keeps the value that the card showed, and no address', async () => {
      await using state = await openState(await createPlace())
      const { reports } = createReports(state)
      assert.ok(await reports.add({ ...report, isFromOffice: true }))
      const { address, ...stated } = report
      const [{ id, reporter, ...stored } = { id: '', reporter: '' }, ...others] = await reports.list()
      assert.deepEqual(others, [])
      assert.match(id, /^report_[0-9a-f]{16}$/)
      assert.match(reporter, /^[0-9a-f]{64}$/)
      const createdAt = new Date(start).toISOString()
      assert.deepEqual(stored, { ...stated, isFromOffice: true, createdAt, status: 'open', decidedAt: null })
      const rows = await state.database.selectFrom('report').selectAll().execute()
      assert.ok(!JSON.stringify(rows).includes(address))
    })

    test('a repeated report of one network counts once; another network, mistake, place or value counts', async () => {
      await using state = await openState(await createPlace())
      const { reports, clock } = createReports(state)
      assert.ok(await reports.add(report))
      clock.now += 60 * dayMs
      assert.equal(await reports.add({ ...report, generation: 'later', isFromOffice: true }), false)
      for (const change of [
        { address: '198.51.100.2' },
        { mistake: 'not_here' as const },
        { locationUuid: '00000000-0000-5000-8000-000000000000' },
        { shown: 'unknown' },
        { record: '2000000010' },
      ])
        assert.ok(await reports.add({ ...report, ...change }), JSON.stringify(change))
      assert.equal((await reports.list()).length, 6)
    })

    test('concurrent reports of one network count once', async () => {
      await using state = await openState(await createPlace())
      const { reports } = createReports(state)
      const added = await Promise.all([1, 2, 3, 4].map(() => reports.add(report)))
      assert.deepEqual(added.filter(Boolean), [true])
      assert.equal((await reports.list()).length, 1)
    })

    test('the salt lasts one period, and the next report replaces it', async () => {
      await using state = await openState(await createPlace())
      const { reports, clock } = createReports(state)
      await reports.add(report)
      const [first, ...others] = await readSalts(state)
      assert.deepEqual(others, [])
      clock.now = start + saltDays * dayMs - 1
      assert.equal(await reports.add(report), false)
      assert.deepEqual(await readSalts(state), [first])
      clock.now += 1
      assert.ok(await reports.add(report))
      const salts = await readSalts(state)
      assert.equal(salts.length, 1)
      assert.notEqual(salts[0], first)
      const hashes = (await reports.list()).map(({ reporter }) => reporter)
      assert.equal(new Set(hashes).size, 2)
    })

    test('reports and salts whose time is over are deleted, whatever their status', async () => {
      await using state = await openState(await createPlace())
      const { reports, clock } = createReports(state)
      await reports.add(report)
      const [first] = await reports.list()
      await reports.decide([first!.id], 'accepted')
      clock.now += reportLimits.retentionDays * dayMs
      await reports.deleteExpired()
      assert.deepEqual([(await reports.list()).length, await readSalts(state)], [1, []])
      clock.now += 1
      await reports.deleteExpired()
      assert.deepEqual(await reports.list(), [])
    })

    test('open reports are limited for each record and in total; decided ones do not count', async () => {
      await using state = await openState(await createPlace())
      const { reports } = createReports(state)
      const addFrom = (index: number, record = report.record) =>
        reports.add({ ...report, record, address: `198.51.${index}.1` })
      for (let index = 0; index < reportLimits.openPerRecordMax; index += 1) await addFrom(index)
      const tooMany = { code: 'too_many_reports', message: /^20 reports about this record wait/ }
      await assert.rejects(addFrom(100), tooMany)
      assert.equal(await addFrom(1), false, 'a repeated report is acknowledged')
      assert.ok(await addFrom(100, '2000000010'))
      const [first] = await reports.list({ record: report.record })
      await reports.decide([first!.id], 'rejected')
      assert.ok(await addFrom(101))
      await fill(state, reportLimits.openMax)
      await assert.rejects(addFrom(1, '2000000028'), { code: 'too_many_reports', message: /another day/ })
    })

    test('a list is filtered by status and by record', async () => {
      await using state = await openState(await createPlace())
      const { reports, clock } = createReports(state)
      await reports.add(report)
      clock.now += 1
      await reports.add({ ...report, record: '2000000010' })
      const [one, two] = await reports.list()
      await reports.decide([one!.id], 'accepted')
      const ids = async (...filter: Parameters<Reports['list']>) =>
        (await reports.list(...filter)).map(({ id }) => id)
      assert.deepEqual(await ids({ status: 'accepted' }), [one!.id])
      assert.deepEqual(await ids({ status: 'open' }), [two!.id])
      assert.deepEqual(await ids({ record: '2000000010' }), [two!.id])
      assert.deepEqual(await ids({ status: 'open', record: report.record }), [])
    })

    test('a decision with an unknown ID changes no report', async () => {
      await using state = await openState(await createPlace())
      const { reports } = createReports(state)
      await reports.add(report)
      const [{ id } = { id: '' }] = await reports.list()
      for (const unknown of ['report_0000000000000000', '', '\u0000', `${id}'--`]) {
        await assert.rejects(reports.decide([id, unknown], 'accepted'), { code: 'not_found' })
        assert.equal((await reports.list())[0]?.status, 'open')
      }
      await reports.decide([id], 'accepted')
      await reports.decide([id], 'rejected')
      assert.equal((await reports.list())[0]?.status, 'rejected')
    })

    test(`${independentReportsMin} accepted reports of different networks and days confirm a fact`, async () => {
      await using state = await openState(await createPlace())
      const { reports, clock } = createReports(state)
      for (const address of ['192.0.2.1', '198.51.100.1', '198.51.100.9', '203.0.113.1']) {
        assert.deepEqual(findConfirmedFacts(await reports.list()), [])
        await reports.add({ ...report, address })
        clock.now += 10 * dayMs
      }
      const listed = await reports.list()
      assert.deepEqual(findConfirmedFacts(listed), [], 'open reports do not count')
      await acceptAll(reports)
      const [fact, ...others] = findConfirmedFacts(await reports.list())
      assert.deepEqual(others, [])
      assert.equal(fact?.report.id, listed[2]?.id)
      assert.equal(fact?.asOf, new Date(start).toISOString().slice(0, 10))
      await reports.decide([listed[0]!.id], 'rejected')
      assert.deepEqual(findConfirmedFacts(await reports.list()), [])
    })

    for (const [what, addresses, days] of [
      ['three addresses of one IPv4 network', ['192.0.2.1', '192.0.2.2', '192.0.2.3'], [0, 1, 2]],
      [
        'three /64 of one IPv6 customer',
        ['2001:db8:0:1::/64', '2001:db8:0:2::/64', '2001:db8:0:3::/64'],
        [0, 1, 2],
      ],
      ['three networks within a day', ['192.0.2.1', '198.51.100.1', '203.0.113.1'], [0, 0, 0]],
      [
        'two networks on one day and one on the next',
        ['192.0.2.1', '198.51.100.1', '203.0.113.1'],
        [0, 0, 1],
      ],
    ] as const)
      test(`one person with ${what} does not confirm a fact`, async () => {
        await using state = await openState(await createPlace())
        const { reports, clock } = createReports(state)
        for (const [index, address] of addresses.entries()) {
          clock.now = start + days[index]! * dayMs + index
          await reports.add({ ...report, address })
        }
        await acceptAll(reports)
        assert.deepEqual(findConfirmedFacts(await reports.list()), [])
      })

    test('one address in two periods, and reports of another value, do not confirm a fact', async () => {
      await using state = await openState(await createPlace())
      const { reports, clock } = createReports(state)
      await reports.add(report)
      clock.now += dayMs
      await reports.add({ ...report, address: '198.51.100.1', shown: 'unknown' })
      await reports.add({ ...report, address: '203.0.113.1' })
      clock.now = start + saltDays * dayMs
      await reports.add(report)
      assert.equal(await acceptAll(reports), 4)
      assert.deepEqual(findConfirmedFacts(await reports.list()), [])
    })
  })

/** Accepts all reports; returns their number. */
async function acceptAll(reports: Reports): Promise<number> {
  const ids = (await reports.list()).map(({ id }) => id)
  await reports.decide(ids, 'accepted')
  return ids.length
}

/** Writes `count` open reports about other records. */
async function fill({ database }: State, count: number): Promise<void> {
  const batch = 1000
  for (let first = 0; first < count; first += batch) {
    const rows = Array.from({ length: Math.min(batch, count - first) }, (_, index) => ({
      id: `filled ${first + index}`,
      record: `other ${first + index}`,
      location_uuid: '',
      mistake: 'moved',
      shown: '',
      shown_source: null,
      shown_as_of: null,
      line_1: null,
      postal_code: null,
      generation: '',
      correct_phone: null,
      from_office: 0,
      reporter: Buffer.from([1]),
      created_at: Date.now() * 2,
      status: 'open',
    }))
    await database.insertInto('report').values(rows).execute()
  }
}
