import { inTransaction, newId } from '@kla/chassis'
import { DecideRequest, DecisionsServiceService as definition, Measure, messageOf } from '@kla/proto'
import type { Permission } from '@kla/proto/web'
import { createTestClient } from '@kla/testkit'
import { deriveJobs } from '../../src/jobs/index.js'
import { createModeration, type Moderation } from './moderation.js'

export const DECIDES: readonly Permission[] = ['reports.read', 'reports.decide', 'bans.set']

const HOUR_MS = 3_600_000

/** Moderation with reports, jobs that are claimed, and clients of the decisions' service. */
export async function createDesk(...given: Parameters<typeof createModeration>) {
  const moderation = await createModeration(...given)
  const clientOf = (service: Moderation['service']) =>
    createTestClient({ definition, address: `127.0.0.1:${service.ports.grpc}`, deadlineMs: 15_000, attemptMs: 15_000 })
  const client = clientOf(moderation.service)
  let nextReport = 200_000_000

  const { database, clock } = moderation
  /** A report, and the job that follows from it. */
  async function report(subjectId: number, { reporterId = 1, category = 'abuse' } = {}): Promise<number> {
    const id = nextReport++
    await database.query(
      `INSERT INTO reports (id, created_at, reporter_id, reported_id, category, reason) VALUES ($1, $2, $3, $4, $5, 'r')`,
      [id, new Date(clock.now()), reporterId, subjectId, category],
    )
    await inTransaction(database, (tx) => deriveJobs(tx, [subjectId], clock.now()))
    return id
  }

  async function claim(subjectId: number, { by = 5, grave = false } = {}): Promise<{ jobId: number; claim: string }> {
    const { rows } = await database.query<{ id: number }>(
      'SELECT id FROM jobs WHERE subject_id = $1 AND grave = $2 AND closed_at IS NULL',
      [subjectId, grave],
    )
    const administrator = await moderation.administrator(by, ...DECIDES, ...(grave ? (['reports.grave'] as const) : []))
    const { job } = await moderation.desk.claimJob({ id: rows[0]?.id ?? 0 }, administrator)
    return { jobId: job?.id ?? 0, claim: job?.claim ?? '' }
  }

  /** An order to act on these reports with a day's ban. */
  const orderOf = (
    job: { jobId: number; claim: string },
    reports: readonly number[],
    change: Partial<DecideRequest> = {},
  ): DecideRequest =>
    messageOf(DecideRequest, {
      id: newId(),
      ...job,
      outcome: 'acted',
      rule: 'harassment',
      facts: 'Insulted the opponent again and again.',
      basis: ['chat'],
      measures: [messageOf(Measure, { kind: 'global', durationMs: 24 * HOUR_MS })],
      seen: { versions: reports.map((id) => ({ id, version: 1 })) },
      ...change,
    })

  return {
    ...moderation,
    moderation: moderation.client,
    client,
    clientOf,
    report,
    claim,
    orderOf,
    moderator: (id = 5, ...more: Permission[]) => moderation.administrator(id, ...DECIDES, ...more),
    /** Reports as `status by`. */
    async reports(ids: readonly number[]): Promise<string[]> {
      const { rows } = await database.query<{ id: number; status: string; reviewed_by: string }>(
        'SELECT id, status, reviewed_by FROM reports WHERE id = ANY($1) ORDER BY id',
        [ids],
      )
      return rows.map(({ status, reviewed_by: by }) => `${status} ${by}`.trim())
    },
    /** Open jobs of an account. */
    async jobs(
      subjectId: number,
    ): Promise<{ id: number; reports: number; claimed_by: string; claim: string | null }[]> {
      const { rows } = await database.query<{ id: number; reports: number; claimed_by: string; claim: string | null }>(
        'SELECT id, reports, claimed_by, claim FROM jobs WHERE subject_id = $1 AND closed_at IS NULL ORDER BY id',
        [subjectId],
      )
      return rows
    },
    /** Bans in force as `scope end`, by the account's own list. */
    async bansOf(subjectId: number): Promise<string[]> {
      const { bans } = await moderation.client.listOwnBans({}, await moderation.as(subjectId))
      return bans.map(({ scope, expiresAtMs }) => `${scope} ${expiresAtMs}`).sort()
    },
    /** Letters as `kind account state`. */
    async letters(accountIds: readonly number[]): Promise<string[]> {
      const { rows } = await database.query<{ kind: string; account_id: number; state: string; outcome: string }>(
        'SELECT kind, account_id, state, outcome FROM mails WHERE account_id = ANY($1) ORDER BY kind, account_id',
        [accountIds],
      )
      return rows.map(({ kind, account_id: id, state, outcome }) => `${kind} ${id} ${state} ${outcome}`.trim())
    },
    async close(): Promise<void> {
      client.close()
      await moderation.close()
    },
  }
}

export type Desk = Awaited<ReturnType<typeof createDesk>>
