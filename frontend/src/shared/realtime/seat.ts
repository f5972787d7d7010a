import type { ClientEventData } from '@kla/proto/web'

/** What the page does in its room. */
export type Place =
  | { readonly event: 'sync-room'; readonly data: ClientEventData<'sync-room'> }
  | { readonly event: 'watch-room'; readonly data: ClientEventData<'watch-room'> }

interface Seat {
  roomId(): string | null
  place(): Place | null
  heading(): string | null
  /** False if the address names that room already. */
  headFor(roomId: string): boolean
  /** False if the address does not name the room yet. */
  take(roomId: string): boolean
  watch(data: ClientEventData<'watch-room'>): boolean
  /** Forgets a watched room; seats survive a grace period. */
  reconnected(): void
  leave(): void
}

export function createSeat(): Seat {
  let place: Place | null = null
  let heading: string | null = null
  const be = (now: Place | null) => (place = now)
  const isHeadingFor = (roomId: string) => heading === roomId
  return {
    roomId: () => place?.data.roomId ?? null,
    place: () => place,
    heading: () => heading,
    headFor(roomId) {
      if (heading === roomId) return false
      heading = roomId
      return true
    },
    take(roomId) {
      be({ event: 'sync-room', data: { roomId } })
      return isHeadingFor(roomId)
    },
    watch(data) {
      be({ event: 'watch-room', data })
      return isHeadingFor(data.roomId)
    },
    reconnected() {
      if (place?.event === 'watch-room') be(null)
    },
    leave() {
      be(null)
      heading = null
    },
  }
}
