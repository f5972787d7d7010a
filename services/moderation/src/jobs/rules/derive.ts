import type { ReportCategory } from '@kla/proto/web'

/** One account's pending reports, grave ones apart. Times in Unix milliseconds. */
export interface PendingSide {
  readonly subjectId: number
  readonly grave: boolean
  /** The most serious one. */
  readonly category: ReportCategory
  readonly openedAtMs: number
  readonly dueAtMs: number
  readonly reports: number
  readonly reporters: number
}

/** An open job as stored. */
export interface OpenJob extends PendingSide {
  readonly id: number
}

/** An open job that differs from its reports. */
export interface ChangedJob extends OpenJob {
  /** True if its time moves to a later one, which may be missed anew. */
  readonly isLater: boolean
}

/** Changes that make jobs follow from reports. */
export interface JobChanges {
  readonly opened: readonly PendingSide[]
  readonly changed: readonly ChangedJob[]
  readonly closed: readonly number[]
}

export function jobChanges(pending: readonly PendingSide[], open: readonly OpenJob[]): JobChanges {
  const jobs = new Map(open.map((job) => [keyOf(job), job]))
  const sides = new Set(pending.map(keyOf))
  return {
    opened: pending.filter((side) => !jobs.has(keyOf(side))),
    changed: pending.flatMap((side) => {
      const job = jobs.get(keyOf(side))
      if (!job || isSame(job, side)) return []
      return [{ ...side, id: job.id, isLater: side.dueAtMs > job.dueAtMs }]
    }),
    closed: open.filter((job) => !sides.has(keyOf(job))).map(({ id }) => id),
  }
}

const keyOf = ({ subjectId, grave }: PendingSide): string => `${subjectId} ${grave}`

const isSame = (job: PendingSide, side: PendingSide): boolean =>
  job.category === side.category &&
  job.openedAtMs === side.openedAtMs &&
  job.dueAtMs === side.dueAtMs &&
  job.reports === side.reports &&
  job.reporters === side.reporters
