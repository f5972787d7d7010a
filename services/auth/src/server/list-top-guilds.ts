import type { Handlers } from '@kla/chassis'
import type { AuthServiceService } from '@kla/proto'
import type { TopGuilds } from '../members/top-guilds.js'
import type { AuditRecorder } from '../store/audit-recorder.js'

export const listTopGuilds =
  (parts: { topGuilds: TopGuilds; audit: AuditRecorder }): Handlers<typeof AuthServiceService>['listTopGuilds'] =>
  async (_request, call) => {
    const administrator = await call.administrator('members.read')
    const guilds = [...(await parts.topGuilds())]
    await parts.audit.record(administrator, call, { action: 'guilds.list' })
    return { guilds }
  }
