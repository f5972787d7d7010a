import type { AddressRules } from '../domain/media-address.js'
import type { SaveSaga } from '../saving/save-saga.js'
import type { SavedAttemptStore } from '../store/saved-attempt-store.js'
import type { SavedGifStore } from '../store/saved-gif-store.js'
import { findSavedGif } from './find-saved-gif.js'
import { getSave } from './get-save.js'
import { hideSavedGif } from './hide-saved-gif.js'
import { listSavedGifs } from './list-saved-gifs.js'
import { saveGif } from './save-gif.js'

export interface SavedGifParts {
  readonly save: SaveSaga
  readonly attempts: Pick<SavedAttemptStore, 'find'>
  readonly saved: SavedGifStore
  /** What may be shown, and so may be saved. */
  readonly rules: AddressRules
}

/** The RPCs on the library of whoever calls. */
export const savedGifHandlers = (parts: SavedGifParts) => ({
  saveGif: saveGif(parts),
  getSave: getSave(parts.attempts),
  listSavedGifs: listSavedGifs(parts.saved),
  findSavedGif: findSavedGif(parts),
  hideSavedGif: hideSavedGif(parts.saved),
})
