import type { DeletionView } from '@kla/proto/web'
import { dayWords } from '../../../shared/time/when-words.js'

/** What deleting really does; it stands behind the question, before it is done. */
export const WHAT_DELETING_DOES =
  'It is hidden at once, and erased when its retention is over, unless a hold keeps it.'

/** What became of something deleted. */
export const deletedWords = ({ erase_after, held }: Pick<DeletionView, 'erase_after' | 'held'>): string =>
  held
    ? 'Hidden now. A hold keeps it from being erased.'
    : `Hidden now, and erased on ${dayWords(erase_after)} unless a hold keeps it.`
