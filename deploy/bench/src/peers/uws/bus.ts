import { connect, type Subscription } from 'nats'

/** Lines between servers whose players share a room. */
export interface Bus {
  /** Somebody of a room is here: what others publish for it is wanted. Resolves once that is known. */
  enter(room: string): Promise<void>
  leave(room: string): void
  publish(room: string, text: string): void
}

/** One subject and one subscription for each room with somebody here; what this server publishes does not come back. */
export async function connectBus(url: string, onText: (room: string, text: string) => void): Promise<Bus> {
  const nats = await connect({ servers: url, noEcho: true })
  let gathered: { readonly room: string; readonly text: string }[] = []
  const publishGathered = (): void => {
    for (const { room, text } of gathered) nats.publish(`room.${room}`, Buffer.from(text))
    gathered = []
  }
  const rooms = new Map<string, { readonly subscription: Subscription; players: number }>()
  return {
    async enter(room) {
      const known = rooms.get(room)
      if (known) {
        known.players += 1
        return
      }
      const callback = (_: unknown, { data }: { data: Uint8Array }): void => onText(room, Buffer.from(data).toString())
      rooms.set(room, { subscription: nats.subscribe(`room.${room}`, { callback }), players: 1 })
      await nats.flush()
    },
    leave(room) {
      const known = rooms.get(room)
      if (!known) return
      known.players -= 1
      if (known.players > 0) return
      known.subscription.unsubscribe()
      rooms.delete(room)
    },
    publish(room, text) {
      // What came with one turn of the loop goes with one write: a write for each line would cost more than all else.
      if (gathered.length === 0) setImmediate(publishGathered)
      gathered.push({ room, text })
    },
  }
}
