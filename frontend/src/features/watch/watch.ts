import { useEffect, useState, useSyncExternalStore } from 'react'
import type { WatchLink } from '../../entities/room/watch-link.js'
import { createSource, type Observable } from '../../shared/browser/observable.js'
import { browserClock } from '../../shared/realtime/clock.js'
import { useRealtimeClient } from '../../shared/realtime/index.js'
import type { RealtimeClient } from '../../shared/realtime/realtime-client.js'
import { firstFrame } from '../../shared/rtc/index.js'
import { createWatchAudience, type WatchAudience } from '../../shared/rtc/watch-audience.js'
import { roomFromState, type RoomUpdate, roomUpdates, type WatchedRoom } from './watched-room.js'
import { createWatching, type Watching } from './watching.js'

/** One watched room; lives as long as the page. */
export interface Watch {
  watching: Watching
  room: Observable<{ room: WatchedRoom | null }>
  audience: WatchAudience
  end(): void
}

const SIGNALS = ['offer', 'answer', 'ice-candidate'] as const

/** Subscribes to everything before asking the server. */
function beginWatch(client: RealtimeClient, link: WatchLink): Watch {
  const { on, post } = client
  const room = createSource<{ room: WatchedRoom | null }>({ room: null })
  const audience = createWatchAudience({
    createPeerConnection: (configuration) => new RTCPeerConnection(configuration),
    createStream: () => new MediaStream(),
    firstFrame,
    clock: browserClock,
    send: (to, { kind, payload }) => post(kind, { to, payload: { ...payload } }),
    onError: (error) => console.error('Watching:', error instanceof Error ? error.name : 'unknown error'),
  })
  const watching = createWatching(client, link, browserClock)

  const apply = <Name extends RoomUpdate>(name: Name) =>
    on(name, (data) => {
      const known = room.get().room
      if (known !== null) room.set({ room: roomUpdates[name](known, data) })
    })
  const undo = [
    on('room-state', (data) => {
      if (data.roomId === link.roomId) room.set({ room: roomFromState(room.get().room, data, Date.now()) })
    }),
    ...(Object.keys(roomUpdates) as RoomUpdate[]).map(apply),
    on('start-watch-peers', audience.startPeers),
    ...SIGNALS.map((kind) => on(kind, ({ from, payload }) => audience.signal(kind, from, payload))),
    // Nothing stays visible to a watcher who may no longer watch.
    watching.subscribe(() => {
      const { kind } = watching.get().status
      if (kind !== 'watching' && kind !== 'rejoining') audience.end()
    }),
  ]
  watching.begin()

  return {
    watching,
    room,
    audience,
    end() {
      watching.end()
      for (const off of undo) off()
      audience.end()
    },
  }
}

export function useWatch({ roomId, pass, bearer }: WatchLink): Watch | null {
  const client = useRealtimeClient()
  const [held] = useState(() => createSource<{ watch: Watch | null }>({ watch: null }))

  useEffect(() => {
    const watch = beginWatch(client, { roomId, pass, bearer })
    held.set({ watch })
    return () => {
      held.set({ watch: null })
      watch.end()
    }
  }, [client, held, roomId, pass, bearer])

  return useSyncExternalStore(held.subscribe, () => held.get().watch)
}
