import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { isRefusal } from '../../shared/api/errors.js'
import { blocksApi } from './blocks.js'
import type { DueBlocks } from './due-blocks.js'

const { block, blocks } = blocksApi.endpoints

export type BlocksDispatch = ThunkDispatch<Parameters<ReturnType<typeof blocks.select>>[0], unknown, UnknownAction>

/** What the server says of a block; `failed` if it says nothing, and may be asked again. */
export type BlockOutcome = 'done' | 'refused' | 'failed'

/** Blocks a player without a room, and forgets a due block that is answered. */
export async function askToBlock(
  dispatch: BlocksDispatch,
  due: DueBlocks | null,
  id: number,
): Promise<{ readonly outcome: BlockOutcome; readonly error: unknown }> {
  const { error } = await dispatch(block.initiate(id, { track: false }))
  due?.answered(id, error)
  const outcome = !error ? 'done' : isRefusal(error) ? 'refused' : 'failed'
  return { outcome, error }
}
