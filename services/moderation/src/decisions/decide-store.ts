import { createHash } from 'node:crypto'
import {
  type Approval,
  type ApprovalActor,
  approvals,
  type Database,
  inTransaction,
  invalidField,
  KlaError,
  newId,
  type Transaction,
} from '@kla/chassis'
import { APPEAL_WINDOW_MS, APPROVAL_REASON_MAX, type ApprovalRefusal, JOB_CLAIM_MS } from '@kla/proto/web'
import { appendAudit, type AuditEntry } from '../audit/index.js'
import { type Ban, type Change, decideBan, lockBans, type LockedBans, notDone } from '../bans/index.js'
import { closeJob, deriveJobs, type LockedJob, lockOwnJob } from '../jobs/index.js'
import type { MailOutbox } from '../mails/index.js'
import { decideReport, lockReports, type Report, writeReports } from '../reports/index.js'
import { listApprovals, refuseOwnApproval } from '../shared/approvals.js'
import { isGrave, OUTCOME_UNTOLD, type Visibility } from '../shared/rules.js'
import {
  banReason,
  type Before,
  DECIDE_ACTION,
  type DecisionOrder,
  decisionTerms,
  isRepeat,
  type MeasureOrder,
  needsSecondPerson,
  shortened,
  undoing,
  writtenIn,
} from './rules.js'
import { endDecision, findDecision, isSeen, lockDecision, type StoredDecision } from './store.js'
import { unwindBans } from './unwind-store.js'

/** The administrator who decides, and what it may see. */
export interface Deciding {
  readonly by: ApprovalActor
  readonly visibility: Visibility
}

/** Changes of decisions, each committed with its audit entry. They throw the refusals of their RPCs. */
export interface DecisionChanges {
  /** Returns the first decision for a repeated order. */
  decide(order: DecisionOrder, deciding: Deciding, audit: Audit): Promise<StoredDecision>
  undo(id: string, deciding: Deciding, audit: Audit): Promise<StoredDecision>
  ask(
    order: DecisionOrder,
    deciding: Deciding,
    entryOf: (approval: Approval, job: LockedJob) => AuditEntry,
  ): Promise<Approval>
  approvals(nowMs: number, visibility: Visibility): Promise<readonly Approval[]>
  approve(
    id: string,
    deciding: Deciding,
    entryOf: (approval: Approval) => AuditEntry,
  ): Promise<Approval | { readonly refused: ApprovalRefusal }>
}

type Audit = (decision: StoredDecision) => AuditEntry

const UNDONE = 'Decision undone'

/** Adds to the transaction of a decision that is made. */
export type AskAboutDecision = (tx: Transaction, decision: StoredDecision, by: ApprovalActor) => Promise<void>

export const createDecisionChanges = (
  database: Database,
  mails: MailOutbox,
  askSecondOpinion: AskAboutDecision,
): DecisionChanges => ({
  decide: (order, deciding, audit) =>
    inTransaction(database, async (tx) => {
      const known = await lockDecision(tx, order.id)
      if (known) return repeatOf(known, order, deciding)
      const bansOf = order.measures.some(({ kind }) => kind !== 'warning') ? lockBans : undefined
      const { reports, job, bans } = await lockAll(tx, order, deciding, bansOf)
      const approval = needsSecondPerson(order) ? await approvals.use(tx, termsOf(order), deciding.by) : undefined
      if (needsSecondPerson(order) && !approval) throw new KlaError('SECOND_PERSON_REQUIRED')
      const taken = await takeMeasures(bans, order, job, deciding)
      await insertDecision(tx, order, { job, by: deciding.by, approval })
      await insertMeasures(tx, order.id, taken)
      await closeReports(tx, reports, order, deciding.by)
      await closeJob(tx, job.id, deciding.by.nowMs)
      await deriveJobs(tx, [job.subjectId], deciding.by.nowMs)
      await writeLetters(tx, mails, { order, reports, accountId: job.subjectId, atMs: deciding.by.nowMs })
      const decision = await there(tx, order.id)
      await askSecondOpinion(tx, decision, deciding.by)
      await appendAudit(tx, [audit(decision)])
      return decision
    }),

  undo: (id, { by, visibility }, audit) =>
    inTransaction(database, async (tx) => {
      const decision = await lockDecision(tx, id)
      if (!decision || !isSeen(visibility, decision)) throw new KlaError('DECISION_NOT_FOUND')
      const verdict = undoing(decision, by)
      if (verdict === 'repeated') return decision
      if (verdict !== 'undo') throw new KlaError(verdict.refused)
      await reopenReports(tx, decision, by)
      if (decision.measures.some(({ banId }) => banId !== undefined)) {
        const bans = await lockBans(tx, decision.accountId)
        const reason = decision.grave ? '' : UNDONE
        await unwindBans(tx, bans, decision, { change: changeBy(by), reason, strict: true })
      }
      await endDecision(tx, id, { state: 'undone', by: by.name, atMs: by.nowMs })
      await deriveJobs(tx, [decision.accountId], by.nowMs)
      await claimAgain(tx, decision, by)
      await takeBackLetters(tx, mails, decision, by)
      const undone = await there(tx, id)
      await appendAudit(tx, [audit(undone)])
      return undone
    }),

  ask: (order, deciding, entryOf) =>
    inTransaction(database, async (tx) => {
      const { job } = await lockAll(tx, order, deciding, undefined)
      const reason = shortened(order.facts, APPROVAL_REASON_MAX)
      const options = { reason, restricted: job.grave }
      const { approval, asked } = await approvals.ask(tx, termsOf(order), deciding.by, options)
      if (asked) await appendAudit(tx, [entryOf(approval, job)])
      return approval
    }),

  approvals: (nowMs, visibility) => listApprovals(database, nowMs, visibility, DECIDE_ACTION),

  approve: (id, { by, visibility }, entryOf) =>
    inTransaction(database, async (tx) => {
      let unseen = false
      const outcome = await approvals.approve(tx, id, by, ({ restricted, action }) => {
        unseen = action !== DECIDE_ACTION || (restricted && !visibility.grave)
        return !unseen
      })
      if ('refused' in outcome) return unseen ? { refused: 'gone' } : outcome
      await refuseOwnApproval(tx, outcome.approval, visibility)
      if (outcome.approved) await appendAudit(tx, [entryOf(outcome.approval)])
      return outcome.approval
    }),
})

const termsOf = (order: DecisionOrder) =>
  decisionTerms(order, createHash('sha256').update(writtenIn(order)).digest('hex'))

/** Another administrator, or another order, has this id. */
function repeatOf(known: StoredDecision, order: DecisionOrder, { by, visibility }: Deciding): StoredDecision {
  if (!isSeen(visibility, known)) throw new KlaError('JOB_NOT_FOUND')
  if (known.decidedById !== by.id || !isRepeat(known, order)) throw invalidField('id')
  return known
}

interface Locked {
  readonly reports: readonly Report[]
  readonly job: LockedJob
  readonly bans: LockedBans | undefined
}

/** Locks reports, bans, then the job, in the order of every other change. A lost claim comes before changed reports. */
async function lockAll(
  tx: Transaction,
  { jobId, claim, seen }: DecisionOrder,
  { by, visibility }: Deciding,
  lockBansOf: typeof lockBans | undefined,
): Promise<Locked> {
  const reports = await lockReports(tx, [...seen.keys()], visibility)
  const bans = reports[0] && lockBansOf && (await lockBansOf(tx, reports[0].reportedId))
  const job = await lockOwnJob(tx, jobId, { administratorId: by.id, claim, visibility, nowMs: by.nowMs })
  if (job === 'not-found') throw new KlaError('JOB_NOT_FOUND')
  if (job === 'claim-lost') throw new KlaError('CLAIM_LOST')
  const isSeen = ({ id, version, status, reportedId, category }: Report): boolean =>
    status === 'pending' && version === seen.get(id) && reportedId === job.subjectId && isGrave(category) === job.grave
  if (reports.length !== seen.size || !reports.every(isSeen)) throw new KlaError('CHANGED_MEANWHILE')
  return { reports, job, bans }
}

const changeBy = ({ id, name, nowMs }: ApprovalActor): Change => ({ by: { id, name }, atMs: nowMs })

interface TakenMeasure {
  readonly kind: MeasureOrder['kind']
  readonly durationMs: number
  readonly banId: number | undefined
  readonly before: Before | undefined
}

async function takeMeasures(
  bans: LockedBans | undefined,
  { measures, facts }: DecisionOrder,
  { subjectId: accountId, grave }: LockedJob,
  { by }: Deciding,
): Promise<readonly TakenMeasure[]> {
  const reason = banReason({ grave, facts })
  const taken: TakenMeasure[] = []
  for (const { kind, durationMs, expected } of measures) {
    if (kind === 'warning' || !bans) {
      taken.push({ kind, durationMs, banId: undefined, before: undefined })
      continue
    }
    const order = { accountId, scope: kind, durationMs, reason, notes: '', evidence: '' }
    const inForce = await bans.inForce(undefined, by.nowMs)
    // Decisions have ids: an equal ban is one of another decision.
    const outcome = decideBan(order, { recent: [], inForce }, { id: by.id, nowMs: by.nowMs, expected })
    switch (outcome.kind) {
      case 'extend': {
        const { ban, expiresAtMs } = outcome
        await bans.extend(ban, { ...order, expiresAtMs }, changeBy(by))
        taken.push({ kind, durationMs, banId: ban.id, before: beforeOf('extended', ban) })
        break
      }
      case 'set':
      case 'replace': {
        const replaced = outcome.kind === 'replace' ? outcome.ban : undefined
        if (replaced) await bans.replace(replaced, changeBy(by))
        const { id: banId } = await bans.insert(order, changeBy(by))
        taken.push({ kind, durationMs, banId, before: replaced && beforeOf('replaced', replaced) })
        break
      }
      case 'repeated':
        throw new KlaError('CHANGED_MEANWHILE')
      default:
        throw notDone(outcome.kind)
    }
  }
  return taken
}

const beforeOf = (kind: Before['kind'], { id: banId, expiresAtMs, reason }: Ban): Before => ({
  kind,
  banId,
  expiresAtMs: expiresAtMs ?? null,
  reason,
})

const INSERT = `
INSERT INTO decisions (id, account_id, job_id, grave, outcome, rule, facts, basis, letter, report_ids, decided_by_id,
  decided_by, decided_at, approved_by_id, approved_by, appeal_until)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`

async function insertDecision(
  tx: Transaction,
  { id, outcome, rule, facts, basis, letter, seen }: DecisionOrder,
  { job, by, approval }: { job: LockedJob; by: ApprovalActor; approval: Approval | undefined },
): Promise<void> {
  const reportIds = [...seen.keys()].sort((one, other) => one - other)
  await tx.query(INSERT, [
    ...[id, job.subjectId, job.id, job.grave, outcome, rule, facts, basis, letter, reportIds],
    ...[by.id, by.name, new Date(by.nowMs), approval?.approvedById ?? null, approval?.approvedBy ?? ''],
    new Date(by.nowMs + APPEAL_WINDOW_MS),
  ])
}

async function insertMeasures(tx: Transaction, decisionId: string, measures: readonly TakenMeasure[]): Promise<void> {
  for (const [place, { kind, durationMs, banId, before }] of measures.entries()) {
    await tx.query(
      `INSERT INTO decision_measures (decision_id, place, kind, duration_ms, ban_id, before)
       VALUES ($1, $2, $3, $4, $5, $6)`,
      [decisionId, place, kind, durationMs, banId ?? null, before ? JSON.stringify(before) : null],
    )
  }
}

const STATUS = { acted: 'action_taken', dismissed: 'dismissed' } as const

async function closeReports(
  tx: Transaction,
  reports: readonly Report[],
  { outcome, note }: DecisionOrder,
  by: ApprovalActor,
): Promise<void> {
  const change = { status: STATUS[outcome], notes: note }
  await writeReports(
    tx,
    reports.map((before) => ({ before, ...decideReport(before, change, { ...by, noteId: newId() }) })),
  )
}

/** Throws CHANGED_MEANWHILE if a report was deleted or decided again. Notes are no such change. */
async function reopenReports(tx: Transaction, decision: StoredDecision, by: ApprovalActor): Promise<void> {
  const { reportIds, outcome, decidedAtMs, decidedBy } = decision
  const reports = await lockReports(tx, reportIds, { grave: true })
  const isDecided = ({ status, reviewedAtMs, reviewedBy }: Report): boolean =>
    status === STATUS[outcome] && reviewedAtMs === decidedAtMs && reviewedBy === decidedBy
  if (reports.length !== reportIds.length || !reports.every(isDecided)) throw new KlaError('CHANGED_MEANWHILE')
  await writeReports(
    tx,
    reports.map((before) => ({
      before,
      ...decideReport(before, { status: 'pending' }, { ...by, noteId: newId() }),
    })),
  )
}

const CLAIM = `
UPDATE jobs SET claim = $3, claimed_by_id = $4, claimed_by = $5, claimed_until = $6
WHERE subject_id = $1 AND grave = $2 AND closed_at IS NULL AND (claim IS NULL OR claimed_until <= $7)
  AND NOT EXISTS (SELECT FROM jobs AS own WHERE own.claimed_by_id = $4 AND own.claimed_until > $7)`

/**
 * Claims the reopened job, unless someone else has claimed newer reports meanwhile, or the administrator works on another
 * job: its page would not renew or release this one.
 */
async function claimAgain(tx: Transaction, { accountId, grave }: StoredDecision, by: ApprovalActor): Promise<void> {
  const untilMs = by.nowMs + JOB_CLAIM_MS
  await tx.query(CLAIM, [accountId, grave, newId(), by.id, by.name, new Date(untilMs), new Date(by.nowMs)])
}

async function writeLetters(
  tx: Transaction,
  mails: MailOutbox,
  about: { order: DecisionOrder; reports: readonly Report[]; accountId: number; atMs: number },
): Promise<void> {
  const { order, reports, accountId, atMs } = about
  // A dismissal may have a message, such as where to find help.
  if (order.outcome === 'acted' || order.letter !== '')
    await mails.write(tx, { accountId, kind: 'decision', subjectId: order.id, atMs })
  const answered = reports.filter(({ category }) => category !== OUTCOME_UNTOLD)
  const firstOf = new Map(answered.reverse().map(({ reporterId, id }) => [reporterId, id]))
  for (const [reporterId, subjectId] of firstOf) {
    await mails.rewrite(tx, { accountId: reporterId, kind: 'report-decided', subjectId, atMs })
  }
}

/** Throws TOO_LATE_TO_UNDO if one went out, such as while the undo waited for locks. */
async function takeBackLetters(
  tx: Transaction,
  mails: MailOutbox,
  { id, reportIds, decidedAtMs }: StoredDecision,
  { nowMs: atMs }: ApprovalActor,
): Promise<void> {
  const times = { writtenAtMs: decidedAtMs, atMs }
  const unsent =
    (await mails.takeBack(tx, 'decision', [id], times)) &&
    (await mails.takeBack(tx, 'report-decided', reportIds, times))
  if (!unsent) throw new KlaError('TOO_LATE_TO_UNDO')
}

async function there(tx: Transaction, id: string): Promise<StoredDecision> {
  const decision = await findDecision(tx, id)
  if (!decision) throw new Error('a decision that was written is not there')
  return decision
}
