import { TieState, type CupTie, type Tie } from '@kla/proto'
import type { Category, CupTieView, Mode } from '@kla/proto/web'
import { watchUrl } from '../../watch-url.js'
import { cupEntryView } from '../cups.js'
import { tieView } from '../ties.js'

/** When there is something to watch. A disputed tie has its room still, for the judge. */
const OPEN: ReadonlySet<TieState> = new Set([TieState.PLAYING, TieState.DISPUTED])

/** A tie for its line in the console. */
export function cupTieView(line: CupTie, tie: Tie, publicOrigin: string): CupTieView {
  const watchable = tie.roomId !== '' && OPEN.has(tie.state)
  return {
    cup_id: line.cupId,
    cup_name: line.cupName,
    mode: line.mode as Mode,
    category: line.category as Category,
    tie: tieView(tie),
    version: tie.version,
    player_a: line.playerA ? cupEntryView(line.playerA) : null,
    player_b: line.playerB ? cupEntryView(line.playerB) : null,
    spectators_allowed: line.spectatorsAllowed,
    watchers: line.watchers,
    spectator_url: watchable ? watchUrl(publicOrigin, tie.roomId) : null,
  }
}
