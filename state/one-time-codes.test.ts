import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { engines } from './engines.fixture.ts'
import { type CodeGuess, codeLimits, type IssuedCode, OneTimeCodes, testPurpose } from './one-time-codes.ts'
import { openState, type State, type StatePlace } from './state.ts'

const request = { purpose: 'keys', destination: 'ana@example.org', requester: 'cookie of ana' }
const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** Codes over an empty state, with a clock that only the test moves. */
class CodesFixture implements AsyncDisposable {
  now = Date.parse('2026-11-01T00:00:00Z')
  readonly state: State
  readonly codes: OneTimeCodes

  static async open(place: StatePlace): Promise<CodesFixture> {
    return new CodesFixture(await openState(place))
  }

  private constructor(state: State) {
    this.state = state
    this.codes = new OneTimeCodes(state, () => this.now)
  }

  issue(change: Partial<typeof request> = {}): Promise<IssuedCode> {
    return this.codes.issue({ ...request, ...change })
  }

  redeem({ id, code }: IssuedCode, change: Partial<CodeGuess> = {}): Promise<string> {
    return this.codes.redeem({ id, code, purpose: request.purpose, requester: request.requester, ...change })
  }

  async refuses(issued: IssuedCode, change: Partial<CodeGuess> = {}): Promise<void> {
    await assert.rejects(this.redeem(issued, change), { code: 'invalid_code' })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.state[Symbol.asyncDispose]()
  }
}

function otherThan(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, '0')
}

for (const { name, skip, createPlace } of engines) {
  describe(`one-time codes in ${name}`, { skip }, () => {
    test('six digits prove the destination, once', async () => {
      await using fixture = await CodesFixture.open(await createPlace())
      const issued = await fixture.issue()
      assert.match(issued.code, /^\d{6}$/)
      assert.equal(await fixture.redeem(issued), 'ana@example.org')
      await fixture.refuses(issued)
    })

    test('six digits prove a telephone just as well, with limits of its own', async () => {
      await using fixture = await CodesFixture.open(await createPlace())
      await fixture.issue()
      const destination = '+14015550123'
      const issued = await fixture.issue({ destination })
      await assert.rejects(fixture.issue({ destination }), { code: 'rate_limited' })
      fixture.now += 10 * minuteMs - 1
      assert.equal(await fixture.redeem(issued), destination)
    })

    test('what went to telephones in a day is counted, whichever they are', async () => {
      await using fixture = await CodesFixture.open(await createPlace())
      const counted = async (after: number) => {
        assert.equal(await fixture.codes.countSentToTelephones(), after)
      }
      await fixture.issue({ destination: '+ana@example.org' })
      await counted(0)
      await fixture.issue({ destination: '+14015550123' })
      fixture.now += minuteMs
      const { id } = await fixture.issue({ destination: '+14015550124' })
      await counted(2)
      await fixture.codes.withdraw(id)
      await counted(1)
      fixture.now += dayMs - minuteMs
      await counted(0)
    })

    for (const [what, change] of [
      ['by somebody else', { requester: 'another cookie' }],
      ['for another purpose', { purpose: 'oauth' }],
      ['of another challenge', { id: 'unknown' }],
    ] as const) {
      test(`a code is refused ${what}, and stays good`, async () => {
        await using fixture = await CodesFixture.open(await createPlace())
        const issued = await fixture.issue()
        for (let guess = 0; guess < 9; guess++) await fixture.refuses(issued, change)
        assert.ok(await fixture.redeem(issued))
      })
    }

    test('after five wrong guesses the right one is refused', async () => {
      await using fixture = await CodesFixture.open(await createPlace())
      const issued = await fixture.issue()
      for (let guess = 0; guess < 5; guess++) await fixture.refuses(issued, { code: otherThan(issued.code) })
      await fixture.refuses(issued)
    })

    test('of a hundred guesses at once five are looked at', async () => {
      await using fixture = await CodesFixture.open(await createPlace())
      const issued = await fixture.issue()
      const guesses = Array.from({ length: 100 }, () =>
        fixture.refuses(issued, { code: otherThan(issued.code) }),
      )
      await Promise.all(guesses)
      const { attempts } = await fixture.state.database
        .selectFrom('one_time_code')
        .select('attempts')
        .executeTakeFirstOrThrow()
      assert.equal(attempts, 5)
    })

    test('of the right code sent ten times at once one is taken', async () => {
      await using fixture = await CodesFixture.open(await createPlace())
      const issued = await fixture.issue()
      const redeemed = await Promise.allSettled(Array.from({ length: 10 }, () => fixture.redeem(issued)))
      assert.equal(redeemed.filter(({ status }) => status === 'fulfilled').length, 1)
    })

    test('a new code brings no new guesses beyond ten a day, and none to the owner either until tomorrow', async () => {
      await using fixture = await CodesFixture.open(await createPlace())
      let issued = await fixture.issue()
      for (let round = 0; round < 2; round++) {
        for (let guess = 0; guess < 5; guess++)
          await fixture.refuses(issued, { code: otherThan(issued.code) })
        fixture.now += minuteMs
        issued = await fixture.issue()
      }
      await assert.rejects(fixture.redeem(issued), { code: 'rate_limited' })
      fixture.now += dayMs
      assert.ok(await fixture.redeem(await fixture.issue()))
    })

    test('a hundred wrong guesses in a row end it until the operator forgives; a right one begins anew', async () => {
      await using fixture = await CodesFixture.open(await createPlace())
      const guessTen = async (): Promise<void> => {
        for (let code = 0; code < 2; code++) {
          const issued = await fixture.issue()
          for (let guess = 0; guess < 5; guess++)
            await fixture.refuses(issued, { code: otherThan(issued.code) })
          fixture.now += minuteMs
        }
        fixture.now += dayMs
      }
      for (let day = 0; day < 5; day++) await guessTen()
      assert.ok(await fixture.redeem(await fixture.issue()))
      fixture.now += dayMs
      for (let day = 0; day < 9; day++) await guessTen()
      const early = await fixture.issue()
      fixture.now += codeLimits.resendDelayMs
      await guessTen()
      for (const refused of [fixture.issue(), fixture.issue({ requester: 'another' })])
        await assert.rejects(refused, { code: 'rate_limited', message: /the operator of the service/ })
      await fixture.refuses(early)
      assert.equal(await fixture.codes.unlock('bob@example.org'), false)
      assert.ok(await fixture.codes.unlock('ana@example.org'))
      assert.ok(await fixture.redeem(await fixture.issue()))
    })

    test('a live code is not looked at after a hundred wrong guesses', async () => {
      await using fixture = await CodesFixture.open(await createPlace())
      const issued = await fixture.issue()
      await fixture.state.database.updateTable('code_destination').set({ failures: 100 }).execute()
      await assert.rejects(fixture.redeem(issued), { code: 'rate_limited', message: /the operator/ })
    })

    test('whoever is refused for wrong guesses is told when to come back', async () => {
      await using fixture = await CodesFixture.open(await createPlace())
      const issued = await fixture.issue()
      await fixture.state.database.updateTable('one_time_code').set({ attempts: 4 }).execute()
      fixture.now += codeLimits.resendDelayMs
      const other = await fixture.issue({ requester: 'another' })
      await fixture.state.database.updateTable('one_time_code').set({ attempts: 4 }).execute()
      fixture.now += codeLimits.resendDelayMs
      await fixture.issue({ requester: 'a third' })
      await fixture.state.database.updateTable('one_time_code').set({ attempts: 4 }).execute()
      await assert.rejects(fixture.redeem(other, { requester: 'another' }), { retryAfterSeconds: 86_400 })
      await fixture.state.database.updateTable('code_destination').set({ failures: 100 }).execute()
      await assert.rejects(fixture.redeem(issued), { retryAfterSeconds: 86_400 })
    })

    test('trials wait for no other code, and no other for them', async () => {
      await using fixture = await CodesFixture.open(await createPlace())
      await fixture.issue()
      for (let sent = 0; sent < 4; sent++)
        await fixture.issue({ purpose: testPurpose, requester: `operator ${sent}` })
      await assert.rejects(fixture.issue(), { code: 'rate_limited' })
      fixture.now += codeLimits.resendDelayMs
      await fixture.issue()
      assert.equal(await fixture.codes.countSentToTelephones(), 0)
    })

    test('it is known where a code went, to who asked for it', async () => {
      await using fixture = await CodesFixture.open(await createPlace())
      const { id } = await fixture.issue()
      const { purpose, requester, destination } = request
      assert.equal(await fixture.codes.findDestination({ id, purpose, requester }), destination)
      assert.equal(await fixture.codes.findDestination({ id, purpose, requester: 'another' }), null)
      assert.equal(await fixture.codes.findDestination({ id: 'a\0', purpose, requester }), null)
    })

    test('codes are asked for and typed at once by the same browser, at many destinations', async () => {
      await using fixture = await CodesFixture.open(await createPlace())
      const destinations = Array.from({ length: 30 }, (_, index) => `${index}@example.org`)
      const issued = await Promise.all(destinations.map((destination) => fixture.issue({ destination })))
      fixture.now += codeLimits.resendDelayMs
      const redeeming = issued.map((each) => fixture.redeem(each))
      const again = destinations.map((destination) => fixture.issue({ destination }))
      for (const result of await Promise.allSettled([...redeeming, ...again]))
        if (result.status === 'rejected') assert.equal(result.reason.code, 'invalid_code')
    })

    test('a clock that is set back neither makes a code last nor keeps new ones away', async () => {
      await using fixture = await CodesFixture.open(await createPlace())
      const early = await fixture.issue()
      fixture.now -= 60 * minuteMs
      await fixture.refuses(early)
      assert.ok(await fixture.redeem(await fixture.issue()))
    })

    test('a day later nothing is left of an address that was typed once, but what was guessed at', async () => {
      await using fixture = await CodesFixture.open(await createPlace())
      await fixture.issue()
      const guessed = await fixture.issue({ destination: 'bob@example.org' })
      await fixture.refuses(guessed, { code: otherThan(guessed.code) })
      fixture.now += dayMs
      await fixture.issue({ destination: 'eve@example.org' })
      const { database } = fixture.state
      const [codes, destinations] = await Promise.all([
        database.selectFrom('one_time_code').select('destination').execute(),
        database.selectFrom('code_destination').select('destination').orderBy('destination').execute(),
      ])
      const kept = [codes, destinations].map((rows) => rows.map(({ destination }) => destination))
      assert.deepEqual(kept, [['eve@example.org'], ['bob@example.org', 'eve@example.org']])
    })

    test('a code ends after ten minutes', async () => {
      await using fixture = await CodesFixture.open(await createPlace())
      const issued = await fixture.issue()
      fixture.now += codeLimits.lifetimeMs - 1
      assert.ok(await fixture.redeem(issued))
      fixture.now += minuteMs
      const late = await fixture.issue()
      fixture.now += codeLimits.lifetimeMs
      await fixture.refuses(late)
    })

    test('a second code ends the first of the same requester, and that of nobody else', async () => {
      await using fixture = await CodesFixture.open(await createPlace())
      const first = await fixture.issue()
      fixture.now += codeLimits.resendDelayMs
      await fixture.issue({ requester: 'a stranger' })
      fixture.now += codeLimits.resendDelayMs
      await fixture.codes.issue({ ...request, purpose: 'oauth' })
      assert.ok(await fixture.redeem(first))
      fixture.now += dayMs
      const older = await fixture.issue()
      fixture.now += codeLimits.resendDelayMs
      const newer = await fixture.issue()
      await fixture.refuses(older)
      assert.ok(await fixture.redeem(newer))
    })

    test('codes are sent half a minute apart, three in a quarter of an hour and ten a day', async () => {
      await using fixture = await CodesFixture.open(await createPlace())
      const sentAt: number[] = []
      for (const start = fixture.now; fixture.now < start + dayMs; fixture.now += 10_000) {
        await fixture.issue().then(
          () => sentAt.push((fixture.now - start) / 1000),
          (error: { code: string }) => assert.equal(error.code, 'rate_limited'),
        )
      }
      assert.deepEqual(sentAt, [0, 30, 60, 900, 930, 960, 1800, 1830, 1860, 2700])
      fixture.now += dayMs
      assert.ok(await fixture.issue())
    })

    test('of many requests at once one is sent', async () => {
      await using fixture = await CodesFixture.open(await createPlace())
      const issued = await Promise.allSettled(Array.from({ length: 20 }, () => fixture.issue()))
      assert.equal(issued.filter(({ status }) => status === 'fulfilled').length, 1)
    })

    test('one that could not be sent counts for nothing', async () => {
      await using fixture = await CodesFixture.open(await createPlace())
      for (let time = 0; time < 20; time++) {
        const issued = await fixture.issue()
        await fixture.codes.withdraw(issued.id)
        await fixture.refuses(issued)
      }
    })

    test('every server that shares the state takes it', async () => {
      const place = await createPlace()
      await using one = await CodesFixture.open(place)
      await using other = await CodesFixture.open(place)
      assert.ok(await other.redeem(await one.issue()))
    })
  })
}

test('who has all that is stored can neither read a code nor try the million of them out', async () => {
  const place = await engines[0]!.createPlace()
  assert.ok('folder' in place)
  await using fixture = await CodesFixture.open(place)
  const { code, id } = await fixture.issue()
  const { mac, ...row } = await fixture.state.database
    .selectFrom('one_time_code')
    .selectAll()
    .executeTakeFirstOrThrow()
  const secrets = await fixture.state.database.selectFrom('server_secret').select('secret').execute()
  const stored = [id, row.destination, row.requester, ...secrets.map(({ secret }) => secret)]
  for (const key of stored)
    assert.notDeepEqual(createHmac('sha256', key).update(`${id} ${code}`).digest(), Buffer.from(mac))
  const files = globSync('state.sqlite*', { cwd: place.folder })
  const bytes = Buffer.concat(files.map((name) => readFileSync(join(place.folder, name))))
  assert.ok(bytes.includes(id), 'the row is in one of the files')
  assert.ok(!bytes.includes(code) && !bytes.includes(request.requester))
})
