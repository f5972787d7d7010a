import { newId, type Administrator, type Call } from '@kla/chassis'
import type { Reward, Season } from '../../domain/pass/index.js'
import { auditFact } from '../../events/audit-fact.js'
import type { Audited } from '../../store/pass/season-store.js'

/** How the audit log is told what somebody has made of a season. `atMs`: Unix milliseconds. */
export const seasonAudited =
  (
    action: 'pass.put' | 'pass.publish' | 'pass.delete',
    administrator: Administrator,
    { requestId }: Pick<Call, 'requestId'>,
    atMs: number,
  ): Audited =>
  (season) => {
    const subject = { kind: 'season', id: season.id } as const
    return auditFact({ factId: newId(), atMs, administrator, action, subject, details: detailsOf(season), requestId })
  }

const detailsOf = ({ name, startsAtMs, endsAtMs, pointsPlayed, pointsWon, tiers, published, version }: Season) => ({
  ...{ name, startsAtMs, endsAtMs, pointsPlayed, pointsWon, published, version },
  // Of each its points, then what it brings everybody and what a pass adds.
  tiers: tiers.map(({ points, freeReward, passReward }) => [points, said(freeReward), said(passReward)]),
})

const said = (reward: Reward | null): string | null => reward && `${reward.units} ${reward.item}`
