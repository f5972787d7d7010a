import { askToBlock, type BlocksDispatch } from '../entities/blocks/ask-to-block.js'
import type { DueBlocks } from '../entities/blocks/due-blocks.js'
import { blockUntilAnswered } from '../features/room/exit/send-exit.js'
import { isSignedOut } from '../shared/api/errors.js'
import { browserClock } from '../shared/realtime/clock.js'
import { showNotice } from '../shared/ui/notices.js'
import { DUE_BLOCKS } from '../texts/due-blocks.js'

const AGAIN_MS = 5_000
const pause = () => new Promise<void>((resolve) => void browserClock.after(AGAIN_MS, resolve))

/** Repeats due blocks until each is answered, here or in another tab. */
export async function repeatBlocks(dispatch: BlocksDispatch, due: DueBlocks): Promise<void> {
  const blockOne = async (id: number) => {
    if (!due.ids().includes(id)) return 'done'
    const { outcome, error } = await askToBlock(dispatch, due, id)
    if (outcome === 'refused' && !isSignedOut(error)) showNotice(DUE_BLOCKS.refused)
    return outcome
  }
  await Promise.all(due.ids().map((id) => blockUntilAnswered({ block: blockOne, pause }, id)))
}
