import type { ModerationHandlers } from '../dependencies.js'
import { createBan } from './create-ban.js'
import { deleteBan } from './delete-ban.js'
import { findActiveBan } from './find-active-ban.js'
import { liftAllBans } from './lift-all-bans.js'
import { liftBan } from './lift-ban.js'
import { listBans } from './list-bans.js'
import { listOwnBans } from './list-own-bans.js'
import type { BanParts } from './parts.js'

export const banHandlers = (parts: BanParts) =>
  ({
    createBan: createBan(parts),
    listBans: listBans(parts),
    findActiveBan: findActiveBan(parts),
    liftBan: liftBan(parts),
    liftAllBans: liftAllBans(parts),
    deleteBan: deleteBan(parts),
    listOwnBans: listOwnBans(parts),
  }) satisfies Partial<ModerationHandlers>
