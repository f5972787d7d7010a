import { type KnownRooms, nextRooms, type RoomCount, type RoomListItem } from '@kla/proto/web'
import { useEffect, useRef, useState } from 'react'
import { useVisible } from '../../shared/browser/use-visible.js'
import { useRealtime } from '../../shared/realtime/index.js'

const ASK_AGAIN_MS = 5_000

interface RoomListView {
  /** Null until known, and for visitors. */
  rooms: readonly RoomListItem[] | null
  /** Counts for visitors, who see no rooms. */
  counts: readonly RoomCount[] | null
}

const UNKNOWN: RoomListView = { rooms: null, counts: null }

/** Follows the list by differences while the page is looked at. */
export const useRoomList = (): RoomListView => {
  const { status, number, send, on } = useRealtime()
  const visible = useVisible()
  const [list, setList] = useState(UNKNOWN)
  const known = useRef<KnownRooms | null>(null)

  useEffect(() => {
    if (status !== 'open') return undefined
    if (!visible) return undefined
    let again: ReturnType<typeof setTimeout> | undefined
    let here = true
    const ask = async () => {
      const answer = await send('request-room-list', { differences: true })
      if (here && !answer.success) again = setTimeout(() => void ask(), ASK_AGAIN_MS)
    }
    const undo = [
      on('public-room-list', (data) => {
        known.current = nextRooms(known.current, { kind: 'list', data })
        setList({ rooms: known.current?.rooms ?? null, counts: data.counts ?? null })
      }),
      on('room-list-change', (data) => {
        const before = known.current
        known.current = nextRooms(before, { kind: 'change', data })
        if (known.current) setList({ rooms: known.current.rooms, counts: null })
        else if (before) void ask()
      }),
    ]
    // Another connection or gateway counts anew.
    known.current = null
    void ask()
    return () => {
      here = false
      clearTimeout(again)
      for (const off of undo) off()
      void send('request-room-list', { looking: false })
    }
  }, [status, number, visible, send, on])

  return list
}
