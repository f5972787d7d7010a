import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { useState } from 'react'
import { useDispatch } from 'react-redux'
import { type ItemCounts, shopApi } from '../../../entities/shop/shop.js'
import { api } from '../../../shared/api/api.js'
import { useRealtime } from '../../../shared/realtime/index.js'
import { toastError } from '../../../shared/ui/toast.js'
import { PICK } from '../../../texts/room.js'
import { roomSlice } from '../state/room-slice.js'
import { useRoom } from '../state/use-room.js'

function useWriteCounts(): (changed: Partial<ItemCounts>) => void {
  const dispatch = useDispatch<ThunkDispatch<State, unknown, UnknownAction>>()
  return (changed) => {
    dispatch(shopApi.util.updateQueryData('inventory', undefined, (counts) => ({ ...counts, ...changed })))
  }
}

type Sent = { round: number; index: number; gifUrl?: never } | { round: number; gifUrl: string; index?: never }

const UNCERTAIN: ReadonlySet<string> = new Set(['ALREADY_PICKED', 'UNAVAILABLE'])

export type Picking = ReturnType<typeof usePick>

/** Picks once a round: an option, or a saved GIF by Wild Card. */
export function usePick() {
  const { send, resync } = useRealtime()
  const dispatch = useDispatch()
  const writeCounts = useWriteCounts()
  const roomId = useRoom(({ roomId }) => roomId)
  const round = useRoom(({ round }) => round)
  const open = useRoom(({ phase, picked, wildCard }) => phase === 'prompt' && picked === null && wildCard === null)
  const count = useRoom(({ options, round }) => (options.round === round ? options.list.length : 0))
  const picked = useRoom(({ picked }) => picked)
  const wildCard = useRoom(({ wildCard }) => wildCard)
  const [last, setSent] = useState<Sent | null>(null)
  const sent = last?.round === round ? last : null
  const locked = !open || sent !== null

  /** Forgets a known pick: the next battle repeats round numbers. */
  const answered = () => setSent((current) => (current?.round === round ? null : current))

  const refused = (text: string, code: string) => {
    answered()
    toastError(text)
    if (UNCERTAIN.has(code)) resync()
  }

  const pick = async (index: number) => {
    if (roomId === null || locked || index > count) return
    setSent({ round, index })
    const answer = await send('gif-choice', { roomId, index, round })
    if (!answer.success) return refused(answer.error, answer.code)
    dispatch(roomSlice.actions.picked({ round, index }))
    answered()
  }

  const playWildCard = async (gifUrl: string) => {
    if (roomId === null || locked) return
    setSent({ round, gifUrl })
    const answer = await send('wild-card-choice', { roomId, gifUrl, round })
    if (answer.success) {
      dispatch(roomSlice.actions.wildCardPlayed({ round, gifUrl }))
      answered()
      writeCounts({ wild_cards: answer.remainingWildCards })
    } else {
      refused(answer.error || PICK.wildCardFailed, answer.code)
      dispatch(api.util.invalidateTags(['Inventory', 'SavedGifs']))
    }
  }

  return {
    pick,
    playWildCard,
    locked,
    picked: picked ?? sent?.index ?? null,
    wildCard: wildCard ?? sent?.gifUrl ?? null,
    sending: open && sent !== null,
  }
}

type State = Parameters<ReturnType<typeof shopApi.endpoints.inventory.select>>[0]
