import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { useState } from 'react'
import { useDispatch } from 'react-redux'
import { toastError, toastSuccess, toastUndo } from '../../../shared/ui/toast.js'
import { blocksApi } from '../../../entities/blocks/blocks.js'
import { errorText } from '../../../shared/api/errors.js'
import { useServices } from '../call/services-context.js'
import { useMoveOn } from '../leaving/use-move-on.js'
import type { Reported } from '../reporting/reported.js'
import { BLOCK_FAILED, UNBLOCK_FAILED } from './block-words.js'

type State = Parameters<ReturnType<typeof blocksApi.endpoints.blocks.select>>[0]
type Dispatch = ThunkDispatch<State, unknown, UnknownAction>

const { block, unblock } = blocksApi.endpoints

/** What comes after the room. */
export type Onward = 'lobby' | 'next'

/**
 * Blocks somebody and leaves the room, which blocking alone does not. Answers whether the block holds. From the press on nobody
 * in the room sees or hears this player.
 */
export function useBlock() {
  const dispatch = useDispatch<Dispatch>()
  const { out, next } = useMoveOn()
  const { departure } = useServices()
  const [blocking, setBlocking] = useState(false)

  // By themselves and not by hooks: the toast outlives the room.
  const undo = async ({ id, username }: Reported) => {
    const undone = await dispatch(unblock.initiate(id, { track: false }))
    if (undone.error) toastError(errorText(undone.error, UNBLOCK_FAILED))
    else toastSuccess(`${username} is not blocked any more`)
  }

  const blockAndLeave = async (person: Reported, onward: Onward): Promise<boolean> => {
    departure.begin()
    setBlocking(true)
    const blocked = await dispatch(block.initiate(person.id, { track: false }))
    if (blocked.error) {
      setBlocking(false)
      departure.callOff()
      toastError(errorText(blocked.error, BLOCK_FAILED))
      return false
    }
    toastUndo(`${person.username} is blocked`, () => void undo(person))
    await (onward === 'next' ? next() : out())
    setBlocking(false)
    return true
  }

  return { blockAndLeave, blocking }
}
