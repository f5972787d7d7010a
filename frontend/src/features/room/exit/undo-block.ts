import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { useState } from 'react'
import { useDispatch } from 'react-redux'
import { type Block, blocksApi, useBlocksQuery } from '../../../entities/blocks/blocks.js'
import { UNDO_BLOCK } from '../../../texts/room-undo-block.js'

/** Largest difference between the servers' and the measured clock. */
const CLOCKS_APART_MS = 1_000

/** True if the block is older than the exit, by the server's clock. */
export const wasBlockedBefore = (
  blocks: readonly Pick<Block, 'id' | 'blocked_at'>[],
  personId: number,
  exitAtMs: number,
): boolean =>
  blocks.some(({ id, blocked_at }) => id === personId && Date.parse(blocked_at) < exitAtMs - CLOCKS_APART_MS)

export type UndoState = 'idle' | 'working' | 'undone' | 'failed'

type State = Parameters<ReturnType<typeof blocksApi.endpoints.blocks.select>>[0]
type Dispatch = ThunkDispatch<State, unknown, UnknownAction>

const { unblock } = blocksApi.endpoints

/** Undoes the block by a request that survives leaving the page. */
export function useUndoBlock(personId: number, onUndone: () => void): { state: UndoState; undo: () => Promise<void> } {
  const dispatch = useDispatch<Dispatch>()
  const [state, setState] = useState<UndoState>('idle')

  const undo = async () => {
    if (state === 'working' || state === 'undone') return
    setState('working')
    const { error } = await dispatch(unblock.initiate(personId, { track: false }))
    setState(error ? 'failed' : 'undone')
    if (!error) onUndone()
  }
  return { state, undo }
}

/** Null until known. An unreadable list keeps the undo visible. */
export function useBlockIsNew(personId: number, exitAtMs: number): boolean | null {
  const { data, isError, isFetching } = useBlocksQuery(undefined, { refetchOnMountOrArgChange: true })
  // The first answer counts: later ones lack an undone block.
  const [known, setKnown] = useState<boolean | null>(null)
  const answered = !isFetching && (data !== undefined || isError)
  if (known === null && answered) setKnown(!data || !wasBlockedBefore(data, personId, exitAtMs))
  return known
}

export function undoWords(state: UndoState, name: string): string {
  if (state === 'undone') return UNDO_BLOCK.undone({ name })
  if (state === 'failed') return UNDO_BLOCK.failed({ name })
  return state === 'working' ? UNDO_BLOCK.working : UNDO_BLOCK.offer({ name })
}
