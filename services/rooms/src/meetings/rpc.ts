import { type Handlers, KlaError, type RecordPersonView } from '@kla/chassis'
import type { MeetingsServiceService } from '@kla/proto'
import { accountIdOf } from '../shared/requests.js'
import type { Incidents } from '../shared/rules/incident.js'
import { isAccountId } from '../shared/rules/input.js'
import type { MeetingFinder } from './meeting-finder.js'
import type { MetPlayers } from './met-players.js'
import { incidentOf } from './rules.js'
import type { PublicNames } from './store.js'

const NAMES_MAX = 500

export interface MeetingsRpcDeps {
  readonly finder: MeetingFinder
  readonly metPlayers: Pick<MetPlayers, 'list' | 'count'>
  readonly incidents: Pick<Incidents, 'encode'>
  readonly publicNames: Pick<PublicNames, 'add'>
  readonly recordPersonView: RecordPersonView
}

export const meetingHandlers = (deps: MeetingsRpcDeps): Handlers<MeetingsServiceService> => ({
  async findMeeting(request, call) {
    const { accountId } = await call.principal({ allowBanned: true })
    const otherId = accountIdOf(request.accountId)
    if (otherId === accountId) return { meeting: undefined, namedInPublic: false }
    const { meeting, namedInPublic } = await deps.finder.find(accountId, otherId, request.incident, request.alias)
    return { meeting: meeting && { ...meeting, gatewayIds: [...meeting.gatewayIds] }, namedInPublic }
  },

  async listMet(_request, call) {
    const { accountId } = await call.principal({ allowBanned: true })
    const metPlayers = await deps.metPlayers.list(accountId)
    return {
      met: metPlayers.map(({ accountId: otherId, meeting, lastMs }) => ({
        accountId: otherId,
        username: meeting.username,
        mode: meeting.mode,
        lastMs,
        alias: meeting.alias,
        incident: deps.incidents.encode(incidentOf(accountId, otherId, meeting, lastMs)),
      })),
    }
  },

  async listMetOf(request, call) {
    const administrator = await call.administrator('reports.read')
    const accountId = accountIdOf(request.accountId)
    const [metPlayers] = await Promise.all([
      deps.metPlayers.list(accountId),
      deps.recordPersonView(administrator, accountId, call),
    ])
    return {
      met: metPlayers.map(({ accountId: otherId, meeting, lastMs }) => ({
        accountId: otherId,
        username: meeting.username,
        mode: meeting.mode,
        roomName: meeting.roomName,
        lastMs,
        seated: meeting.seated,
      })),
    }
  },

  countMet: async ({ accountId }) => ({ accounts: await deps.metPlayers.count(accountIdOf(accountId)) }),

  async notePublicNames({ accountIds }) {
    if (accountIds.length > NAMES_MAX || !accountIds.every(isAccountId)) throw new KlaError('INVALID_FIELD')
    await deps.publicNames.add(accountIds)
    return {}
  },
})
