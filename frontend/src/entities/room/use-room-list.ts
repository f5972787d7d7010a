import type { RoomCount, RoomListItem, ServerEvents } from '@kla/proto/web'
import { useEffect, useState } from 'react'
import { useRealtime } from '../../shared/realtime/index.js'

const ASK_AGAIN_MS = 5_000

interface RoomListView {
  /** Null until known, and for visitors. */
  rooms: readonly RoomListItem[] | null
  /** Counts for visitors, who see no rooms. */
  counts: readonly RoomCount[] | null
}

export const useRoomList = (): RoomListView => {
  const { status, number, send, on } = useRealtime()
  const [list, setList] = useState<ServerEvents['public-room-list'] | null>(null)

  useEffect(() => on('public-room-list', setList), [on])
  useEffect(() => {
    if (status !== 'open') return
    let again: ReturnType<typeof setTimeout> | undefined
    let here = true
    const ask = async () => {
      const answer = await send('request-room-list', {})
      if (here && !answer.success) again = setTimeout(() => void ask(), ASK_AGAIN_MS)
    }
    void ask()
    return () => {
      here = false
      clearTimeout(again)
    }
  }, [status, number, send])

  const counts = list?.counts ?? null
  return { rooms: list && !counts ? list.rooms : null, counts }
}
