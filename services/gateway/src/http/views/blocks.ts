import type { ListBlocksResponse } from '@kla/proto'
import type { Blocks } from '@kla/proto/web'
import type { PublicAccounts } from '../public-accounts.js'
import { avatarPath } from './avatar-path.js'
import { isoOf } from './values.js'

export const blocksView = ({ blocks }: ListBlocksResponse, people: PublicAccounts): Blocks => ({
  blocks: blocks.map(({ accountId, blockedAtMs }) => {
    const person = people.get(accountId)
    return {
      id: accountId,
      username: person?.username ?? '',
      avatar: avatarPath(person),
      discord_id: '',
      blocked_at: isoOf(blockedAtMs),
    }
  }),
})
