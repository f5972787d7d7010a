import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { type GrpcClient, newId } from '@kla/chassis'
import { PeopleServiceService } from '@kla/proto'
import { DELETIONS_ALONE_MS, type Permission } from '@kla/proto/web'
import { createTestClient, refusalOf } from '@kla/testkit'
import { createDesk, DECIDES, type Desk } from '../support/decisions.js'

const RIGHTS: readonly Permission[] = [
  ...DECIDES,
  ...(['reports.grave', 'reports.delete', 'bans.read', 'bans.lift', 'bans.delete', 'holds.manage'] as const),
]
const LIST = { page: 1, pageSize: 25, status: '', category: '', q: '', reporterId: 0, sort: 'newest' }

let desk: Desk
let people: GrpcClient<typeof PeopleServiceService>
let player = 7_000
beforeAll(async () => {
  desk = await createDesk()
  const address = `127.0.0.1:${desk.service.ports.grpc}`
  people = createTestClient({ definition: PeopleServiceService, address, deadlineMs: 15_000 })
})
afterAll(async () => {
  people.close()
  await desk.close()
})
beforeEach(() => {
  player += 1
  // Others delete reports alone here.
  desk.clock.aheadMs += DELETIONS_ALONE_MS
})

interface Context {
  readonly principal: string
}
type Made = Awaited<ReturnType<typeof make>>

/** Everything that there can be about the player: reports, a claimed job, decisions, an appeal, a ban. */
async function make() {
  const other = await desk.moderator(6, ...RIGHTS)
  const decided = async (by: number) => {
    const reports = [await desk.report(player)]
    return desk.client.decide(desk.orderOf(await desk.claim(player, { by }), reports), await desk.moderator(by))
  }
  const appealed = await decided(6)
  await desk.client.openAppeal({ decisionId: appealed.id, text: 'No.' }, await desk.as(player))
  const { appeals } = await desk.client.listAppeals({ open: true, after: '', limit: 25 }, other)
  const recent = await decided(5)
  const deleted = await desk.report(player)
  await desk.moderation.deleteReport({ id: deleted }, other)
  const report = await desk.report(player)
  const claimed = await desk.claim(player, { by: 5 })
  const asked = await desk.moderation.askForReportDeletion({ ids: [report], reason: 'r' }, other)
  const ban = await desk.moderation.createBan(
    { userId: player, reason: '', scope: 'chat', durationMs: 0, notes: '', evidenceJson: '' },
    other,
  )
  return {
    ...{ report, deleted, claimed, ban: ban.id, approval: asked.id, decision: recent.id },
    appeal: appeals.find(({ decision }) => decision?.accountId === player)?.id ?? 0,
  }
}

const BANS = { scope: '', limit: 200, offset: 0, after: '' }
async function exportedBans(as: Context): Promise<number[]> {
  const found: number[] = []
  for await (const { bans } of desk.moderation.exportBans({ list: { ...BANS, userId: 0 } }, as)) {
    found.push(...bans.map(({ id }) => id))
  }
  return found
}

const note = () => ({ noteId: newId(), text: 'x' })

const PATHS: readonly [string, string, (made: Made, as: Context) => Promise<unknown>][] = [
  ['GetReport', 'REPORT_NOT_FOUND', ({ report }, as) => desk.moderation.getReport({ id: report }, as)],
  ['UpdateReport', 'REPORT_NOT_FOUND', ({ report }, as) => desk.moderation.updateReport({ id: report, status: 'dismissed' }, as)],
  ['ReviewReport', 'REPORT_NOT_FOUND', ({ report }, as) => desk.moderation.reviewReport({ id: report, action: 'dismiss' }, as)],
  ['AddReportNote', 'REPORT_NOT_FOUND', ({ report }, as) => desk.moderation.addReportNote({ id: report, ...note() }, as)],
  ['DeleteReport', 'REPORT_NOT_FOUND', ({ report }, as) => desk.moderation.deleteReport({ id: report }, as)],
  ['RestoreReport', 'REPORT_NOT_FOUND', ({ deleted }, as) => desk.moderation.restoreReport({ id: deleted }, as)],
  ['ApproveReportDeletion', 'NOT_ALLOWED', ({ approval }, as) => desk.moderation.approveReportDeletion({ id: approval }, as)],
  ['PlaceHold on a report', 'REPORT_NOT_FOUND', ({ report }, as) => desk.moderation.placeHold({ kind: 'report', id: report, reason: 'r' }, as)],
  ['PlaceHold on a ban', 'BAN_NOT_FOUND', ({ ban }, as) => desk.moderation.placeHold({ kind: 'ban', id: ban, reason: 'r' }, as)],
  ['GetJob', 'JOB_NOT_FOUND', ({ claimed }, as) => desk.desk.getJob({ id: claimed.jobId }, as)],
  ['ClaimJob', 'JOB_NOT_FOUND', ({ claimed }, as) => desk.desk.claimJob({ id: claimed.jobId }, as)],
  ['RenewClaim', 'JOB_NOT_FOUND', ({ claimed: { jobId: id, claim } }, as) => desk.desk.renewClaim({ id, claim }, as)],
  ['Decide', 'JOB_NOT_FOUND', ({ claimed, report }, as) => desk.client.decide(desk.orderOf(claimed, [report], { measures: [], outcome: 'dismissed', rule: '', basis: [] }), as)],
  ['UndoDecision', 'DECISION_NOT_FOUND', ({ decision }, as) => desk.client.undoDecision({ id: decision }, as)],
  ['PreviewDecision', 'NOT_ALLOWED', (_made, as) => desk.client.previewDecision({ accountId: player, rule: 'harassment' }, as)],
  ['DecideAppeal', 'APPEAL_NOT_FOUND', ({ appeal }, as) => desk.client.decideAppeal({ id: appeal, outcome: 'upheld', answer: 'It stays.' }, as)],
  ['CreateBan', 'NOT_ALLOWED', (_made, as) => desk.moderation.createBan({ userId: player, reason: '', scope: 'rooms', durationMs: 0, notes: '', evidenceJson: '' }, as)],
  ['LiftBan', 'NOT_ALLOWED', ({ ban }, as) => desk.moderation.liftBan({ id: ban, liftReason: '' }, as)],
  ['LiftAllBans', 'NOT_ALLOWED', (_made, as) => desk.moderation.liftAllBans({ userId: player, scope: '', liftReason: '' }, as)],
  ['DeleteBan', 'NOT_ALLOWED', ({ ban }, as) => desk.moderation.deleteBan({ id: ban }, as)],
  ['GetBan', 'NOT_ALLOWED', ({ ban }, as) => desk.moderation.getBan({ id: ban }, as)],
  ['FindActiveBan', 'NOT_ALLOWED', (_made, as) => desk.moderation.findActiveBan({ userId: player, scope: '' }, as)],
  ['AddBanNote', 'NOT_ALLOWED', ({ ban }, as) => desk.moderation.addBanNote({ id: ban, ...note() }, as)],
  ['AddAccountNote', 'NOT_ALLOWED', (_made, as) => people.addAccountNote({ accountId: player, ...note() }, as)],
  ['ListAccountNotes', 'NOT_ALLOWED', (_made, as) => people.listAccountNotes({ accountId: player }, as)],
] // oxfmt-ignore

const own = () => desk.playing(player, 5, ...RIGHTS)
const others = () => desk.playing(player + 500, 5, ...RIGHTS)

describe("an administrator's own player account", () => {
  test.each(PATHS)('is out of reach of %s (%s), and no other account is', async (_rpc, refusal, call) => {
    const made = await make()
    expect(await refusalOf(call(made, await own()))).toBe(refusal)
    expect(await refusalOf(call(made, await others()))).toBe('not refused')
  })

  test('is left out of the next job, lists, numbers and bulk changes', async () => {
    const { report, claimed, approval, ban } = await make()
    const { id, claim } = { id: claimed.jobId, claim: claimed.claim }
    await desk.desk.releaseJob({ id, claim }, await others())
    const seen = async (as: Context) => ({
      reports: (await desk.moderation.listReports({ ...LIST, reportedId: player }, as)).total,
      deleted: (await desk.moderation.listDeletedReports({ page: 1, pageSize: 200 }, as)).reports.filter(
        (one) => one.report?.reportedId === player,
      ).length,
      about: (await people.getAccountReports({ accountId: player }, as)).aboutTotals?.total,
      subject: (await desk.moderation.getSubject({ accountId: player }, as)).reportsAboutTotal,
      decisions: (await desk.client.listDecisions({ accountId: player, after: '', limit: 25 }, as)).decisions.length,
      jobs: (await desk.desk.listJobs({ after: '', limit: 200, mine: false }, as)).jobs.filter(
        ({ subjectId }) => subjectId === player,
      ).length,
      approvals: (await desk.moderation.listReportApprovals({}, as)).approvals.filter(({ id: one }) => one === approval)
        .length,
      bans: (await desk.moderation.listBans({ ...BANS, userId: player }, as)).bans.length,
      exported: (await exportedBans(as)).filter((one) => one === ban).length,
    })
    const found = await seen(await others())
    expect(await seen(await own())).toEqual(Object.fromEntries(Object.keys(found).map((list) => [list, 0])))
    expect(Object.values(found).every((count) => (count ?? 0) > 0)).toBe(true)
    const waiting = async (as: Context) => desk.desk.getDesk({}, as)
    const { jobs, approvals } = await waiting(await others())
    expect(await waiting(await own())).toMatchObject({ jobs: jobs - 1, approvals: approvals - 1 })
    const change = { ids: [report], op: 'status', status: 'dismissed' }
    expect(await desk.moderation.changeReports(change, await own())).toEqual({ changed: 0 })
    await desk.database.query('DELETE FROM jobs WHERE subject_id <> $1', [player])
    expect(await refusalOf(desk.desk.claimJob({ id: 0 }, await own()))).toBe('JOB_NOT_FOUND')
    expect((await desk.desk.claimJob({ id: 0 }, await others())).job?.id).toBe(id)
  })
})
