import type { Ack, ClientEventData } from '@kla/proto/web'
import type { ToastId } from '../../../shared/ui/toast.js'
import { SAVE_CHOICE, SAVE_RECEIVED, SAVING } from '../../../texts/room-saving.js'
import type { RoomState, SaveState } from '../state/room-slice.js'

/** Names the round, because the next options may be dealt first. */
export const choiceToSave = (
  roomId: string,
  { round }: RoomState['options'],
  index: number,
): ClientEventData<'save-gif-choice'> => ({ roomId, index, round })

interface SaveWords {
  loading: string
  saved: string
  failed: (error: string) => string
}

export const CHOICE_WORDS: SaveWords = {
  loading: SAVE_CHOICE.saving,
  saved: SAVE_CHOICE.done,
  failed: (error) => error,
}

export const RECEIVED_WORDS: SaveWords = {
  loading: SAVE_RECEIVED.saving,
  saved: SAVE_RECEIVED.done,
  failed: (error) => SAVE_RECEIVED.failed({ error }),
}

/** State of saves and how to show it. */
export interface SaveDeps {
  stateOf: (gifUrl: string) => SaveState | undefined
  mark: (gifUrl: string, to: SaveState | null) => void
  toasts: {
    loading: (text: string) => ToastId
    success: (text: string, options: { id: ToastId }) => unknown
    error: (text: string, options: { id: ToastId }) => unknown
  }
}

interface Save {
  gifUrl: string
  words: SaveWords
  ask: () => Promise<Ack<'save-gif-choice' | 'save-gif-received'>>
}

/** Saves unless under way or done. Returns whether the server was asked. */
export async function saveOnce({ gifUrl, words, ask }: Save, { stateOf, mark, toasts }: SaveDeps): Promise<boolean> {
  if (stateOf(gifUrl)) return false
  mark(gifUrl, 'saving')
  const id = toasts.loading(words.loading)
  const answer = await ask()
  if (answer.success) {
    mark(gifUrl, null)
    // The server decides what was saved.
    mark(answer.gifUrl, 'saved')
    toasts.success(words.saved, { id })
  } else {
    mark(gifUrl, answer.code === 'ALREADY_SAVED' ? 'saved' : null)
    toasts.error(words.failed(answer.error || SAVING.unknownError), { id })
  }
  return true
}
