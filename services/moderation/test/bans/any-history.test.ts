import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createMetrics, type Database, newId } from '@kla/chassis'
import { BAN_SCOPES, type BanScope } from '@kla/proto/web'
import { quietLogger } from '@kla/testkit'
import fc from 'fast-check'
import type { AuditEntry } from '../../src/audit/rules/chain.js'
import { type BanChanges, createBanChanges } from '../../src/bans/changes.js'
import { createRelay, createRelayMetrics, type Relay } from '../../src/bans/relay.js'
import { createBanStore, createRestrictionStore } from '../../src/bans/store.js'
import { createAuditTables } from '../support/audit-tables.js'
import { failingDatabase } from '../support/failing-database.js'
import { FakeAuth, type Fault, NO_FAULTS } from '../support/fake-auth.js'

/** What may happen. Accounts are two; bans are named by their number among those that were set. */
type Step =
  | { readonly kind: 'ban'; readonly account: number; readonly scope: BanScope; readonly durationMs: number }
  | { readonly kind: 'lift' | 'hide'; readonly ban: number }
  | { readonly kind: 'lift all'; readonly account: number; readonly scope: BanScope | undefined }
  | { readonly kind: 'time passes'; readonly ms: number }
  | { readonly kind: 'late calls arrive' | 'a round' }

const account = fc.nat({ max: 1 })
const scope = fc.constantFrom(...BAN_SCOPES)
const kind = <const Kind extends string>(...kinds: Kind[]) => fc.constantFrom(...kinds)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: kind('ban'), account, scope, durationMs: fc.constantFrom(0, 500, 2e3) }) },
  { weight: 3, arbitrary: fc.record({ kind: kind('lift', 'hide'), ban: fc.nat({ max: 12 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: kind('lift all'), account, scope: fc.option(scope, { nil: undefined }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: kind('time passes'), ms: fc.integer({ min: 1, max: 12_000 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('late calls arrive', 'a round') }) },
)
const fault = fc.option(fc.constantFrom<Fault>('before', 'after', 'late'), { nil: undefined })
const statement = fc.option(fc.constantFrom('before' as const, 'after' as const), { nil: undefined, freq: 12 })

const by = { id: 1, name: 'mod1' }
const entry = (action: string, atMs: number): AuditEntry => ({
  atMs,
  actorId: by.id,
  actor: by.name,
  action,
  subjectKind: 'ban',
  subjectId: '',
  details: '{}',
  requestId: '',
  restricted: false,
  eventId: '',
})

let accounts = 0

/** Two accounts, their bans, and processes that work on them while statements and calls to auth are lost. */
class World {
  readonly auth = new FakeAuth()
  readonly accounts = [++accounts, ++accounts]
  nowMs = 1_700_000_000_000
  private readonly set: number[] = []
  private readonly sound: { readonly bans: BanChanges; readonly relay: Relay }
  private readonly dying: { readonly bans: BanChanges; readonly relay: Relay }

  constructor(
    private readonly database: Database,
    breaks: () => 'before' | 'after' | undefined,
  ) {
    this.sound = this.process(database)
    this.dying = this.process(failingDatabase(database, breaks))
  }

  private process(database: Database) {
    const restrictions = createRestrictionStore(database)
    const metrics = createRelayMetrics(createMetrics('test'))
    const { client: auth } = this.auth
    const relay = createRelay({ restrictions, auth, metrics, log: quietLogger(), now: () => this.nowMs })
    return { bans: createBanChanges(createBanStore(database)), relay }
  }

  /** Does a step in a process that may die of it. */
  async live(step: Step): Promise<void> {
    const { bans, relay } = this.dying
    const change = { by, atMs: this.nowMs }
    const audit = (action: string) => () => entry(action, this.nowMs)
    const publish = async (accountId: number | undefined) => accountId && (await relay.publish(accountId, {}))
    switch (step.kind) {
      case 'ban': {
        const order = { accountId: this.accountOf(step.account), scope: step.scope, durationMs: step.durationMs }
        const ban = await bans.set({ ...order, reason: '', notes: '', evidence: '' }, change, audit('bans.create'))
        if (typeof ban === 'string') return
        this.set.push(ban.id)
        return void (await publish(ban.accountId))
      }
      case 'lift': {
        const lifted = await bans.lift(this.banOf(step.ban), '', change, audit('bans.lift'))
        if (typeof lifted === 'string') return
        return void (await publish(lifted?.accountId))
      }
      case 'hide': {
        const requested = { ...change, requestId: 'one' }
        const hidden = await bans.hide(this.banOf(step.ban), requested, audit('bans.delete'))
        if (typeof hidden === 'string') return
        return void (await publish(hidden?.ban.accountId))
      }
      case 'lift all': {
        const accountId = this.accountOf(step.account)
        const requested = { ...change, requestId: newId() }
        await bans.liftAll({ accountId, scope: step.scope, reason: '' }, requested, audit('bans.lift-all'))
        return void (await publish(accountId))
      }
      case 'time passes':
        this.nowMs += step.ms
        return
      case 'late calls arrive':
        return this.auth.carryOutLate()
      case 'a round':
        return relay.round()
    }
  }

  /** Everything works again, and what is under way comes to its end. */
  async settle(): Promise<void> {
    this.auth.faults = NO_FAULTS
    await this.sound.relay.round()
    this.auth.carryOutLate()
  }

  /** The bans that are in force, read as plainly as can be. */
  async inForce(accountId: number): Promise<number[]> {
    const { rows } = await this.database.query<{ id: number; expires_at: Date | null; lifted: boolean }>(
      `SELECT id, expires_at, lifted_at IS NOT NULL OR hidden_at IS NOT NULL AS lifted FROM bans
       WHERE account_id = $1 ORDER BY id`,
      [accountId],
    )
    return rows
      .filter(({ lifted, expires_at: expiresAt }) => !lifted && (!expiresAt || expiresAt.getTime() > this.nowMs))
      .map(({ id }) => id)
  }

  private accountOf(number: number): number {
    return this.accounts[number] ?? 0
  }

  private banOf(number: number): number {
    return this.set[number % Math.max(1, this.set.length)] ?? 0
  }
}

describe('over any history with failures', () => {
  let tables: Awaited<ReturnType<typeof createAuditTables>>
  beforeAll(async () => {
    tables = await createAuditTables()
  })
  afterAll(() => tables.close())

  test('auth holds the bans in force once the relay has run', async () => {
    let broken = 0
    const history = fc.array(fc.tuple(step, fault), { minLength: 5, maxLength: 25 })
    await fc.assert(
      fc.asyncProperty(history, fc.infiniteStream(statement), async (steps, statements) => {
        const world = new World(tables.database, () => statements.next().value)
        for (const [each, lost] of steps) {
          world.auth.faults = { ...NO_FAULTS, put: () => lost }
          await world.live(each).catch(() => broken++)
        }
        await world.settle()
        for (const accountId of world.accounts) {
          expect(world.auth.bansOf(accountId, world.nowMs)).toEqual(await world.inForce(accountId))
        }
      }),
      { numRuns: 60 },
    )
    expect(broken).toBeGreaterThan(20)
  }, 120_000)

  test(
    'auth holds the bans in force after concurrent changes',
    () =>
      fc.assert(
        fc.asyncProperty(fc.array(fc.tuple(step, fault), { minLength: 10, maxLength: 25 }), async (steps) => {
          const world = new World(tables.database, () => undefined)
          for (const each of [0, 1]) await world.live({ kind: 'ban', account: each, scope: 'chat', durationMs: 0 })
          await Promise.all(
            steps.map(async ([each, lost], at) => {
              world.auth.faults = { ...NO_FAULTS, put: () => (at % 2 === 0 ? lost : undefined) }
              await world.live(each)
            }),
          )
          await world.settle()
          for (const accountId of world.accounts) {
            expect(world.auth.bansOf(accountId, world.nowMs)).toEqual(await world.inForce(accountId))
          }
        }),
        { numRuns: 30 },
      ),
    120_000,
  )
})
