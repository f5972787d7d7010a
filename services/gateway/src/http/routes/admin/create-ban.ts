import { BanCreation, BanView } from '@kla/proto/web'
import { onBehalfOf } from '../../access.js'
import { evidenceText } from '../../evidence.js'
import type { HttpParts } from '../../http-parts.js'
import type { TypedApp } from '../../typed-app.js'
import { banView } from '../../views/admin/bans.js'
import { consoleCall } from './console-call.js'

/** Evidence and notes at their longest, in the longest spelling that JSON has for them. */
const BODY_MAX_BYTES = 512 * 1024
/** It answers once every service that admits people knows. The same ban twice within ten seconds is one. */
const PATIENCE = { deadlineMs: 9_000, attemptMs: 4_000 } as const

/** Bans somebody: everywhere unless a scope is given, for good unless a duration is. */
export const createBan = (app: TypedApp, { moderation }: HttpParts): void => {
  app.post(
    '/admin/bans',
    {
      bodyLimit: BODY_MAX_BYTES,
      config: { access: { permission: 'bans.set' } },
      schema: consoleCall('Ban somebody', BanView, { body: BanCreation }),
    },
    async (request) => {
      const { userId, reason, scope = 'global', durationMs, notes, evidenceJson } = request.body
      const ban = await moderation.createBan(
        {
          userId,
          reason: reason?.trim() ?? '',
          scope,
          durationMs: durationMs ?? 0,
          notes: notes?.trim() ?? '',
          evidenceJson: evidenceText(evidenceJson),
        },
        { ...onBehalfOf(request), ...PATIENCE },
      )
      return banView(ban)
    },
  )
}
