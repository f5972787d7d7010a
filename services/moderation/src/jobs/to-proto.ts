import { type Administrator, type Approval } from '@kla/chassis'
import type { Desk, Job as JobMessage } from '@kla/proto'
import { mayApprove } from '../shared/approvals.js'
import type { Note } from '../shared/notes.js'
import type { Visibility } from '../shared/rules.js'
import type { Duty, Waiting } from './desk-store.js'
import type { BreakDue } from './rules/care.js'
import { claimAt } from './rules/claim.js'
import type { Job, Viewer } from './store.js'

export function jobToProto(
  job: Job,
  { administratorId, nowMs }: Viewer,
  accounts: ReadonlyMap<number, { readonly username: string }>,
): JobMessage {
  const claim = claimAt(job.claim, nowMs)
  return {
    id: job.id,
    subjectId: job.subjectId,
    subjectName: accounts.get(job.subjectId)?.username ?? '',
    category: job.category,
    openedAtMs: job.openedAtMs,
    dueAtMs: job.dueAtMs,
    reports: job.reports,
    reporters: job.reporters,
    claimedById: claim?.byId ?? 0,
    claimedBy: claim?.by ?? '',
    claimedUntilMs: claim?.untilMs ?? 0,
    claim: claim?.byId === administratorId ? claim.claim : '',
    decisions: job.decisions,
    closedAtMs: job.closedAtMs ?? 0,
    signals: job.signals.map(({ rule, people }) => ({ rule, people })),
  }
}

/** What the desk store knows. */
export interface DeskReading {
  readonly waiting: Waiting
  readonly approvals: readonly Approval[]
  readonly duties: readonly Duty[]
  /** The oldest first. */
  readonly handovers: readonly Note[]
  /** Breaks of all whom the caller supervises, and the caller's own. */
  readonly breaks: readonly BreakDue[]
}

/** True if breaks of others are the administrator's concern. */
export const supervises = ({ permissions }: Administrator): boolean => permissions.includes('administrators.manage')

/** Leaves out what the administrator may not see. */
export function deskToProto(
  { waiting, approvals, duties, handovers, breaks }: DeskReading,
  administrator: Administrator,
  { grave, nowMs }: Visibility & { readonly nowMs: number },
): Desk {
  const may = (permission: string): boolean => administrator.permissions.includes(permission)
  const readsReports = may('reports.read')
  return {
    jobs: readsReports ? waiting.jobs : 0,
    breached: readsReports ? waiting.breached : 0,
    oldestAtMs: readsReports ? (waiting.oldestAtMs ?? 0) : 0,
    tickets: may('tickets.read') ? waiting.tickets : 0,
    appeals: may('reports.decide') ? waiting.appeals : 0,
    approvals: approvals.filter((approval) => mayApprove(approval, administrator, nowMs)).length,
    onDuty: readsReports
      ? duties.map(({ administratorId, name, sinceMs, untilMs }) => ({ administratorId, name, sinceMs, untilMs }))
      : [],
    graveCovered: readsReports && grave ? duties.some((duty) => duty.grave) : undefined,
    handover: readsReports ? handovers.at(-1) : undefined,
    handovers: readsReports ? [...handovers] : [],
    breakDue: breaks.find(({ administratorId }) => administratorId === administrator.id),
    othersDue: supervises(administrator)
      ? breaks.filter(({ administratorId }) => administratorId !== administrator.id)
      : [],
  }
}
