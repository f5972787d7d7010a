import type { ModerationHandlers } from '../shared/rpc.js'
import { type BanParts, createBan, deleteBan, liftAllBans, liftBan } from './rpc.js'
import { findActiveBan, listBans, listOwnBans } from './list-rpc.js'

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
