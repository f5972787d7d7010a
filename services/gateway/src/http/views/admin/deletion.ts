import type { Deletion } from '@kla/proto'
import type { DeletionView } from '@kla/proto/web'
import { isoOf } from '../values.js'

export const deletionView = ({ eraseAfterMs, held }: Deletion): DeletionView => ({
  success: true,
  erase_after: isoOf(eraseAfterMs),
  held,
})
