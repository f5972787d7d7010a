import type { BlockStore } from '../../store/blocks/block-store.js'

/** What the RPCs of block lists work with. */
export interface Dependencies {
  readonly blocks: BlockStore
}
