import { useEffect, useState, useSyncExternalStore } from 'react'
import { useRealtimeClient } from '../../shared/realtime/index.js'
import { createSource } from '../../shared/rtc/index.js'
import type { WatchLink } from '../../entities/room/watch-link.js'
import { beginWatch, type Watch } from './watch.js'

/** Watches for as long as the page is there. */
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
