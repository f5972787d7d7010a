import { useEffect } from 'react'
import { useDispatch } from 'react-redux'
import type { BlocksDispatch } from '../entities/blocks/ask-to-block.js'
import { useDueBlocks } from '../entities/blocks/due-blocks.js'

/** Repeats the blocks that this player's earlier pages could not deliver, such as those of a panic exit while offline. */
export const useRepeatDueBlocks = (): void => {
  const dispatch = useDispatch<BlocksDispatch>()
  const due = useDueBlocks()
  useEffect(() => {
    if (!due || due.ids().length === 0) return
    // The next page tries again.
    import('./repeat-blocks.js').then(({ repeatBlocks }) => repeatBlocks(dispatch, due)).catch(() => undefined)
  }, [due, dispatch])
}
