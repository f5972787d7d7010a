import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { approvals, inTransaction, newId } from '@kla/chassis'
import { APPEAL_WINDOW_MS } from '@kla/proto/web'
import { refusalOf } from '@kla/testkit'
import { createDesk, type Desk } from '../support/decisions.js'

const MAIL = {
  SMTP_URL: 'smtp://127.0.0.1:1',
  SMTP_REQUIRE_TLS: 'false',
  MAIL_FROM: 'no-reply@kla.test',
  PUBLIC_URL: 'https://kla.test',
}
const DAY_MS = 86_400_000

let desk: Desk
let player = 1_000
beforeAll(async () => {
  desk = await createDesk({}, MAIL)
}, 60_000)
afterAll(() => desk.close())
beforeEach(() => {
  player += 10
})

/** Two reports by two players about this one, in a job that moderator 5 has claimed. */
async function claimed({ grave = false } = {}) {
  const category = grave ? 'possible_minor' : 'abuse'
  const reports = [
    await desk.report(player, { reporterId: player + 1, category }),
    await desk.report(player, { reporterId: player + 2, category }),
  ]
  return { reports, job: await desk.claim(player, { grave }) }
}

describe('Decide', () => {
  test('closes all reports, takes the measures and closes the job in one commit', async () => {
    const { reports, job } = await claimed()
    const atMs = desk.clock.now()
    const order = desk.orderOf(job, reports, {
      measures: [
        { kind: 'warning', durationMs: 0, banId: 0 },
        { kind: 'chat', durationMs: DAY_MS, banId: 0 },
      ],
      letter: 'Please be kind.',
      note: 'Third time.',
    })
    const decision = await desk.client.decide(order, await desk.moderator())
    expect(decision).toMatchObject({
      id: order.id,
      accountId: player,
      accountName: `player${player}`,
      jobId: job.jobId,
      outcome: 'acted',
      rule: 'harassment',
      facts: order.facts,
      basis: ['chat'],
      measures: [
        { kind: 'warning', banId: 0 },
        { kind: 'chat', durationMs: DAY_MS },
      ],
      letter: 'Please be kind.',
      reportIds: reports,
      decidedById: 5,
      decidedBy: 'mod5',
      approvedBy: '',
      state: 'in_force',
    })
    expect(decision.appealUntilMs - decision.decidedAtMs).toBe(APPEAL_WINDOW_MS)
    expect(decision.decidedAtMs).toBeGreaterThanOrEqual(atMs)
    expect(await desk.reports(reports)).toEqual(['action_taken mod5', 'action_taken mod5'])
    expect(await desk.bansOf(player)).toEqual([`chat ${decision.decidedAtMs + DAY_MS}`])
    expect(desk.auth.bansOf(player, desk.clock.now())).toEqual([decision.measures[1]?.banId])
    expect(await desk.jobs(player)).toEqual([])
    const { report } = await desk.moderation.getReport({ id: reports[0]! }, await desk.moderator())
    expect(report).toMatchObject({ notes: 'Third time.', changedBy: 'mod5' })
  })

  test('writes one letter to the player and one to each reporter, and none about the ban', async () => {
    const { reports, job } = await claimed()
    const again = await desk.report(player, { reporterId: player + 1 })
    await desk.client.decide(desk.orderOf(job, [...reports, again]), await desk.moderator())
    expect(await desk.letters([player, player + 1, player + 2])).toEqual([
      `decision ${player} waiting`,
      `report-decided ${player + 1} waiting`,
      `report-decided ${player + 2} waiting`,
    ])
  })

  test('dismisses without a letter to the player', async () => {
    const { reports, job } = await claimed()
    const dismissal = { outcome: 'dismissed', rule: '', facts: '', basis: [], measures: [] }
    await desk.client.decide(desk.orderOf(job, reports, dismissal), await desk.moderator())
    expect(await desk.reports(reports)).toEqual(['dismissed mod5', 'dismissed mod5'])
    expect(await desk.letters([player])).toEqual([])
    expect(await desk.bansOf(player)).toEqual([])
    expect((await desk.client.listOwnDecisions({}, await desk.as(player))).decisions).toEqual([])
  })

  test('leaves one audit entry, with ids instead of words', async () => {
    const { reports, job } = await claimed()
    const order = desk.orderOf(job, reports, { letter: 'Some letter.', note: 'Some note.' })
    const { measures } = await desk.client.decide(order, await desk.moderator())
    const [entry, before] = await desk.audited(2)
    expect(entry).toMatchObject({ action: 'decisions.decide', subjectId: String(player), actor: 'mod5' })
    expect(JSON.parse(entry?.details ?? '')).toEqual({
      decision: order.id,
      job: job.jobId,
      outcome: 'acted',
      rule: 'harassment',
      basis: ['chat'],
      measures: [{ kind: 'global', duration_ms: DAY_MS, ban_id: measures[0]?.banId }],
      reports,
    })
    expect(before?.action).not.toMatch(/^(bans|reports)\.(create|review|update)/)
  })

  test('answers a repeat with the first decision even after the claim is gone, and refuses another content', async () => {
    const { reports, job } = await claimed()
    const order = desk.orderOf(job, reports)
    const first = await desk.client.decide(order, await desk.moderator())
    desk.clock.aheadMs += 3_600_000
    expect(await desk.client.decide({ ...order, claim: newId() }, await desk.moderator())).toEqual(first)
    expect(await desk.bansOf(player)).toHaveLength(1)
    const other = { ...order, facts: 'Something else.' }
    expect(await refusalOf(desk.client.decide(other, await desk.moderator()))).toBe('INVALID_FIELD')
    expect(await refusalOf(desk.client.decide(order, await desk.moderator(6)))).toBe('INVALID_FIELD')
  })

  test('decides once if the same order arrives twice at once', async () => {
    const { reports, job } = await claimed()
    const order = desk.orderOf(job, reports)
    const as = await desk.moderator()
    const [one, other] = await Promise.all([desk.client.decide(order, as), desk.client.decide(order, as)])
    expect(one).toEqual(other)
    expect(await desk.bansOf(player)).toHaveLength(1)
  })

  test('opens a new job for pending reports that the order does not name', async () => {
    const { reports, job } = await claimed()
    const late = await desk.report(player, { reporterId: player + 3 })
    await desk.client.decide(desk.orderOf(job, reports), await desk.moderator())
    expect(await desk.reports([...reports, late])).toEqual(['action_taken mod5', 'action_taken mod5', 'pending'])
    const open = await desk.jobs(player)
    expect(open).toMatchObject([{ reports: 1, claim: null }])
    expect(open[0]?.id).not.toBe(job.jobId)
  })

  test('changes nothing if a report has changed since', async () => {
    const { reports, job } = await claimed()
    const note = { id: reports[1]!, noteId: newId(), text: 'Look at this one.' }
    await desk.moderation.addReportNote(note, await desk.moderator(6))
    const order = desk.orderOf(job, reports)
    expect(await refusalOf(desk.client.decide(order, await desk.moderator()))).toBe('CHANGED_MEANWHILE')
    expect(await desk.reports(reports)).toEqual(['pending', 'pending'])
    expect(await desk.bansOf(player)).toEqual([])
    expect(await desk.jobs(player)).toMatchObject([{ id: job.jobId, claim: job.claim }])
  })

  test('refuses reports of another account', async () => {
    const { reports, job } = await claimed()
    const foreign = await desk.report(player + 5)
    const order = desk.orderOf(job, [...reports, foreign])
    expect(await refusalOf(desk.client.decide(order, await desk.moderator()))).toBe('CHANGED_MEANWHILE')
    expect(await desk.reports([...reports, foreign])).toEqual(['pending', 'pending', 'pending'])
  })

  test('needs a claim of its own that has not lapsed', async () => {
    const { reports, job } = await claimed()
    const order = desk.orderOf(job, reports)
    expect(await refusalOf(desk.client.decide(order, await desk.moderator(6)))).toBe('CLAIM_LOST')
    const other = { ...order, claim: newId() }
    expect(await refusalOf(desk.client.decide(other, await desk.moderator()))).toBe('CLAIM_LOST')
    const none = { ...order, jobId: 999_999 }
    expect(await refusalOf(desk.client.decide(none, await desk.moderator()))).toBe('JOB_NOT_FOUND')
    desk.clock.aheadMs += 3_600_000
    expect(await refusalOf(desk.client.decide(order, await desk.moderator()))).toBe('CLAIM_LOST')
    expect(await desk.reports(reports)).toEqual(['pending', 'pending'])
  })

  test('requires reasons, and the right to ban for a ban alone', async () => {
    const { reports, job } = await claimed()
    const order = desk.orderOf(job, reports)
    expect(await refusalOf(desk.client.decide({ ...order, facts: '' }, await desk.moderator()))).toBe(
      'REASONS_REQUIRED',
    )
    const reader = await desk.administrator(5, 'reports.read', 'reports.decide')
    expect(await refusalOf(desk.client.decide(order, reader))).toBe('NOT_ALLOWED')
    const warning = { ...order, measures: [{ kind: 'warning', durationMs: 0, banId: 0 }] }
    expect(await desk.client.decide(warning, reader)).toMatchObject({ measures: [{ kind: 'warning', banId: 0 }] })
  })

  test('checks the ban that the administrator saw, and then replaces or extends it', async () => {
    const { reports, job } = await claimed()
    const by = await desk.moderator()
    const set = { userId: player, reason: 'Old.', scope: 'global', durationMs: 3_600_000, notes: '', evidenceJson: '' }
    const ban = await desk.moderation.createBan(set, by)
    const measure = (expected: { id: number; version: number; then: string }) =>
      desk.orderOf(job, reports, { measures: [{ kind: 'global', durationMs: DAY_MS, banId: 0, expected }] })
    const seen = { id: ban.id, version: ban.version ?? 0 }
    expect(await refusalOf(desk.client.decide(measure({ id: 0, version: 0, then: '' }), by))).toBe('ALREADY_BANNED')
    expect(await refusalOf(desk.client.decide(measure({ ...seen, version: 9, then: 'extend' }), by))).toBe(
      'CHANGED_MEANWHILE',
    )
    expect(await desk.reports(reports)).toEqual(['pending', 'pending'])
    const { measures, decidedAtMs } = await desk.client.decide(measure({ ...seen, then: 'extend' }), by)
    expect(measures).toMatchObject([{ banId: ban.id }])
    expect(await desk.bansOf(player)).toEqual([`global ${decidedAtMs + DAY_MS}`])

    const next = await desk.report(player)
    const now = await desk.moderation.getBan({ id: ban.id }, await desk.may('bans.read'))
    const replacing = { id: ban.id, version: now.version ?? 0, then: 'replace' }
    const later = desk.orderOf(await desk.claim(player), [next], {
      measures: [{ kind: 'global', durationMs: 0, banId: 0, expected: replacing }],
    })
    const second = await desk.client.decide(later, by)
    expect(second.measures[0]?.banId).not.toBe(ban.id)
    expect(await desk.bansOf(player)).toEqual(['global 0'])
  })

  test('lets one of two administrators decide who do at the same time', async () => {
    const other = await desk.pod()
    const otherClient = desk.clientOf(other.service)
    for (let round = 0; round < 5; round++) {
      player += 10
      const { reports, job } = await claimed()
      const stolen = desk.orderOf({ ...job, claim: newId() }, reports)
      const both = desk.orderOf(job, reports)
      const outcomes = await Promise.all([
        refusalOf(desk.client.decide(both, await desk.moderator())),
        refusalOf(otherClient.decide({ ...both, id: newId() }, await desk.moderator())),
        refusalOf(otherClient.decide(stolen, await desk.moderator(6))),
      ])
      expect(outcomes.filter((outcome) => outcome === 'not refused')).toHaveLength(1)
      for (const outcome of outcomes) expect(['not refused', 'CLAIM_LOST', 'JOB_NOT_FOUND']).toContain(outcome)
      expect(await desk.bansOf(player)).toHaveLength(1)
    }
    otherClient.close()
  }, 30_000)

  test('does not deadlock with reports, reviews and bans of the same account', async () => {
    for (let round = 0; round < 5; round++) {
      player += 10
      const { reports, job } = await claimed()
      const by = await desk.moderator()
      const ban = { userId: player, reason: 'x', scope: 'chat', durationMs: 0, notes: '', evidenceJson: '' }
      const outcomes = await Promise.all([
        refusalOf(desk.client.decide(desk.orderOf(job, reports), by)),
        refusalOf(desk.moderation.createBan(ban, await desk.moderator(6))),
        refusalOf(
          desk.moderation.changeReports(
            { ids: [...reports].reverse(), op: 'status', status: 'reviewed' },
            await desk.moderator(6),
          ),
        ),
      ])
      for (const outcome of outcomes)
        expect(['not refused', 'CHANGED_MEANWHILE', 'JOB_NOT_FOUND', 'CLAIM_LOST', 'JOB_CLAIMED']).toContain(outcome)
    }
  }, 30_000)
})

describe('a grave decision', () => {
  test('exists only for administrators who see grave reports', async () => {
    const { reports, job } = await claimed({ grave: true })
    const order = desk.orderOf(job, reports, { rule: 'minors' })
    const blind = await desk.moderator()
    const seeing = await desk.moderator(5, 'reports.grave')
    expect(await refusalOf(desk.client.decide(order, blind))).toBe('JOB_NOT_FOUND')
    await desk.client.decide(order, seeing)
    expect(await refusalOf(desk.client.decide(order, blind))).toBe('JOB_NOT_FOUND')
    expect(await refusalOf(desk.client.undoDecision({ id: order.id }, blind))).toBe('DECISION_NOT_FOUND')
    const list = { accountId: player, after: '', limit: 25 }
    expect((await desk.client.listDecisions(list, blind)).decisions).toEqual([])
    expect((await desk.client.listDecisions(list, seeing)).decisions).toHaveLength(1)
    const preview = { accountId: player, rule: 'minors' }
    expect((await desk.client.previewDecision(preview, blind)).earlier).toBe(0)
    expect((await desk.client.previewDecision(preview, seeing)).earlier).toBe(1)

    const search = { actor: '', action: 'decisions.decide', subjectKind: 'account', subjectId: String(player) }
    const page = { ...search, fromMs: 0, toMs: 0, before: 0, limit: 25, changesOnly: false }
    expect((await desk.moderation.listAudit(page, await desk.may('audit.read'))).entries).toEqual([])
    const entries = await desk.moderation.listAudit(page, await desk.may('audit.read', 'reports.grave'))
    expect(entries.entries).toHaveLength(1)
    // The ban is visible to others: it must not say why.
    const { bans } = await desk.moderation.listBans(
      { limit: 25, offset: 0, userId: player, scope: '' },
      await desk.may('bans.read'),
    )
    expect(bans).toMatchObject([{ reason: '', notes: '' }])
    const own = await desk.client.listOwnDecisions({}, await desk.as(player, [{ scope: 'global', untilMs: 0 }]))
    expect(own.decisions).toMatchObject([{ rule: 'minors', facts: order.facts, measures: [{ kind: 'global' }] }])
  })
})

describe('a permanent measure that rests on stills alone', () => {
  const permanent = { basis: ['stills'], measures: [{ kind: 'global', durationMs: 0, banId: 0 }] }

  test('needs the approval of a second person, for exactly this order', async () => {
    const { reports, job } = await claimed()
    const order = desk.orderOf(job, reports, permanent)
    const by = await desk.moderator()
    expect(await refusalOf(desk.client.decide(order, by))).toBe('SECOND_PERSON_REQUIRED')
    const approval = await desk.client.askForDecision({ decision: order }, by)
    expect(approval).toMatchObject({ action: 'decisions.decide', askedBy: 'mod5', reason: order.facts })
    expect((await desk.client.askForDecision({ decision: order }, by)).id).toBe(approval.id)
    expect(await refusalOf(desk.client.decide(order, by))).toBe('SECOND_PERSON_REQUIRED')
    expect(await refusalOf(desk.client.approveDecision({ id: approval.id }, by))).not.toBe('not refused')
    await desk.client.approveDecision({ id: approval.id }, await desk.moderator(6))

    const late = await desk.report(player)
    const { versions = [] } = order.seen ?? {}
    const changes = [
      { rule: 'consent' },
      { facts: 'Something else.' },
      { letter: 'Something else.' },
      { seen: { versions: [...versions, { id: late, version: 1 }] } },
      { seen: { versions: versions.slice(1) } },
    ]
    for (const changed of changes)
      expect(await refusalOf(desk.client.decide({ ...order, ...changed }, by))).toBe('SECOND_PERSON_REQUIRED')
    expect(await desk.client.decide(order, by)).toMatchObject({ approvedBy: 'mod6', measures: [{ durationMs: 0 }] })
    expect(await desk.client.decide(order, by)).toMatchObject({ approvedBy: 'mod6' })
    const ours = (await desk.audited(100)).filter(({ details }) => details.includes(order.id))
    expect(ours.map(({ details }) => JSON.parse(details) as object)).toMatchObject([{ approved_by: 'mod6' }])
    const { approvals } = await desk.client.listDecisionApprovals({}, by)
    expect(approvals.map(({ id }) => id)).not.toContain(approval.id)
  })

  test('is decided on the versions of the reports that were approved', async () => {
    const { reports, job } = await claimed()
    const order = desk.orderOf(job, reports, permanent)
    const by = await desk.moderator()
    const { id } = await desk.client.askForDecision({ decision: order }, by)
    await desk.client.approveDecision({ id }, await desk.moderator(6))
    await desk.moderation.updateReport({ id: reports[0]!, category: 'threat' }, by)
    expect(await refusalOf(desk.client.decide(order, by))).toBe('CHANGED_MEANWHILE')
    const versions = order.seen!.versions.map((seen, at) => ({ ...seen, version: at === 0 ? 2 : seen.version }))
    expect(await refusalOf(desk.client.decide({ ...order, seen: { versions } }, by))).toBe('SECOND_PERSON_REQUIRED')
  })

  test('needs a new approval instead of one that the former release was asked for', async () => {
    const { reports, job } = await claimed()
    const order = desk.orderOf(job, reports, permanent)
    const by = {
      ...{ id: 5, name: 'mod5', nowMs: desk.clock.now() },
      independence: { makers: [], controllers: [], changedAtMs: 0 },
    }
    const { jobId, outcome, rule } = order
    const params = { job: jobId, outcome, rule, basis: 'stills', measures: 'global:0' }
    const { approval } = await inTransaction(desk.database, (tx) =>
      approvals.ask(tx, { action: 'decisions.decide', params }, by, { reason: 'Threats.' }),
    )
    await desk.client.approveDecision({ id: approval.id }, await desk.moderator(6))
    expect(await refusalOf(desk.client.decide(order, await desk.moderator()))).toBe('SECOND_PERSON_REQUIRED')
    const again = await desk.client.askForDecision({ decision: order }, await desk.moderator())
    expect(again).toMatchObject({ approvedBy: '' })
    expect(again.id).not.toBe(approval.id)
  })

  test('is asked for on a claim alone, and only if one person may not decide', async () => {
    const { reports, job } = await claimed()
    const order = desk.orderOf(job, reports, permanent)
    const stranger = await desk.moderator(6)
    expect(await refusalOf(desk.client.askForDecision({ decision: order }, stranger))).toBe('CLAIM_LOST')
    const alone = desk.orderOf(job, reports)
    expect(await refusalOf(desk.client.askForDecision({ decision: alone }, await desk.moderator()))).toBe(
      'INVALID_FIELD',
    )
  })

  test('is hidden from administrators who do not see grave reports', async () => {
    const { reports, job } = await claimed({ grave: true })
    const order = desk.orderOf(job, reports, { ...permanent, rule: 'minors' })
    const { id } = await desk.client.askForDecision({ decision: order }, await desk.moderator(5, 'reports.grave'))
    const blind = await desk.moderator(6)
    const seen = async (as: { principal: string }) =>
      (await desk.client.listDecisionApprovals({}, as)).approvals.map((one) => one.id)
    expect(await seen(blind)).not.toContain(id)
    expect(await refusalOf(desk.client.approveDecision({ id }, blind))).toBe('APPROVAL_NOT_FOUND')
    const seeing = await desk.moderator(6, 'reports.grave')
    expect(await seen(seeing)).toContain(id)
    await desk.client.approveDecision({ id }, seeing)
  })

  test('is not among the deletions of reports, and cannot be approved as one', async () => {
    const { reports, job } = await claimed()
    const order = desk.orderOf(job, reports, permanent)
    const { id } = await desk.client.askForDecision({ decision: order }, await desk.moderator())
    const deleter = await desk.administrator(7, 'reports.read', 'reports.delete')
    const { approvals } = await desk.moderation.listReportApprovals({}, deleter)
    expect(approvals.map((one) => one.id)).not.toContain(id)
    expect(await refusalOf(desk.moderation.approveReportDeletion({ id }, deleter))).toBe('APPROVAL_NOT_FOUND')

    const asked = await desk.moderation.askForReportDeletion({ ids: reports, reason: 'Spam.' }, deleter)
    const decider = await desk.moderator(6)
    expect((await desk.client.listDecisionApprovals({}, decider)).approvals.map((one) => one.id)).not.toContain(
      asked.id,
    )
    expect(await refusalOf(desk.client.approveDecision({ id: asked.id }, decider))).toBe('APPROVAL_NOT_FOUND')
  })
})

describe('PreviewDecision', () => {
  test('suggests by the decisions in force, and shows the bans in force', async () => {
    const preview = async () =>
      desk.client.previewDecision({ accountId: player, rule: 'harassment' }, await desk.moderator())
    expect(await preview()).toMatchObject({ earlier: 0, suggested: [{ kind: 'warning' }], bansInForce: [] })
    const { reports, job } = await claimed()
    const { id, measures } = await desk.client.decide(desk.orderOf(job, reports), await desk.moderator())
    expect(await preview()).toMatchObject({
      earlier: 1,
      suggested: [{ kind: 'global', durationMs: DAY_MS }],
      bansInForce: [{ id: measures[0]?.banId, userName: `player${player}` }],
    })
    await desk.client.undoDecision({ id }, await desk.moderator())
    expect(await preview()).toMatchObject({ earlier: 0, bansInForce: [] })
  })

  test('rejects an unknown rule and an unknown account', async () => {
    const by = await desk.moderator()
    expect(await refusalOf(desk.client.previewDecision({ accountId: player, rule: 'x' }, by))).toBe('INVALID_FIELD')
    const unknown = { accountId: 5_000_000, rule: 'spam' }
    expect(await refusalOf(desk.client.previewDecision(unknown, by))).toBe('NO_SUCH_ACCOUNT')
  })
})

describe('ListDecisions', () => {
  test('pages through decisions, newest first, without gaps', async () => {
    const ids: string[] = []
    for (let at = 0; at < 27; at++) {
      const report = await desk.report(player)
      const order = desk.orderOf(await desk.claim(player), [report], {
        measures: [{ kind: 'warning', durationMs: 0, banId: 0 }],
      })
      ids.unshift((await desk.client.decide(order, await desk.moderator())).id)
    }
    const by = await desk.moderator()
    const first = await desk.client.listDecisions({ accountId: player, after: '', limit: 25 }, by)
    const rest = await desk.client.listDecisions({ accountId: player, after: first.next, limit: 25 }, by)
    expect([...first.decisions, ...rest.decisions].map(({ id }) => id)).toEqual(ids)
    expect(first.decisions).toHaveLength(25)
    expect(rest.next).toBe('')
    for (const wrong of [{ limit: 26 }, { after: 'x' }, { accountId: -1 }])
      expect(await refusalOf(desk.client.listDecisions({ accountId: 0, after: '', limit: 25, ...wrong }, by))).toBe(
        'INVALID_FIELD',
      )
  }, 30_000)
})

describe('GetJob', () => {
  test('shows the decisions about the account, without grave ones for those who may not see them', async () => {
    const grave = await claimed({ grave: true })
    const seeing = await desk.moderator(5, 'reports.grave')
    await desk.client.decide(desk.orderOf(grave.job, grave.reports, { rule: 'minors' }), seeing)
    const first = await claimed()
    const order = desk.orderOf(first.job, first.reports)
    await desk.client.decide(order, seeing)
    const { job } = await claimed()
    const seen = async (as: { principal: string }) =>
      (await desk.desk.getJob({ id: job.jobId }, as)).decisions.map(({ rule }) => rule)
    expect(await seen(await desk.moderator())).toEqual(['harassment'])
    expect(await seen(seeing)).toEqual(['harassment', 'minors'])
  })
})
