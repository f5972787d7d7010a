import type { Bus, FactConsumer } from '@kla/chassis'
import { BattleFinished, BattleStarted, SeatsChanged, subjects } from '@kla/proto'
import type { CupStore } from './cup-store.js'
import type { Cups } from './cups.js'

export interface CupFacts {
  close(): Promise<void>
}

/** Their order means nothing: the rules take them as they come. */
const AT_ONCE = 4

/** What rooms and battles tell of ties; each fact is handled by one pod, and surely by one. */
export async function consumeCupFacts(options: {
  bus: Bus
  durable: string
  cups: Cups
  store: Pick<CupStore, 'tieOfRoom'>
}): Promise<CupFacts> {
  const { bus, durable, cups, store } = options
  const consume = (subject: string, name: string, handle: (data: Uint8Array) => Promise<void>): Promise<FactConsumer> =>
    bus.consumeFacts({ subject, durable: `${durable}-cups-${name}`, atOnce: AT_ONCE }, ({ data }) => handle(data))

  const seatsChanged = async (data: Uint8Array): Promise<void> => {
    const { news } = SeatsChanged.decode(data)
    const tie = news?.room?.tie
    if (!news || !tie) return
    const kind = news.closedReason === '' ? 'room-opened' : 'room-closed'
    // Later changes of its seats say nothing new.
    if (kind === 'room-opened' && news.room?.version !== 1) return
    await cups.execute(tie.cupId, { kind, tieId: tie.tieId, roomId: news.roomId })
  }

  const battleStarted = async (data: Uint8Array): Promise<void> => {
    const { roomId } = BattleStarted.decode(data)
    const tie = await store.tieOfRoom(roomId)
    if (tie) await cups.execute(tie.cupId, { kind: 'battle-started', tieId: tie.tieId, roomId })
  }

  const battleFinished = async (data: Uint8Array): Promise<void> => {
    const { roomId, winnerId, leftBy, finishedBy } = BattleFinished.decode(data)
    const tie = await store.tieOfRoom(roomId)
    if (!tie) return
    await cups.execute(tie.cupId, { kind: 'battle-finished', tieId: tie.tieId, roomId, winnerId, leftBy, finishedBy })
  }

  const consumers = await Promise.all([
    consume(subjects.factSeatsChanged, 'seats-changed', seatsChanged),
    consume(subjects.factBattleStarted, 'battle-started', battleStarted),
    consume(subjects.factBattleFinished, 'battle-finished', battleFinished),
  ])
  return {
    async close() {
      await Promise.all(consumers.map((consumer) => consumer.close()))
    },
  }
}
