import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type ApprovalActor, type Database, newId } from '@kla/chassis'
import { BAN_SCOPES, type BanScope, type BanThen } from '@kla/proto/web'
import fc from 'fast-check'
import type { AuditEntry } from '../../src/audit/rules/chain.js'
import { type BanChanges, createBanChanges } from '../../src/bans/changes.js'
import { createBanStore } from '../../src/bans/store.js'
import { type AppealChanges, createAppealChanges } from '../../src/decisions/appeals-store.js'
import { createDecisionChanges, type DecisionChanges } from '../../src/decisions/decide-store.js'
import type { DecisionOrder } from '../../src/decisions/rules.js'
import { NO_MAIL } from '../../src/mails/index.js'
import { type AuditTables, createAuditTables } from '../support/audit-tables.js'

const HOUR_MS = 3_600_000

/** What becomes of the ban in force in a scope: another one beside it, or a change of it. */
interface Measure {
  readonly scope: BanScope
  readonly durationMs: number
  readonly then: BanThen | 'beside'
}
type Step = (Measure & { readonly kind: 'ban' }) | { readonly kind: 'lift'; readonly scope: BanScope } | Passing
interface Passing {
  readonly kind: 'time passes'
  readonly ms: number
}

const scope = fc.constantFrom(...BAN_SCOPES)
const measure: fc.Arbitrary<Measure> = fc.record({
  scope,
  durationMs: fc.constantFrom(0, HOUR_MS, 2 * HOUR_MS, 24 * HOUR_MS),
  then: fc.constantFrom<Measure['then']>('beside', 'extend', 'extend', 'replace', 'replace'),
})
const passing = fc.record<Passing>({ kind: fc.constant('time passes'), ms: fc.integer({ min: 1, max: 2 * HOUR_MS }) })
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: measure.map((given) => ({ kind: 'ban' as const, ...given })) },
  { weight: 1, arbitrary: scope.map((one) => ({ kind: 'lift' as const, scope: one })) },
  { weight: 1, arbitrary: passing },
)
const decision = fc.uniqueArray(measure, { minLength: 1, maxLength: 3, selector: (one) => one.scope })

const entry: AuditEntry = {
  atMs: 0,
  actorId: 5,
  actor: 'mod5',
  action: 'decisions.decide',
  subjectKind: 'account',
  subjectId: '',
  details: '{}',
  requestId: '',
  restricted: false,
  eventId: '',
}
const actor = (id: number, nowMs: number): ApprovalActor => ({
  id,
  name: `mod${id}`,
  independence: { makers: [], controllers: [], changedAtMs: 0 },
  nowMs,
})

let accounts = 0
let reports = 300_000_000

/** One account, its bans and the decisions about it. */
class World {
  readonly accountId = ++accounts
  nowMs = 1_800_000_000_000
  private readonly bans: BanChanges
  private readonly decisions: DecisionChanges
  private readonly appeals: AppealChanges

  constructor(private readonly database: Database) {
    this.bans = createBanChanges(createBanStore(database))
    this.decisions = createDecisionChanges(database, NO_MAIL, () => Promise.resolve())
    this.appeals = createAppealChanges(database, NO_MAIL)
  }

  async live(given: Step): Promise<void> {
    const change = { by: { id: 9, name: 'mod9' }, atMs: this.nowMs }
    switch (given.kind) {
      case 'ban': {
        const order = { accountId: this.accountId, reason: 'by hand', notes: '', evidence: '', ...given }
        await this.bans.set(order, { ...change, expected: await this.expected(given) }, () => entry)
        return
      }
      case 'lift':
        await this.bans.liftAll(
          { accountId: this.accountId, scope: given.scope, reason: '' },
          { ...change, requestId: newId() },
          () => entry,
        )
        return
      case 'time passes':
        this.nowMs += given.ms
    }
  }

  /** Returns the id of the decision; undefined if it was refused. */
  async decide(measures: readonly Measure[]): Promise<string | undefined> {
    this.nowMs += 1
    const [id, claim] = [newId(), newId()]
    const report = reports++
    await this.database.query(
      `INSERT INTO reports (id, created_at, reporter_id, reported_id, category, reason) VALUES ($1, $2, 1, $3, 'spam', 'r')`,
      [report, new Date(this.nowMs), this.accountId],
    )
    await this.database.query(
      'UPDATE jobs SET closed_at = $2, claim = NULL, claimed_by_id = NULL, claimed_until = NULL WHERE subject_id = $1 AND closed_at IS NULL',
      [this.accountId, new Date(this.nowMs)],
    )
    const { rows } = await this.database.query<{ id: number }>(
      `INSERT INTO jobs (id, subject_id, grave, category, opened_at, due_at, reports, reporters, claim, claimed_by_id,
         claimed_until)
       VALUES (nextval('job_ids'), $1, false, 'spam', $2, $2, 1, 1, $3, 5, $4) RETURNING id`,
      [this.accountId, new Date(this.nowMs), claim, new Date(this.nowMs + HOUR_MS)],
    )
    const order: Omit<DecisionOrder, 'measures'> = {
      ...({
        id,
        jobId: rows[0]!.id,
        claim,
        outcome: 'acted',
        rule: 'spam',
        facts: 'decided',
        basis: ['chat'],
      } as const),
      ...{ letter: '', note: '', seen: new Map([[report, 1]]) },
    }
    const taken: DecisionOrder['measures'][number][] = []
    for (const given of measures)
      taken.push({ kind: given.scope, durationMs: given.durationMs, expected: await this.expected(given) })
    const by = { by: actor(5, this.nowMs), visibility: { grave: true } }
    return this.decisions
      .decide({ ...order, measures: taken }, by, () => entry)
      .then(
        () => id,
        (error: { reason?: string }) => {
          expect(['INVALID_FIELD', 'ALREADY_BANNED', 'CHANGED_MEANWHILE']).toContain(error.reason)
          return undefined
        },
      )
  }

  async undo(id: string): Promise<void> {
    const by = { by: actor(5, this.nowMs), visibility: { grave: true } }
    await this.decisions.undo(id, by, () => entry)
  }

  async overturn(id: string): Promise<void> {
    await this.appeals.open({ decisionId: id, accountId: this.accountId, text: 'No.' }, this.nowMs)
    const { rows } = await this.database.query<{ id: number }>('SELECT id FROM appeals WHERE decision_id = $1', [id])
    const change = { by: { id: 6, name: 'mod6' }, atMs: this.nowMs, visibility: { grave: true } }
    await this.appeals.answer(rows[0]!.id, { outcome: 'overturned', answer: 'Sorry.' }, change, () => entry)
  }

  /** The bans in force with their ends and reasons, read as plainly as can be. */
  async inForce(): Promise<string[]> {
    const { rows } = await this.database.query<{ id: number; scope: string; expires_at: Date | null; reason: string }>(
      `SELECT id, scope, expires_at, reason FROM bans WHERE account_id = $1 AND lifted_at IS NULL
       AND hidden_at IS NULL AND (expires_at IS NULL OR expires_at > $2) ORDER BY id`,
      [this.accountId, new Date(this.nowMs)],
    )
    return rows.map((row) => `${row.id} ${row.scope} ${row.expires_at?.getTime() ?? 'permanent'} ${row.reason}`)
  }

  private async expected({ scope: wanted, then }: Measure) {
    if (then === 'beside') return undefined
    const { rows } = await this.database.query<{ id: number; version: number }>(
      `SELECT id, version FROM bans WHERE account_id = $1 AND scope = $2 AND lifted_at IS NULL AND hidden_at IS NULL
       AND (expires_at IS NULL OR expires_at > $3) ORDER BY expires_at DESC NULLS FIRST, id LIMIT 1`,
      [this.accountId, wanted, new Date(this.nowMs)],
    )
    return rows[0] ? { ...rows[0], then } : { id: 0, version: 0, then: undefined }
  }
}

describe('over any history of bans', () => {
  let tables: AuditTables
  beforeAll(async () => {
    tables = await createAuditTables()
  }, 60_000)
  afterAll(() => tables.close())

  const history = fc.array(step, { maxLength: 8 })

  test('decisions that are undone, the last one first, leave the bans in force as they were', async () => {
    let undone = 0
    await fc.assert(
      fc.asyncProperty(history, fc.array(decision, { minLength: 1, maxLength: 3 }), async (steps, decisions) => {
        const world = new World(tables.database)
        for (const each of steps) await world.live(each)
        const stack: { id: string; before: string[] }[] = []
        for (const measures of decisions) {
          const before = await world.inForce()
          const id = await world.decide(measures)
          if (id === undefined) expect(await world.inForce()).toEqual(before)
          else stack.push({ id, before })
        }
        for (const { id, before } of stack.reverse()) {
          await world.undo(id)
          expect(await world.inForce()).toEqual(before)
          undone++
        }
      }),
      { numRuns: 60 },
    )
    expect(undone).toBeGreaterThan(30)
  }, 120_000)

  test('decisions that are overturned, in any order, leave the bans in force as they were', async () => {
    let overturned = 0
    const decisions = fc.array(fc.tuple(decision, fc.nat()), { minLength: 1, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(history, decisions, async (steps, given) => {
        const world = new World(tables.database)
        for (const each of steps) await world.live(each)
        // Ends within these milliseconds would hide what a decision has replaced.
        world.nowMs += 7
        const before = await world.inForce()
        const made: { id: string; order: number }[] = []
        for (const [measures, order] of given) {
          const id = await world.decide(measures)
          if (id !== undefined) made.push({ id, order })
        }
        for (const { id } of made.sort((one, other) => one.order - other.order)) {
          await world.overturn(id)
          overturned++
        }
        const endsAt = (line: string): number => Number(line.split(' ')[2])
        expect(await world.inForce()).toEqual(before.filter((line) => !(endsAt(line) <= world.nowMs)))
      }),
      { numRuns: 60 },
    )
    expect(overturned).toBeGreaterThan(30)
  }, 120_000)
})
