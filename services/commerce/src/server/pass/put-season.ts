import { KlaError } from '@kla/chassis'
import { checkedPlan } from '../../domain/pass/index.js'
import { accepted } from '../accepted.js'
import type { PassDependencies, PassHandlers } from './dependencies.js'
import { seasonAudited } from './season-audited.js'
import { planOf, seasonToWire } from './season-wire.js'

export const putSeason =
  ({ seasons, now }: Pick<PassDependencies, 'seasons' | 'now'>): PassHandlers['putSeason'] =>
  async ({ season }, call) => {
    const administrator = await call.administrator('pass.manage')
    if (!season || season.version < 0) throw new KlaError('INVALID_FIELD')
    const plan = accepted(checkedPlan(accepted(planOf(season)), now()))
    const audited = seasonAudited('pass.put', administrator, call, now())
    return seasonToWire(accepted(await seasons.put(plan, season.version, audited)))
  }
