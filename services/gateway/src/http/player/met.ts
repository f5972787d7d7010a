import type { ListMetResponse } from '@kla/proto'
import { MetPeople } from '@kla/proto/schemas'
import type { Mode } from '@kla/proto/web'
import { shownIdOf } from '../../shared/shown-ids.js'
import { avatarPath, type PublicAccounts, publicAccounts, shownIdOfAccount } from '../accounts.js'
import { onBehalfOf } from '../plugins/access.js'
import { limitPerAccount } from '../plugins/limits.js'
import { playerCall, type Resource } from '../route.js'
import { isoOf } from '../values.js'

export const playerMet: Resource = async (app, { auth, blocks, meetings, accountCallsPerMinute, now }) => {
  app.get(
    '/user/met',
    {
      config: { access: 'banned-player' },
      preHandler: limitPerAccount(accountCallsPerMinute, now),
      schema: playerCall('People met in the last 24 hours, to report or block', MetPeople),
    },
    async (request) => {
      const [list, blocked] = await Promise.all([
        meetings.listMet({}, onBehalfOf(request)),
        blocks.listBlocks({}, onBehalfOf(request)),
      ])
      const ids = list.met.map(({ accountId }) => accountId)
      const accounts = await publicAccounts(auth, ids, { requestId: request.id })
      return metView(list, accounts, new Set(blocked.blocks.map(shownIdOf)))
    },
  )
}

const metView = ({ met }: ListMetResponse, accounts: PublicAccounts, blocked: ReadonlySet<number>): MetPeople => ({
  met: met.map(({ username, mode, lastMs, incident, ...person }) => {
    const id = shownIdOf(person)
    const account = accounts.get(person.accountId)
    // Later names and pictures are not revealed.
    const current = account && shownIdOfAccount(account) === id ? account : undefined
    return {
      id,
      username: username || current?.username || '',
      avatar: avatarPath(current) ?? '',
      mode: mode as Mode,
      last_at: isoOf(lastMs),
      incident,
      blocked: blocked.has(id),
    }
  }),
})
