import { useDispatch, useStore } from 'react-redux'
import { toastError, toastLoading, toastSuccess } from '../../../shared/ui/toast.js'
import { api } from '../../../shared/api/api.js'
import { useRealtime } from '../../../shared/realtime/index.js'
import { roomSlice } from '../state/room-slice.js'
import type { RoomState } from '../state/room-state.js'
import { selectRoom } from '../state/selectors.js'
import { useRoom } from '../state/use-room.js'
import { choiceToSave } from './choice-to-save.js'
import { CHOICE_WORDS, RECEIVED_WORDS, saveOnce, type SaveParts } from './save-once.js'

/** Saves GIFs to this player's library: an own option, or the clip that was sent. */
export function useSave() {
  const { send } = useRealtime()
  const dispatch = useDispatch()
  const store = useStore<{ room: RoomState }>()
  const roomId = useRoom(({ roomId }) => roomId)
  const options = useRoom(({ options }) => options)

  const parts: SaveParts = {
    stateOf: (gifUrl) => selectRoom(store.getState()).saves[gifUrl],
    mark: (gifUrl, to) => dispatch(roomSlice.actions.saveChanged({ gifUrl, to })),
    toasts: { loading: toastLoading, success: toastSuccess, error: toastError },
  }
  const save = async (what: Parameters<typeof saveOnce>[0]) => {
    const asked = await saveOnce(what, parts)
    // A refusal, too, says that the counts shown may not be true any more.
    if (asked) dispatch(api.util.invalidateTags(['Inventory', 'SavedGifs']))
  }

  return {
    saveChoice: (index: number, gifUrl: string) =>
      roomId !== null &&
      void save({
        gifUrl,
        words: CHOICE_WORDS,
        ask: () => send('save-gif-choice', choiceToSave(roomId, options, index)),
      }),
    saveReceived: (gifUrl: string) =>
      roomId !== null &&
      void save({
        gifUrl,
        words: RECEIVED_WORDS,
        ask: () => send('save-gif-received', { roomId, receivedGif: gifUrl }),
      }),
  }
}
