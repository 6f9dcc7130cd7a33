import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { engines } from './engines.fixture.ts'
import { type CodeGuess, codeLimits, type IssuedCode, OneTimeCodes } from './one-time-codes.ts'
import { openState, type State, type StatePlace } from './state.ts'

const asked = { purpose: 'keys', destination: 'ana@example.org', requester: 'cookie of ana' }
const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** Codes over an empty state, with a clock that only the test moves. */
class Desk implements AsyncDisposable {
  now = Date.parse('2026-11-01T00:00:00Z')
  readonly state: State
  codes!: OneTimeCodes

  static async open(place: StatePlace): Promise<Desk> {
    const desk = new Desk(await openState(place))
    desk.codes = await OneTimeCodes.open(desk.state, () => desk.now)
    return desk
  }

  private constructor(state: State) {
    this.state = state
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

    test('a hundred wrong guesses in a row end it, days apart or not; a right one begins anew', async () => {
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
      for (let day = 0; day < 10; day++) await guessTen()
      await assert.rejects(desk.redeem(await desk.issue()), { code: 'rate_limited' })
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

test('the file holds no code, nor a hash that could be looked up', async () => {
  const place = await engines[0]!.emptyPlace()
  await using desk = await Desk.open(place)
  const { code, id } = await desk.issue()
  const { mac } = await desk.state.database
    .selectFrom('one_time_code')
    .select('mac')
    .executeTakeFirstOrThrow()
  await using other = await Desk.open(await engines[0]!.emptyPlace())
  await other.state.database
    .insertInto('one_time_code')
    .values({ id, ...asked, requester: Buffer.alloc(32), mac, attempts: 0, sent_at: other.now })
    .execute()
  assert.ok('folder' in place && !readFileSync(join(place.folder, 'state.sqlite')).includes(code))
  await other.refuses({ id, code })
})
