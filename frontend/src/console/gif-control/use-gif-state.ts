import type { GifView } from '@kla/proto/web'
import { toastError, toastSuccess } from '../../shared/ui/toast.js'
import { errorText } from '../../shared/api/errors.js'
import { useUndo } from '../kit/undo/undo-context.js'
import { useSetGifStateMutation } from './gifs-api.js'
import { STATE_WORDS, stateBefore, type ChosenState } from './states.js'

/** Brings a GIF into another state, and remembers how to take that back where it can be. */
export function useGifState({ id, state: before }: GifView) {
  const [change, { isLoading }] = useSetGifStateMutation()
  const { push } = useUndo()

  const bringTo = async (state: ChosenState): Promise<void> => {
    const { error } = await change({ id, state })
    if (error) {
      toastError(errorText(error, 'Failed to change the state.'))
      return
    }
    toastSuccess(`GIF #${id}: ${STATE_WORDS[state]}`)
    const back = stateBefore(before, state)
    if (back !== null) {
      push({
        label: `GIF #${id}: ${STATE_WORDS[before]} → ${STATE_WORDS[state]}`,
        undo: () => change({ id, state: back }).unwrap(),
      })
    }
  }
  return { bringTo, changing: isLoading }
}
