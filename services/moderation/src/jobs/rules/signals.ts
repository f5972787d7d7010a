import { type DeskRule, INDEPENDENT_REPORTERS_MIN, MANY_MET_MIN, NEW_ACCOUNT_MS } from '@kla/proto/web'

/** What a rule has found about a job: independent reporters, or people met in a day. */
export interface Signal {
  readonly rule: DeskRule
  readonly people: number
}

/** A report by someone who met the player in a room. */
export interface MetReport {
  readonly reporterId: number
  readonly roomId: string
}

/** Counts reporters who met the player independently. Those linked by a room, also through others, count as one. */
export function independentReporters(reports: readonly MetReport[]): number {
  let groups: readonly MetReport[][] = []
  for (const report of reports) {
    const isLinked = (group: readonly MetReport[]): boolean =>
      group.some(({ reporterId, roomId }) => reporterId === report.reporterId || roomId === report.roomId)
    groups = [...groups.filter((group) => !isLinked(group)), [report, ...groups.filter(isLinked).flat()]]
  }
  return groups.length
}

export const isNewAccount = (createdAtMs: number, nowMs: number): boolean =>
  createdAtMs > 0 && nowMs - createdAtMs < NEW_ACCOUNT_MS

/** Facts about a job that the rules judge. */
export interface JobFacts {
  /** Recent pending reports by people who met the player. */
  readonly reports: readonly MetReport[]
  /** People met in a day; undefined if the account is not new, or if rooms did not answer. */
  readonly metByNew: number | undefined
}

export function signalsOf({ reports, metByNew = 0 }: JobFacts): readonly Signal[] {
  const independent = independentReporters(reports)
  return [
    ...(independent >= INDEPENDENT_REPORTERS_MIN
      ? [{ rule: 'independent_reporters', people: independent } as const]
      : []),
    ...(metByNew >= MANY_MET_MIN ? [{ rule: 'new_account', people: metByNew } as const] : []),
  ]
}
