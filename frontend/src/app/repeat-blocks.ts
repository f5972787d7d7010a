import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { blocksApi } from '../entities/blocks/blocks.js'
import type { DueBlocks } from '../entities/blocks/due-blocks.js'
import { blockUntilAnswered } from '../features/room/exit/send-exit.js'
import { isRefusal } from '../shared/api/errors.js'
import { browserClock } from '../shared/realtime/clock.js'

const { block } = blocksApi.endpoints

export type BlocksDispatch = ThunkDispatch<
  Parameters<ReturnType<typeof blocksApi.endpoints.blocks.select>>[0],
  unknown,
  UnknownAction
>

const AGAIN_MS = 5_000
const pause = () => new Promise<void>((resolve) => void browserClock.after(AGAIN_MS, resolve))

/** Repeats due blocks until each is answered. */
export async function repeatBlocks(dispatch: BlocksDispatch, due: DueBlocks): Promise<void> {
  const blockOne = async (id: number) => {
    const { error } = await dispatch(block.initiate(id, { track: false }))
    due.answered(id, error)
    if (!error) return 'done'
    return isRefusal(error) ? 'refused' : 'failed'
  }
  await Promise.all(due.ids().map((id) => blockUntilAnswered({ block: blockOne, pause }, id)))
}
