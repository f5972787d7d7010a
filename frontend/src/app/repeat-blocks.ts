import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { blocksApi } from '../entities/blocks/blocks.js'
import type { DueBlocks } from '../entities/blocks/due-blocks.js'
import { blockUntilAnswered } from '../features/room/exit/send-exit.js'
import { isRefusal, isSignedOut } from '../shared/api/errors.js'
import { browserClock } from '../shared/realtime/clock.js'
import { showNotice } from '../shared/ui/notices.js'
import { DUE_BLOCKS } from '../texts/due-blocks.js'

const { block } = blocksApi.endpoints

export type BlocksDispatch = ThunkDispatch<
  Parameters<ReturnType<typeof blocksApi.endpoints.blocks.select>>[0],
  unknown,
  UnknownAction
>

const AGAIN_MS = 5_000
const pause = () => new Promise<void>((resolve) => void browserClock.after(AGAIN_MS, resolve))

/** Repeats due blocks until each is answered, here or in another tab. */
export async function repeatBlocks(dispatch: BlocksDispatch, due: DueBlocks): Promise<void> {
  const blockOne = async (id: number) => {
    if (!due.ids().includes(id)) return 'done'
    const { error } = await dispatch(block.initiate(id, { track: false }))
    due.answered(id, error)
    if (!error) return 'done'
    if (!isRefusal(error)) return 'failed'
    if (!isSignedOut(error)) showNotice(DUE_BLOCKS.refused)
    return 'refused'
  }
  await Promise.all(due.ids().map((id) => blockUntilAnswered({ block: blockOne, pause }, id)))
}
