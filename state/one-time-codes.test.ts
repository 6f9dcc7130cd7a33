import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { engines } from './engines.fixture.ts'
import { type CodeGuess, codeLimits, type IssuedCode, OneTimeCodes, testPurpose } from './one-time-codes.ts'
import { openState, type State, type StatePlace } from './state.ts'

const asked = { purpose: 'keys', destination: 'ana@example.org', requester: 'cookie of ana' }
const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** Codes over an empty state, with a clock that only the test moves. */
class Desk implements AsyncDisposable {
  now = Date.parse('2026-11-01T00:00:00Z')
  readonly state: State
  readonly codes: OneTimeCodes

  static async open(place: StatePlace): Promise<Desk> {
    return new Desk(await openState(place))
  }

  private constructor(state: State) {
    this.state = state
    this.codes = new OneTimeCodes(state, () => this.now)
  }

  issue(change: Partial<typeof asked> = {}): Promise<IssuedCode> {
    return this.codes.issue({ ...asked, ...change })
  }

  redeem({ id, code }: IssuedCode, change: Partial<CodeGuess> = {}): Promise<string> {
    return this.codes.redeem({ id, code, purpose: asked.purpose, requester: asked.requester, ...change })
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

for (const { name, skip, emptyPlace } of engines) {
  describe(`one-time codes in ${name}`, { skip }, () => {
    test('six digits prove the destination, once', async () => {
      await using desk = await Desk.open(await emptyPlace())
      const issued = await desk.issue()
      assert.match(issued.code, /^\d{6}$/)
      assert.equal(await desk.redeem(issued), 'ana@example.org')
      await desk.refuses(issued)
    })

    test('six digits prove a telephone just as well, with limits of its own', async () => {
      await using desk = await Desk.open(await emptyPlace())
      await desk.issue()
      const destination = '+14015550123'
      const issued = await desk.issue({ destination })
      await assert.rejects(desk.issue({ destination }), { code: 'rate_limited' })
      desk.now += 10 * minuteMs - 1
      assert.equal(await desk.redeem(issued), destination)
    })

    test('what went to telephones in a day is counted, whichever they are', async () => {
      await using desk = await Desk.open(await emptyPlace())
      const counted = async (after: number) => {
        assert.equal(await desk.codes.sentToTelephones(), after)
      }
      await desk.issue({ destination: '+ana@example.org' })
      await counted(0)
      await desk.issue({ destination: '+14015550123' })
      desk.now += minuteMs
      const { id } = await desk.issue({ destination: '+14015550124' })
      await counted(2)
      await desk.codes.withdraw(id)
      await counted(1)
      desk.now += dayMs - minuteMs
      await counted(0)
    })

    for (const [what, change] of [
      ['by somebody else', { requester: 'another cookie' }],
      ['for another purpose', { purpose: 'oauth' }],
      ['of another challenge', { id: 'unknown' }],
    ] as const) {
      test(`a code is refused ${what}, and stays good`, async () => {
        await using desk = await Desk.open(await emptyPlace())
        const issued = await desk.issue()
        for (let guess = 0; guess < 9; guess++) await desk.refuses(issued, change)
        assert.ok(await desk.redeem(issued))
      })
    }

    test('after five wrong guesses the right one is refused', async () => {
      await using desk = await Desk.open(await emptyPlace())
      const issued = await desk.issue()
      for (let guess = 0; guess < 5; guess++) await desk.refuses(issued, { code: otherThan(issued.code) })
      await desk.refuses(issued)
    })

    test('of a hundred guesses at once five are looked at', async () => {
      await using desk = await Desk.open(await emptyPlace())
      const issued = await desk.issue()
      const guesses = Array.from({ length: 100 }, () =>
        desk.refuses(issued, { code: otherThan(issued.code) }),
      )
      await Promise.all(guesses)
      const { attempts } = await desk.state.database
        .selectFrom('one_time_code')
        .select('attempts')
        .executeTakeFirstOrThrow()
      assert.equal(attempts, 5)
    })

    test('of the right code sent ten times at once one is taken', async () => {
      await using desk = await Desk.open(await emptyPlace())
      const issued = await desk.issue()
      const redeemed = await Promise.allSettled(Array.from({ length: 10 }, () => desk.redeem(issued)))
      assert.equal(redeemed.filter(({ status }) => status === 'fulfilled').length, 1)
    })

    test('a new code brings no new guesses beyond ten a day, and none to the owner either until tomorrow', async () => {
      await using desk = await Desk.open(await emptyPlace())
      let issued = await desk.issue()
      for (let round = 0; round < 2; round++) {
        for (let guess = 0; guess < 5; guess++) await desk.refuses(issued, { code: otherThan(issued.code) })
        desk.now += minuteMs
        issued = await desk.issue()
      }
      await assert.rejects(desk.redeem(issued), { code: 'rate_limited' })
      desk.now += dayMs
      assert.ok(await desk.redeem(await desk.issue()))
    })

    test('a hundred wrong guesses in a row end it until the operator forgives; a right one begins anew', async () => {
      await using desk = await Desk.open(await emptyPlace())
      const guessTen = async (): Promise<void> => {
        for (let code = 0; code < 2; code++) {
          const issued = await desk.issue()
          for (let guess = 0; guess < 5; guess++) await desk.refuses(issued, { code: otherThan(issued.code) })
          desk.now += minuteMs
        }
        desk.now += dayMs
      }
      for (let day = 0; day < 5; day++) await guessTen()
      assert.ok(await desk.redeem(await desk.issue()))
      desk.now += dayMs
      for (let day = 0; day < 9; day++) await guessTen()
      const early = await desk.issue()
      desk.now += codeLimits.resendAfterMs
      await guessTen()
      for (const refused of [desk.issue(), desk.issue({ requester: 'another' })])
        await assert.rejects(refused, { code: 'rate_limited', message: /the operator of the service/ })
      await desk.refuses(early)
      assert.equal(await desk.codes.unlock('bob@example.org'), false)
      assert.ok(await desk.codes.unlock('ana@example.org'))
      assert.ok(await desk.redeem(await desk.issue()))
    })

    test('a live code is not looked at after a hundred wrong guesses', async () => {
      await using desk = await Desk.open(await emptyPlace())
      const issued = await desk.issue()
      await desk.state.database.updateTable('code_destination').set({ failures: 100 }).execute()
      await assert.rejects(desk.redeem(issued), { code: 'rate_limited', message: /the operator/ })
    })

    test('whoever is refused for wrong guesses is told when to come back', async () => {
      await using desk = await Desk.open(await emptyPlace())
      const issued = await desk.issue()
      await desk.state.database.updateTable('one_time_code').set({ attempts: 4 }).execute()
      desk.now += codeLimits.resendAfterMs
      const other = await desk.issue({ requester: 'another' })
      await desk.state.database.updateTable('one_time_code').set({ attempts: 4 }).execute()
      desk.now += codeLimits.resendAfterMs
      await desk.issue({ requester: 'a third' })
      await desk.state.database.updateTable('one_time_code').set({ attempts: 4 }).execute()
      await assert.rejects(desk.redeem(other, { requester: 'another' }), { retryAfterSeconds: 86_400 })
      await desk.state.database.updateTable('code_destination').set({ failures: 100 }).execute()
      await assert.rejects(desk.redeem(issued), { retryAfterSeconds: 86_400 })
    })

    test('trials wait for no other code, and no other for them', async () => {
      await using desk = await Desk.open(await emptyPlace())
      await desk.issue()
      for (let sent = 0; sent < 4; sent++)
        await desk.issue({ purpose: testPurpose, requester: `operator ${sent}` })
      await assert.rejects(desk.issue(), { code: 'rate_limited' })
      desk.now += codeLimits.resendAfterMs
      await desk.issue()
      assert.equal(await desk.codes.sentToTelephones(), 0)
    })

    test('it is known where a code went, to who asked for it', async () => {
      await using desk = await Desk.open(await emptyPlace())
      const { id } = await desk.issue()
      const { purpose, requester, destination } = asked
      assert.equal(await desk.codes.destinationOf({ id, purpose, requester }), destination)
      assert.equal(await desk.codes.destinationOf({ id, purpose, requester: 'another' }), null)
      assert.equal(await desk.codes.destinationOf({ id: 'a\0', purpose, requester }), null)
    })

    test('codes are asked for and typed at once by the same browser, at many destinations', async () => {
      await using desk = await Desk.open(await emptyPlace())
      const destinations = Array.from({ length: 30 }, (_, index) => `${index}@example.org`)
      const issued = await Promise.all(destinations.map((destination) => desk.issue({ destination })))
      desk.now += codeLimits.resendAfterMs
      const redeeming = issued.map((each) => desk.redeem(each))
      const again = destinations.map((destination) => desk.issue({ destination }))
      for (const result of await Promise.allSettled([...redeeming, ...again]))
        if (result.status === 'rejected') assert.equal(result.reason.code, 'invalid_code')
    })

    test('a clock that is set back neither makes a code last nor keeps new ones away', async () => {
      await using desk = await Desk.open(await emptyPlace())
      const early = await desk.issue()
      desk.now -= 60 * minuteMs
      await desk.refuses(early)
      assert.ok(await desk.redeem(await desk.issue()))
    })

    test('a day later nothing is left of an address that was typed once, but what was guessed at', async () => {
      await using desk = await Desk.open(await emptyPlace())
      await desk.issue()
      const guessed = await desk.issue({ destination: 'bob@example.org' })
      await desk.refuses(guessed, { code: otherThan(guessed.code) })
      desk.now += dayMs
      await desk.issue({ destination: 'eve@example.org' })
      const { database } = desk.state
      const [codes, destinations] = await Promise.all([
        database.selectFrom('one_time_code').select('destination').execute(),
        database.selectFrom('code_destination').select('destination').orderBy('destination').execute(),
      ])
      const kept = [codes, destinations].map((rows) => rows.map(({ destination }) => destination))
      assert.deepEqual(kept, [['eve@example.org'], ['bob@example.org', 'eve@example.org']])
    })

    test('a code ends after ten minutes', async () => {
      await using desk = await Desk.open(await emptyPlace())
      const issued = await desk.issue()
      desk.now += codeLimits.lifeMs - 1
      assert.ok(await desk.redeem(issued))
      desk.now += minuteMs
      const late = await desk.issue()
      desk.now += codeLimits.lifeMs
      await desk.refuses(late)
    })

    test('a second code ends the first of the same requester, and that of nobody else', async () => {
      await using desk = await Desk.open(await emptyPlace())
      const first = await desk.issue()
      desk.now += codeLimits.resendAfterMs
      await desk.issue({ requester: 'a stranger' })
      desk.now += codeLimits.resendAfterMs
      await desk.codes.issue({ ...asked, purpose: 'oauth' })
      assert.ok(await desk.redeem(first))
      desk.now += dayMs
      const older = await desk.issue()
      desk.now += codeLimits.resendAfterMs
      const newer = await desk.issue()
      await desk.refuses(older)
      assert.ok(await desk.redeem(newer))
    })

    test('codes are sent half a minute apart, three in a quarter of an hour and ten a day', async () => {
      await using desk = await Desk.open(await emptyPlace())
      const sentAt: number[] = []
      for (const start = desk.now; desk.now < start + dayMs; desk.now += 10_000) {
        await desk.issue().then(
          () => sentAt.push((desk.now - start) / 1000),
          (error: { code: string }) => assert.equal(error.code, 'rate_limited'),
        )
      }
      assert.deepEqual(sentAt, [0, 30, 60, 900, 930, 960, 1800, 1830, 1860, 2700])
      desk.now += dayMs
      assert.ok(await desk.issue())
    })

    test('of many requests at once one is sent', async () => {
      await using desk = await Desk.open(await emptyPlace())
      const issued = await Promise.allSettled(Array.from({ length: 20 }, () => desk.issue()))
      assert.equal(issued.filter(({ status }) => status === 'fulfilled').length, 1)
    })

    test('one that could not be sent counts for nothing', async () => {
      await using desk = await Desk.open(await emptyPlace())
      for (let time = 0; time < 20; time++) {
        const issued = await desk.issue()
        await desk.codes.withdraw(issued.id)
        await desk.refuses(issued)
      }
    })

    test('every server that shares the state takes it', async () => {
      const place = await emptyPlace()
      await using one = await Desk.open(place)
      await using other = await Desk.open(place)
      assert.ok(await other.redeem(await one.issue()))
    })
  })
}

test('who has all that is stored can neither read a code nor try the million of them out', async () => {
  const place = await engines[0]!.emptyPlace()
  assert.ok('folder' in place)
  await using desk = await Desk.open(place)
  const { code, id } = await desk.issue()
  const { mac, ...row } = await desk.state.database
    .selectFrom('one_time_code')
    .selectAll()
    .executeTakeFirstOrThrow()
  const secrets = await desk.state.database.selectFrom('server_secret').select('secret').execute()
  const stored = [id, row.destination, row.requester, ...secrets.map(({ secret }) => secret)]
  for (const key of stored)
    assert.notDeepEqual(createHmac('sha256', key).update(`${id} ${code}`).digest(), Buffer.from(mac))
  const files = globSync('state.sqlite*', { cwd: place.folder })
  const bytes = Buffer.concat(files.map((name) => readFileSync(join(place.folder, name))))
  assert.ok(bytes.includes(id), 'the row is in one of the files')
  assert.ok(!bytes.includes(code) && !bytes.includes(asked.requester))
})
