import type { Handlers } from '@kla/chassis'
import type { BlocksServiceService } from '@kla/proto'
import { blockPlayer } from './block-player.js'
import type { Dependencies } from './dependencies.js'
import { listBlocks } from './list-blocks.js'
import { unblockPlayer } from './unblock-player.js'

export const handlers = (dependencies: Dependencies): Handlers<BlocksServiceService> => ({
  blockPlayer: blockPlayer(dependencies),
  unblockPlayer: unblockPlayer(dependencies),
  listBlocks: listBlocks(dependencies),
})
