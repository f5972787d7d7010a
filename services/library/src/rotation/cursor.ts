import { type ListCursor, listCursor } from '@kla/chassis'
import type { GifFilter } from './gif-store.js'

/** Cursors of one filter, newest first. */
export const gifCursor = (filter: GifFilter): ListCursor => listCursor(['gifs', filter], ['integer'])
