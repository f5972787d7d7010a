import { createBus } from '@kla/chassis'
import type { Platform } from '@kla/local'
import { BattleNews, subjects } from '@kla/proto'
import { quietLogger } from '../infrastructure.js'

export interface ShownWildCards {
  /** How many Wild Cards an account was shown in all battles so far. */
  shownTo(accountId: number): number
  close(): Promise<void>
}

/**
 * Counts the Wild Cards that the engine has shown, each once however often it was told. Players count too, but one whose
 * connection is lost for the length of a show has not seen it.
 */
export async function watchWildCards(platform: Platform): Promise<ShownWildCards> {
  const bus = await createBus({ url: platform.infrastructure.nats.url, name: 'wild-cards-watched', log: quietLogger() })
  const shows = new Map<number, Set<string>>()
  await bus.subscribe(subjects.roomBattle('*'), ({ data }) => {
    const { battleId, events } = BattleNews.decode(data)
    for (const { recipient, event } of events) {
      if (event?.$case !== 'receiveGif' || !event.value.wildCard) continue
      const seen = shows.get(recipient) ?? new Set<string>()
      shows.set(recipient, seen.add(`${battleId} ${event.value.round}`))
    }
  })
  return {
    shownTo: (accountId) => shows.get(accountId)?.size ?? 0,
    close: () => bus.close(),
  }
}
