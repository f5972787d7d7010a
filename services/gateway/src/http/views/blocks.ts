import type { ListBlocksResponse } from '@kla/proto'
import type { Blocks } from '@kla/proto/web'
import type { PublicAccounts } from '../public-accounts.js'
import { isoOf, textOrNull } from './values.js'

export const blocksView = ({ blocks }: ListBlocksResponse, people: PublicAccounts): Blocks => ({
  blocks: blocks.map(({ accountId, blockedAtMs }) => {
    const person = people.get(accountId)
    return {
      id: accountId,
      username: person?.username ?? '',
      avatar: textOrNull(person?.avatar ?? ''),
      discord_id: person?.discordId ?? '',
      blocked_at: isoOf(blockedAtMs),
    }
  }),
})
