import type { CommandRunner } from '../battle/run-command.js'
import type { Seats } from '../clients/rooms.js'
import type { BattleStore } from '../store/battle-store-types.js'

/** What the RPCs work with. */
export interface Dependencies {
  readonly runner: Pick<CommandRunner, 'run'>
  readonly battles: Pick<BattleStore, 'load'>
  readonly rooms: Pick<Seats, 'getRoom'>
}
