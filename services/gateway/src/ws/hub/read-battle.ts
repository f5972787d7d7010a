import { KlaError } from '@kla/chassis'
import type { BattleView, ShownGif } from '@kla/proto'
import { askFor } from './ask-for.js'
import type { HubParts } from './hub-parts.js'
import type { Member } from './member.js'

export interface BattleReading {
  readonly battle: BattleView
  /** For who watches: what each player is being shown. */
  readonly shown: readonly ShownGif[]
}

/** The battle as a member may see it, as the engine has it now. Rejects with UNAVAILABLE, NOT_SEATED. */
export function readBattle(
  roomId: string,
  member: Member,
  { clients, sessions }: Pick<HubParts, 'clients' | 'sessions'>,
): Promise<BattleReading> {
  return askFor(member, sessions, async (context) => {
    if (!member.watching) return { battle: await clients.engine.getBattle({ roomId }, context), shown: [] }
    const { battle, shown } = await clients.engine.watchBattle({ roomId }, context)
    if (!battle) throw new KlaError('UNAVAILABLE')
    return { battle, shown }
  })
}
