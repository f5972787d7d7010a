import type { BattleResult } from '@kla/proto/web'
import { useEffect, useState } from 'react'
import { api } from '../../../shared/api/api.js'
import { useRoom } from '../state/use-room.js'
import { isOpen, type Result } from './result-words.js'

/** `deadline` of the phase tells the battles of a room apart. */
interface Asked {
  room: string
  deadline: number | null
}

const resultApi = api.injectEndpoints({
  endpoints: (build) => ({
    battleResult: build.query<BattleResult, Asked>({
      query: ({ room }) => ({ url: 'user/result', params: { room } }),
      keepUnusedDataFor: 0,
    }),
  }),
})

const ASK_AGAIN_MS = 1_000

/** Result of the battle just over; null if there is none to show, undefined while it may come. */
export function useBattleResult(): Result | null | undefined {
  const room = useRoom(({ roomId }) => roomId) ?? ''
  const deadline = useRoom(({ deadline }) => deadline)
  const { data, isFetching, refetch } = resultApi.useBattleResultQuery({ room, deadline }, { skip: room === '' })
  const [asked, setAsked] = useState(1)
  const result = data?.result
  const open = isOpen(result, asked)

  useEffect(() => {
    if (!open || isFetching) return undefined
    const timer = setTimeout(() => {
      setAsked(asked + 1)
      void refetch()
    }, ASK_AGAIN_MS)
    return () => clearTimeout(timer)
  }, [open, isFetching, asked, refetch])

  return result ?? (open ? undefined : null)
}
