import type { FindAcquaintance } from '../../meetings/acquaintance.js'
import type { BlockStore } from '../../store/blocks/block-store.js'
import type { ShowOut } from '../../watching/show-out.js'

/** What the RPCs of block lists work with. */
export interface Dependencies {
  readonly blocks: BlockStore
  readonly findAcquaintance: FindAcquaintance
  readonly showOut: ShowOut
}
