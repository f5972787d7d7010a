import { KlaError } from '@kla/chassis'
import { PASS_TRACKS, type PassTrack } from '@kla/proto/web'
import { accepted } from '../accepted.js'
import type { PassDependencies, PassHandlers } from './dependencies.js'
import { passToWire } from './pass-to-wire.js'
import { seasonIdOf } from './season-id.js'

export const claimReward =
  ({ players, metrics, now }: Pick<PassDependencies, 'players' | 'metrics' | 'now'>): PassHandlers['claimReward'] =>
  async ({ tier, ...request }, call) => {
    const { accountId } = await call.principal()
    const track = trackOf(request.track)
    const seasonId = seasonIdOf(request.seasonId, 'SEASON_NOT_RUNNING')
    const { season, changed } = accepted(await players.claim(seasonId, accountId, { tier, track }, now()))
    if (changed) {
      metrics.rewardsClaimed.inc({ track })
      call.log.info({ seasonId, accountId, tier, track }, 'a reward was claimed')
    }
    return passToWire(season, await players.find(seasonId, accountId))
  }

function trackOf(given: string): PassTrack {
  const track = PASS_TRACKS.find((one) => one === given)
  if (!track) throw new KlaError('INVALID_FIELD')
  return track
}
