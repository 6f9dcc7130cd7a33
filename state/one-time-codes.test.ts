import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { engines } from './engines.fixture.ts'
import {
  type CodeGuess,
  codeLimits,
  type CodeRequest,
  type IssuedCode,
  OneTimeCodes,
  testPurpose,
} from './one-time-codes.ts'
import { openState, type State, type StatePlace } from './state.ts'

const request = { purpose: 'keys', destination: 'ana@example.org', requester: 'cookie of ana' }
const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** Codes in an empty state, with a clock that the test sets. */
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

  issue(overrides: Partial<CodeRequest> = {}): Promise<IssuedCode> {
    return this.codes.issue({ ...request, ...overrides })
  }

  redeem({ id, code }: IssuedCode, overrides: Partial<CodeGuess> = {}): Promise<string> {
    return this.codes.redeem({
      id,
      code,
      purpose: request.purpose,
      requester: request.requester,
      ...overrides,
    })
  }

  async assertInvalid(issued: IssuedCode, overrides: Partial<CodeGuess> = {}): Promise<void> {
    await assert.rejects(this.redeem(issued, overrides), { code: 'invalid_code' })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.state[Symbol.asyncDispose]()
  }
}

function makeWrongCode(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, '0')
}

function knownRequester(index: number): Partial<CodeRequest> {
  return { requester: `proof ${index}`, isKnown: true }
}

for (const { name, skip, createPlace } of engines) {
  describe(`one-time codes in ${name}`, { skip }, () => {
    test('a code verifies its destination, once', async () => {
      await using fixture = await CodesFixture.open(await createPlace())
      const issued = await fixture.issue()
      assert.match(issued.code, /^\d{6}$/)
      assert.equal(await fixture.redeem(issued), 'ana@example.org')
      await fixture.assertInvalid(issued)
    })

    test('a code verifies a telephone number, with separate limits', async () => {
      await using fixture = await CodesFixture.open(await createPlace())
      await fixture.issue()
      const destination = '+14015550123'
      const issued = await fixture.issue({ destination })
      await assert.rejects(fixture.issue({ destination }), { code: 'rate_limited' })
      assert.equal(await fixture.redeem(issued), destination)
    })

    test('codes to all telephones in a day are counted together', async () => {
      await using fixture = await CodesFixture.open(await createPlace())
      const assertCount = async (count: number) => {
        assert.equal(await fixture.codes.countSentToTelephones(), count)
      }
      await fixture.issue({ destination: '+ana@example.org' })
      await assertCount(0)
      await fixture.issue({ destination: '+14015550123' })
      fixture.now += minuteMs
      const { id } = await fixture.issue({ destination: '+14015550124' })
      await assertCount(2)
      await fixture.codes.withdraw(id)
      await assertCount(1)
      fixture.now += dayMs - minuteMs
      await assertCount(0)
    })

    for (const [what, change] of [
      ['from another requester', { requester: 'another cookie' }],
      ['for another purpose', { purpose: 'oauth' }],
      ['of another challenge', { id: 'unknown' }],
    ] as const) {
      test(`a code is rejected ${what}, and stays valid`, async () => {
        await using fixture = await CodesFixture.open(await createPlace())
        const issued = await fixture.issue()
        for (let guess = 0; guess < 9; guess++) await fixture.assertInvalid(issued, change)
        assert.ok(await fixture.redeem(issued))
      })
    }

    test('after five wrong attempts the right code is rejected', async () => {
      await using fixture = await CodesFixture.open(await createPlace())
      const issued = await fixture.issue()
      for (let guess = 0; guess < 5; guess++)
        await fixture.assertInvalid(issued, { code: makeWrongCode(issued.code) })
      await fixture.assertInvalid(issued)
    })

    test('of a hundred concurrent attempts five are verified', async () => {
      await using fixture = await CodesFixture.open(await createPlace())
      const issued = await fixture.issue()
      const guesses = Array.from({ length: 100 }, () =>
        fixture.assertInvalid(issued, { code: makeWrongCode(issued.code) }),
      )
      await Promise.all(guesses)
      const { attempts } = await fixture.state.database
        .selectFrom('one_time_code')
        .select('attempts')
        .executeTakeFirstOrThrow()
      assert.equal(attempts, 5)
    })

    test('of ten concurrent attempts with the right code one succeeds', async () => {
      await using fixture = await CodesFixture.open(await createPlace())
      const issued = await fixture.issue()
      const redeemed = await Promise.allSettled(Array.from({ length: 10 }, () => fixture.redeem(issued)))
      assert.equal(redeemed.filter(({ status }) => status === 'fulfilled').length, 1)
    })

    test('after ten wrong attempts in a day every code is rejected until the next day', async () => {
      await using fixture = await CodesFixture.open(await createPlace())
      let issued = await fixture.issue()
      for (let round = 0; round < 2; round++) {
        for (let guess = 0; guess < 5; guess++)
          await fixture.assertInvalid(issued, { code: makeWrongCode(issued.code) })
        fixture.now += minuteMs
        issued = await fixture.issue()
      }
      await assert.rejects(fixture.redeem(issued), { code: 'rate_limited' })
      fixture.now += dayMs
      assert.ok(await fixture.redeem(await fixture.issue()))
    })

    test('a hundred consecutive wrong attempts block a destination until unlock; a right code resets the count', async () => {
      await using fixture = await CodesFixture.open(await createPlace())
      for (let day = 0; day < 5; day++) await enterTenWrongCodes(fixture)
      assert.ok(await fixture.redeem(await fixture.issue()))
      fixture.now += dayMs
      for (let day = 0; day < 9; day++) await enterTenWrongCodes(fixture)
      const early = await fixture.issue()
      fixture.now += codeLimits.resendDelayMs
      await enterTenWrongCodes(fixture)
      for (const refused of [fixture.issue(), fixture.issue({ requester: 'another' })])
        await assert.rejects(refused, { code: 'rate_limited', message: /the operator of the service/ })
      await fixture.assertInvalid(early)
      assert.equal(await fixture.codes.unlock('bob@example.org'), false)
      assert.ok(await fixture.codes.unlock('ana@example.org'))
      assert.ok(await fixture.redeem(await fixture.issue()))
    })

    test('a valid code is rejected after a hundred wrong attempts', async () => {
      await using fixture = await CodesFixture.open(await createPlace())
      const issued = await fixture.issue()
      await fixture.state.database.updateTable('code_destination').set({ failures: 100 }).execute()
      await assert.rejects(fixture.redeem(issued), { code: 'rate_limited', message: /the operator/ })
    })

    test('a rejection for too many attempts has a retry time', async () => {
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

    test('test codes and other codes do not delay each other', async () => {
      await using fixture = await CodesFixture.open(await createPlace())
      await fixture.issue()
      for (let sent = 0; sent < 4; sent++)
        await fixture.issue({ purpose: testPurpose, requester: `operator ${sent}` })
      await assert.rejects(fixture.issue(), { code: 'rate_limited' })
      fixture.now += codeLimits.resendDelayMs
      await fixture.issue()
      assert.equal(await fixture.codes.countSentToTelephones(), 0)
    })

    test('only the requester can find the destination of a code', async () => {
      await using fixture = await CodesFixture.open(await createPlace())
      const { id } = await fixture.issue()
      const { purpose, requester, destination } = request
      assert.equal(await fixture.codes.findDestination({ id, purpose, requester }), destination)
      assert.equal(await fixture.codes.findDestination({ id, purpose, requester: 'another' }), null)
      assert.equal(await fixture.codes.findDestination({ id: 'a\0', purpose, requester }), null)
    })

    test('one browser can issue and redeem codes for many destinations concurrently', async () => {
      await using fixture = await CodesFixture.open(await createPlace())
      const destinations = Array.from({ length: 30 }, (_, index) => `${index}@example.org`)
      const issued = await Promise.all(destinations.map((destination) => fixture.issue({ destination })))
      fixture.now += codeLimits.resendDelayMs
      const redemptions = issued.map((code) => fixture.redeem(code))
      const reissues = destinations.map((destination) => fixture.issue({ destination }))
      for (const result of await Promise.allSettled([...redemptions, ...reissues]))
        if (result.status === 'rejected') assert.equal(result.reason.code, 'invalid_code')
    })

    test('a clock set back neither extends a code nor delays new ones', async () => {
      await using fixture = await CodesFixture.open(await createPlace())
      const early = await fixture.issue()
      fixture.now -= 60 * minuteMs
      await fixture.assertInvalid(early)
      assert.ok(await fixture.redeem(await fixture.issue()))
    })

    test('a clock set back does not reset the limits, and delays new codes by no more than a day', async () => {
      await using fixture = await CodesFixture.open(await createPlace())
      for (let sent = 0; sent < 10; sent++) {
        await fixture.issue()
        fixture.now += 15 * minuteMs
      }
      fixture.now -= 30 * dayMs
      await assert.rejects(fixture.issue(), { code: 'rate_limited' })
      fixture.now += 15 * minuteMs
      await assert.rejects(fixture.issue(), { code: 'rate_limited' })
      fixture.now += dayMs
      assert.ok(await fixture.redeem(await fixture.issue()))
    })

    describe('a known requester', () => {
      const known = { requester: 'proof of ana', isKnown: true }

      test('receives a code after strangers have used up all codes of the day', async () => {
        await using fixture = await CodesFixture.open(await createPlace())
        for (let sent = 0; sent < 10; sent++) {
          await fixture.issue({ requester: `stranger ${sent}` })
          fixture.now += 15 * minuteMs
        }
        await assert.rejects(fixture.issue(), { code: 'rate_limited' })
        assert.equal(await fixture.redeem(await fixture.issue(known), known), 'ana@example.org')
      })

      test('can redeem a code after strangers have entered wrong ones, and on a blocked destination', async () => {
        await using fixture = await CodesFixture.open(await createPlace())
        for (let day = 0; day < 10; day++) await enterTenWrongCodes(fixture)
        await assert.rejects(fixture.issue(), { message: /ask the operator/ })
        assert.ok(await fixture.redeem(await fixture.issue(known), known))
        fixture.now += minuteMs
        assert.ok(await fixture.issue(), 'the right code unblocks the destination')
      })

      test('has the same limits for itself', async () => {
        await using fixture = await CodesFixture.open(await createPlace())
        await fixture.issue(known)
        await assert.rejects(fixture.issue(known), { code: 'rate_limited' })
        for (let round = 0; round < 2; round++) {
          fixture.now += 15 * minuteMs
          const issued = await fixture.issue(known)
          for (let guess = 0; guess < 5; guess++)
            await fixture.assertInvalid(issued, { ...known, code: makeWrongCode(issued.code) })
        }
        fixture.now += 15 * minuteMs
        await assert.rejects(fixture.redeem(await fixture.issue(known), known), { code: 'rate_limited' })
      })

      test('shares with all others twice the limits of the destination', async () => {
        await using fixture = await CodesFixture.open(await createPlace())
        for (let sent = 0; sent < 20; sent++) {
          await fixture.issue(knownRequester(sent))
          fixture.now += 15 * minuteMs
        }
        await assert.rejects(fixture.issue(knownRequester(20)), { code: 'rate_limited' })
        fixture.now += dayMs
        for (let round = 0; round < 4; round++) {
          const issued = await fixture.issue(knownRequester(round))
          for (let guess = 0; guess < 5; guess++)
            await fixture.assertInvalid(issued, {
              ...knownRequester(round),
              code: makeWrongCode(issued.code),
            })
          fixture.now += 15 * minuteMs
        }
        const issued = await fixture.issue(knownRequester(4))
        await assert.rejects(fixture.redeem(issued, knownRequester(4)), { message: /Too many wrong codes/ })
      })

      test('cannot redeem the code of an unknown requester with the same secret', async () => {
        await using fixture = await CodesFixture.open(await createPlace())
        await fixture.assertInvalid(await fixture.issue(), { isKnown: true })
      })
    })

    test('a destination is deleted after a day unless it has wrong attempts', async () => {
      await using fixture = await CodesFixture.open(await createPlace())
      await fixture.issue()
      const guessed = await fixture.issue({ destination: 'bob@example.org' })
      await fixture.assertInvalid(guessed, { code: makeWrongCode(guessed.code) })
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

    for (const [destination, minutes] of [
      ['ana@example.org', 10],
      ['+14015550123', 5],
    ] as const)
      test(`a code to ${destination} expires after ${minutes} minutes`, async () => {
        await using fixture = await CodesFixture.open(await createPlace())
        const issued = await fixture.issue({ destination })
        fixture.now += minutes * minuteMs - 1
        assert.ok(await fixture.redeem(issued))
        fixture.now += minuteMs
        const late = await fixture.issue({ destination })
        fixture.now += minutes * minuteMs
        await fixture.assertInvalid(late)
      })

    test('the attempts left of a code are counted until it ends', async () => {
      await using fixture = await CodesFixture.open(await createPlace())
      const { id, code } = await fixture.issue()
      const challenge = { id, purpose: request.purpose, requester: request.requester }
      await fixture.assertInvalid({ id, code: makeWrongCode(code) })
      assert.equal(await fixture.codes.countAttemptsLeft(challenge), codeLimits.attemptsMax - 1)
      for (const other of [{ id: 'x' }, { purpose: 'oauth' }, { requester: 'a stranger' }]) {
        assert.equal(await fixture.codes.countAttemptsLeft({ ...challenge, ...other }), null)
        assert.equal(await fixture.codes.cancel({ ...challenge, ...other }), false)
      }
      fixture.now += 10 * minuteMs
      assert.equal(await fixture.codes.countAttemptsLeft(challenge), null)
      fixture.now -= 10 * minuteMs
      assert.equal(await fixture.codes.cancel(challenge), true)
      assert.equal(await fixture.codes.countAttemptsLeft(challenge), null)
      assert.equal(await fixture.codes.cancel(challenge), false)
      await fixture.assertInvalid({ id, code })
    })

    test('a second code invalidates the first one of the same requester only', async () => {
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
      await fixture.assertInvalid(older)
      assert.ok(await fixture.redeem(newer))
    })

    test('the limits are one code per 30 seconds, three per 15 minutes and ten per day', async () => {
      await using fixture = await CodesFixture.open(await createPlace())
      const sentAt: number[] = []
      const start = fixture.now
      while (fixture.now < start + dayMs) {
        await fixture.issue().then(
          () => sentAt.push((fixture.now - start) / 1000),
          (error: { code: string }) => assert.equal(error.code, 'rate_limited'),
        )
        // The tenth code is sent in the first hour.
        fixture.now += fixture.now < start + hourMs ? 10_000 : 5 * minuteMs
      }
      assert.deepEqual(sentAt, [0, 30, 60, 900, 930, 960, 1800, 1830, 1860, 2700])
      fixture.now += dayMs
      assert.ok(await fixture.issue())
    })

    test('of many concurrent requests one is accepted', async () => {
      await using fixture = await CodesFixture.open(await createPlace())
      const issued = await Promise.allSettled(Array.from({ length: 20 }, () => fixture.issue()))
      assert.equal(issued.filter(({ status }) => status === 'fulfilled').length, 1)
    })

    test('a withdrawn code does not count', async () => {
      await using fixture = await CodesFixture.open(await createPlace())
      for (let round = 0; round < 20; round++) {
        const issued = await fixture.issue()
        await fixture.codes.withdraw(issued.id)
        await fixture.assertInvalid(issued)
      }
    })

    test('a code is valid on every server that shares the state', async () => {
      const place = await createPlace()
      await using first = await CodesFixture.open(place)
      await using second = await CodesFixture.open(place)
      assert.ok(await second.redeem(await first.issue()))
    })
  })
}

test('a copy of the state does not reveal a code, even by trying all million codes', async () => {
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

/** Enters the ten wrong codes that a day allows, then advances the clock to the next day. */
async function enterTenWrongCodes(fixture: CodesFixture): Promise<void> {
  for (let code = 0; code < 2; code++) {
    const issued = await fixture.issue()
    for (let guess = 0; guess < 5; guess++)
      await fixture.assertInvalid(issued, { code: makeWrongCode(issued.code) })
    fixture.now += minuteMs
  }
  fixture.now += dayMs
}
