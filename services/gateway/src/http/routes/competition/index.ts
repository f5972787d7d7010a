import { activatePass } from './activate-pass.js'
import { bePresent } from './be-present.js'
import { blockPlayer } from './block-player.js'
import { checkIn } from './check-in.js'
import { claimReward } from './claim-reward.js'
import { cup } from './cup.js'
import { cups } from './cups.js'
import { enterCup } from './enter-cup.js'
import { leaderboard } from './leaderboard.js'
import { listBlocks } from './list-blocks.js'
import { nextTie } from './next-tie.js'
import { pass } from './pass.js'
import { unblockPlayer } from './unblock-player.js'
import { withdrawFromCup } from './withdraw-from-cup.js'

/** The calls of players about meeting and competing. */
export const COMPETITION_ROUTES = [
  leaderboard,
  cups,
  nextTie,
  cup,
  enterCup,
  withdrawFromCup,
  checkIn,
  bePresent,
  pass,
  activatePass,
  claimReward,
  listBlocks,
  blockPlayer,
  unblockPlayer,
]
