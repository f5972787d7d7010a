import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { newId } from '@kla/chassis'
import { CloseReportBatchRequest, messageOf, type ReportBatchPreview } from '@kla/proto'
import { BULK_MAX, refusedField, REPORT_CATEGORIES, UNDO_MS } from '@kla/proto/web'
import { refusalOf } from '@kla/testkit'
import fc from 'fast-check'
import { createDesk, type Desk } from '../support/decisions.js'

const MAIL = {
  SMTP_URL: 'smtp://127.0.0.1:1',
  SMTP_REQUIRE_TLS: 'false',
  MAIL_FROM: 'no-reply@kla.test',
  PUBLIC_URL: 'https://kla.test',
}

let desk: Desk
/** The reporter; the people reported have the numbers after it. */
let reporter = 1_000
beforeAll(async () => {
  desk = await createDesk({}, MAIL)
}, 60_000)
afterAll(() => desk.close())
beforeEach(() => {
  reporter += 100
})

const report = (place: number, category = 'abuse', reporterId = reporter) =>
  desk.report(reporter + place, { reporterId, category })
const preview = async (by = 5, seenIds: number[] = []) =>
  desk.moderation.previewReportBatch({ reporterId: reporter, seenIds }, await desk.moderator(by))
const orderOf = ({ digest }: Pick<ReportBatchPreview, 'digest'>, change: Partial<CloseReportBatchRequest> = {}) =>
  messageOf(CloseReportBatchRequest, {
    id: newId(),
    reporterId: reporter,
    status: 'dismissed',
    reason: 'Baits other players.',
    digest,
    ...change,
  })
const close = async (order: CloseReportBatchRequest, by = 5) =>
  desk.moderation.closeReportBatch(order, await desk.moderator(by))
const undo = async (id: string, by = 5) => desk.moderation.undoReportBatch({ id }, await desk.moderator(by))
/** Open entries about the reporter, the newest first: restricted ones have higher numbers. */
async function entries(): Promise<{ action: string; actor: string; details: unknown }[]> {
  const { rows } = await desk.database.query<{ action: string; actor: string; details: string }>(
    `SELECT action, actor, details FROM audit_log WHERE subject_id = $1 AND NOT restricted ORDER BY seq DESC`,
    [String(reporter)],
  )
  return rows.map((row) => ({ ...row, details: JSON.parse(row.details) as unknown }))
}
const idsOf = (reports: readonly { id: number }[]) => reports.map(({ id }) => id)
/** Advances the clock for the work, and turns it back. */
async function later<T>(ms: number, work: () => Promise<T>): Promise<T> {
  desk.clock.aheadMs += ms
  try {
    return await work()
  } finally {
    desk.clock.aheadMs -= ms
  }
}

describe('PreviewReportBatch', () => {
  test('lists what would be closed, newest first, and changes nothing', async () => {
    const first = await report(1)
    const second = await report(2, 'spam')
    await report(1, 'abuse', reporter + 50)
    const found = await preview()
    expect(found).toMatchObject({
      reporterId: reporter,
      reporterName: `player${reporter}`,
      reports: [
        { id: second, reportedId: reporter + 2, reportedName: `player${reporter + 2}`, category: 'spam' },
        { id: first, category: 'abuse' },
      ],
      beyond: 0,
      leftOut: [],
      leftOutTotal: 0,
    })
    expect(found.digest).toMatch(/^[0-9a-f]{64}$/)
    expect(await desk.reports([first, second])).toEqual(['pending', 'pending'])
    expect(await entries()).toEqual([
      { action: 'batches.preview', actor: 'mod5', details: { reports: [second, first] } },
    ])
  })

  test('leaves out what has to be read one by one, and what another moderator has now', async () => {
    const threat = await report(1, 'threat')
    const harm = await report(2, 'self_harm')
    const theirs = await report(3)
    await desk.claim(reporter + 3, { by: 6 })
    const own = await report(4)
    await desk.claim(reporter + 4, { by: 5 })
    const found = await preview()
    expect(idsOf(found.reports)).toEqual([own])
    expect(found.leftOut.map(({ report: left, why, by }) => [left?.id, why, by])).toEqual([
      [theirs, 'claimed', 'mod6'],
      [harm, 'one_by_one', ''],
      [threat, 'one_by_one', ''],
    ])
    await later(11 * 60_000, async () => expect(idsOf((await preview()).reports)).toEqual([own, theirs]))
  })

  test('leaves out a report that was merged from one of these categories', async () => {
    const merged = await report(1)
    await desk.database.query(`INSERT INTO merged_categories (category, report_id) VALUES ('threat', $1)`, [merged])
    expect(await preview()).toMatchObject({ reports: [], digest: '', leftOut: [{ why: 'one_by_one' }] })
  })

  test('does not mention grave reports to those who may not see them', async () => {
    const minor = await report(1, 'possible_minor')
    const illegal = await report(2, 'illegal_content')
    expect(await preview()).toMatchObject({ reports: [], beyond: 0, leftOut: [], leftOutTotal: 0, digest: '' })
    const seeing = await desk.moderator(5, 'reports.grave')
    const found = await desk.moderation.previewReportBatch({ reporterId: reporter, seenIds: [minor] }, seeing)
    expect(idsOf(found.reports)).toEqual([illegal])
    expect(found.leftOut).toMatchObject([{ report: { id: minor }, why: 'one_by_one' }])
  })

  test('names reports of an earlier preview that were decided since', async () => {
    const [one, other] = [await report(1), await report(2)]
    await desk.moderation.reviewReport({ id: one, action: 'review' }, await desk.moderator(6))
    const found = await preview(5, [one, other])
    expect(idsOf(found.reports)).toEqual([other])
    expect(found.leftOut).toMatchObject([{ report: { id: one }, why: 'decided', by: 'mod6' }])
  })

  test('takes the newest BULK_MAX, and says how many are beyond', async () => {
    const oldest = await report(1)
    await desk.database.query(
      `INSERT INTO reports (id, created_at, reporter_id, reported_id, category, reason)
       SELECT 300000000 + $1::int * 1000 + n, now() + n * interval '1 second', $1, $1 + 2, 'spam', 'r'
       FROM generate_series(1, $2::int) AS n`,
      [reporter, BULK_MAX],
    )
    const found = await preview()
    expect(found).toMatchObject({ beyond: 1 })
    expect(found.reports).toHaveLength(BULK_MAX)
    expect(idsOf(found.reports)).not.toContain(oldest)
    const closed = await close(orderOf(found))
    expect(closed.reportIds).toHaveLength(BULK_MAX)
    expect(await preview()).toMatchObject({ reports: [{ id: oldest }], beyond: 0 })
  })

  test('is refused without the permission, and for no number', async () => {
    const reader = await desk.administrator(5, 'reports.read')
    const ask = (reporterId: number, by: typeof reader, seenIds: number[] = []) =>
      refusalOf(desk.moderation.previewReportBatch({ reporterId, seenIds }, by))
    expect(await ask(reporter, reader)).toBe('NOT_ALLOWED')
    expect(await ask(0, await desk.moderator())).toBe('INVALID_FIELD')
    expect(await ask(reporter, await desk.moderator(), [-1])).toBe('INVALID_FIELD')
  })
})

describe('CloseReportBatch', () => {
  test('closes the reports with the reason, and the jobs that have no others', async () => {
    const [one, other] = [await report(1), await report(2)]
    await report(2, 'abuse', reporter + 50)
    const batch = await close(orderOf(await preview()))
    expect(batch).toMatchObject({ reportIds: [one, other], jobs: 1, closedBy: 'mod5', undoneAtMs: 0, leftIds: [] })
    expect(await desk.reports([one, other])).toEqual(['dismissed mod5', 'dismissed mod5'])
    expect(await desk.jobs(reporter + 1)).toEqual([])
    expect(await desk.jobs(reporter + 2)).toMatchObject([{ reports: 1 }])
    const { report: read } = await desk.moderation.getReport({ id: one }, await desk.moderator())
    expect(read).toMatchObject({ notes: 'Baits other players.', reviewedBy: 'mod5' })
    expect(await desk.letters([reporter, reporter + 1])).toEqual([`report-decided ${reporter} waiting`])
  })

  test('leaves one audit entry, without the reason', async () => {
    const one = await report(1)
    const order = orderOf(await preview())
    await close(order)
    const details = { batch: order.id, status: 'dismissed', reports: [one] }
    expect(await entries()).toEqual([
      { action: 'batches.close', actor: 'mod5', details },
      { action: 'batches.preview', actor: 'mod5', details: { reports: [one] } },
    ])
  })

  test('keeps grave reports in a restricted entry of their own', async () => {
    const [open, grave] = [await report(1), await report(2, 'illegal_content')]
    const seeing = await desk.moderator(5, 'reports.grave')
    const found = await desk.moderation.previewReportBatch({ reporterId: reporter, seenIds: [] }, seeing)
    const order = orderOf(found)
    await desk.moderation.closeReportBatch(order, seeing)
    await desk.moderation.undoReportBatch({ id: order.id }, seeing)
    const { rows } = await desk.database.query<{ restricted: boolean; reports: number[] }>(
      `SELECT restricted, details::json->'reports' AS reports FROM audit_log
       WHERE action IN ('batches.close', 'batches.undo') AND subject_id = $1 ORDER BY at_ms, restricted`,
      [String(reporter)],
    )
    expect(rows.filter(({ restricted }) => !restricted).map(({ reports }) => reports)).toEqual([[open], [open]])
    expect(rows.filter(({ restricted }) => restricted).map(({ reports }) => reports)).toEqual([[grave], [grave]])
  })

  test('closes once for a repeated command, and refuses another content', async () => {
    await report(1)
    const order = orderOf(await preview())
    const [first, second] = await Promise.all([close(order), close(order)])
    expect(second).toEqual(first)
    expect((await entries()).map(({ action }) => action)).toEqual(['batches.close', 'batches.preview'])
    expect(await refusalOf(close({ ...order, reason: 'Another.' }))).toBe('INVALID_FIELD')
    expect(await refusalOf(close(order, 6))).toBe('INVALID_FIELD')
  })

  test('refuses when anything of the preview changed', async () => {
    const changes: Readonly<Record<string, (id: number) => Promise<unknown>>> = {
      'a new report': () => report(2),
      'a decision': async (id) => desk.moderation.reviewReport({ id, action: 'review' }, await desk.moderator(6)),
      'a note': async (id) =>
        desk.moderation.addReportNote({ id, noteId: newId(), text: 'Look.' }, await desk.moderator(6)),
      'a claim': () => desk.claim(reporter + 1, { by: 6 }),
      'a deletion': async (id) =>
        desk.moderation.deleteReport({ id }, await desk.administrator(6, 'reports.read', 'reports.delete')),
    }
    for (const [what, change] of Object.entries(changes)) {
      reporter += 100
      const [one, kept] = [await report(1), await report(3)]
      const found = await preview()
      await change(one)
      expect([what, await refusalOf(close(orderOf(found)))]).toEqual([what, 'PREVIEW_OUTDATED'])
      expect(await desk.reports([kept])).toEqual(['pending'])
    }
  })

  test('closes what a preview showed only once when two moderators press at the same time', async () => {
    await report(1)
    const found = await preview()
    const outcomes = await Promise.all([5, 6].map((by) => refusalOf(close(orderOf(found), by))))
    expect(outcomes.sort()).toEqual(['PREVIEW_OUTDATED', 'not refused'])
  })

  test('refuses orders without a reason, a status or something to close', async () => {
    await report(1)
    const found = await preview()
    for (const change of [{ reason: ' ' }, { status: 'action_taken' }, { digest: '' }, { id: 'x' }]) {
      const { text: message } = refusedField(Object.keys(change)[0]!)
      await expect(close(orderOf(found, change))).rejects.toMatchObject({ reason: 'INVALID_FIELD', message })
    }
  })
})

describe('UndoReportBatch', () => {
  test('changes nothing once the letter is being sent', async () => {
    const one = await report(1)
    const order = orderOf(await preview())
    await close(order)
    await desk.database.query("UPDATE mails SET state = 'sending' WHERE account_id = $1", [reporter])
    expect(await refusalOf(undo(order.id))).toBe('TOO_LATE_TO_UNDO')
    expect(await desk.reports([one])).toEqual(['dismissed mod5'])
  })

  test('makes the reports pending again, and sends no letter', async () => {
    const [one, other] = [await report(1), await report(2)]
    const order = orderOf(await preview())
    await close(order)
    const undone = await undo(order.id)
    expect(undone.undoneAtMs).toBeGreaterThan(0)
    expect(undone.leftIds).toEqual([])
    expect(await desk.reports([one, other])).toEqual(['pending', 'pending'])
    expect(await desk.letters([reporter])).toEqual([`report-decided ${reporter} failed undone`])
    expect(await undo(order.id)).toEqual(undone)
  })

  test('leaves and names a report that was changed since', async () => {
    const [one, other] = [await report(1), await report(2)]
    const order = orderOf(await preview())
    await close(order)
    await desk.moderation.reviewReport({ id: one, action: 'action_taken' }, await desk.moderator(6))
    expect(await undo(order.id)).toMatchObject({ leftIds: [one] })
    expect(await desk.reports([one, other])).toEqual(['action_taken mod6', 'pending'])
    const [entry] = await entries()
    expect(entry?.details).toEqual({ batch: order.id, status: 'dismissed', reports: [other], left: [one] })
  })

  test('keeps the letter about a later decision on a report that it leaves', async () => {
    const [one, other] = [await report(1), await report(2)]
    const order = orderOf(await preview())
    await close(order)
    const { version = 0 } = await desk.moderation.updateReport({ id: one, status: 'pending' }, await desk.moderator(6))
    const job = await desk.claim(reporter + 1, { by: 6 })
    const seen = { versions: [{ id: one, version }] }
    await desk.client.decide(desk.orderOf(job, [one], { seen }), await desk.moderator(6))
    expect(await undo(order.id)).toMatchObject({ leftIds: [one] })
    expect(await desk.reports([one, other])).toEqual(['action_taken mod6', 'pending'])
    expect(await desk.letters([reporter])).toEqual([`report-decided ${reporter} waiting`])
  })

  test('is refused after UNDO_MS, and to others', async () => {
    await report(1)
    const order = orderOf(await preview())
    await close(order)
    expect(await refusalOf(undo(order.id, 6))).toBe('BATCH_NOT_FOUND')
    expect(await refusalOf(undo(newId()))).toBe('BATCH_NOT_FOUND')
    await later(UNDO_MS, async () => expect(await refusalOf(undo(order.id))).toBe('TOO_LATE_TO_UNDO'))
    await undo(order.id)
  })

  test('does not raise the alarm of a job again', async () => {
    await report(1)
    await report(2)
    await report(2, 'spam', reporter + 50)
    await desk.database.query(
      `UPDATE jobs SET due_at = now() - interval '2 s', breached_at = now() - interval '1 s' WHERE subject_id > $1`,
      [reporter],
    )
    // The clocks of the reports say the same.
    await desk.database.query(`UPDATE reports SET created_at = created_at - interval '25 h' WHERE reporter_id = $1`, [
      reporter,
    ])
    await desk.database.query(`UPDATE jobs SET opened_at = opened_at - interval '25 h' WHERE subject_id IN ($1, $2)`, [
      reporter + 1,
      reporter + 2,
    ])
    const alarms = async () =>
      (
        await desk.database.query<{ breached: boolean }>(
          `SELECT breached_at IS NOT NULL AS breached FROM jobs
           WHERE subject_id > $1 AND subject_id < $1 + 50 AND closed_at IS NULL ORDER BY subject_id`,
          [reporter],
        )
      ).rows.map(({ breached }) => breached)
    const order = orderOf(await preview())
    await close(order)
    expect(await alarms()).toEqual([false])
    await undo(order.id)
    expect(await alarms()).toEqual([true, true])
  })

  test('takes back what closing did, over any reports', async () => {
    const seeing = await desk.moderator(5, 'reports.grave')
    const state = async () =>
      (
        await desk.database.query(
          `SELECT id, category, status, reviewed_at, reviewed_by, 0 AS due, 0 AS open FROM reports WHERE reporter_id = $1
             OR reported_id BETWEEN $1 AND $1 + 40
           UNION ALL
           SELECT id, category, 'pending', opened_at, claimed_by, extract(epoch FROM due_at), reports * 1000 + reporters
           FROM jobs WHERE subject_id BETWEEN $1 AND $1 + 40 AND closed_at IS NULL ORDER BY 1`,
          [reporter],
        )
      ).rows
    const reports = fc.array(
      fc.record({
        about: fc.integer({ min: 1, max: 4 }),
        category: fc.constantFrom(...REPORT_CATEGORIES),
        own: fc.boolean(),
        decided: fc.boolean(),
        claimed: fc.boolean(),
      }),
      { minLength: 1, maxLength: 6 },
    )
    await fc.assert(
      fc.asyncProperty(reports, fc.constantFrom('dismissed', 'reviewed'), async (given, status) => {
        reporter += 100
        for (const { about, category, own, decided } of given) {
          const id = await report(about, category, own ? reporter : reporter + 50)
          if (decided) await desk.moderation.reviewReport({ id, action: 'review' }, seeing)
        }
        for (const { about, decided, claimed } of given) {
          if (claimed && !decided) await desk.claim(reporter + about, { by: 6 }).catch(() => undefined)
        }
        const before = await state()
        const found = await desk.moderation.previewReportBatch({ reporterId: reporter, seenIds: [] }, seeing)
        fc.pre(found.digest !== '')
        const order = orderOf(found, { status })
        await desk.moderation.closeReportBatch(order, seeing)
        expect(await state()).not.toEqual(before)
        await desk.moderation.undoReportBatch({ id: order.id }, seeing)
        expect(await state()).toEqual(before)
      }),
      { numRuns: 15 },
    )
  }, 60_000)
})

describe('letters about a batch', () => {
  test('name the reports, and say that nothing was done', async () => {
    const sent: { to: string; text: string }[] = []
    const writing = await createDesk(
      {
        mailPort: {
          send: async ({ to, text }) => {
            sent.push({ to, text })
            return { kind: 'taken' as const }
          },
        },
      },
      { ...MAIL, MAIL_HOLD_MS: '1' },
    )
    try {
      const [one, other] = [await writing.report(51, { reporterId: 50 }), await writing.report(52, { reporterId: 50 })]
      const moderator = await writing.moderator()
      const found = await writing.moderation.previewReportBatch({ reporterId: 50, seenIds: [] }, moderator)
      await writing.moderation.closeReportBatch({ ...orderOf(found), reporterId: 50 }, moderator)
      for (let tries = 0; sent.length === 0 && tries < 100; tries += 1)
        await new Promise((done) => setTimeout(done, 50))
      expect(sent).toHaveLength(1)
      expect(sent[0]).toMatchObject({ to: 'player50@kla.test' })
      expect(sent[0]?.text).toContain(`We looked at your reports #${one} and #${other} and took no action.`)
    } finally {
      await writing.close()
    }
  })
})
