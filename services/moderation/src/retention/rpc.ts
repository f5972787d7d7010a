import { accepted, type Administrator, type Call, KlaError } from '@kla/chassis'
import type { Reason } from '@kla/proto/web'
import { auditedBy, type ModerationHandlers, visibilityFor } from '../shared/rpc.js'
import type { StateRelay } from '../stills/index.js'
import { type Held, type HeldKind, heldOf, holdReason } from './rules.js'
import type { HoldChange, HoldStore } from './store.js'

interface RpcDeps {
  readonly holds: HoldStore
  readonly states: Pick<StateRelay, 'publish'>
  readonly now: () => number
}

const NOT_FOUND: Readonly<Record<HeldKind, Reason>> = { report: 'REPORT_NOT_FOUND', ban: 'BAN_NOT_FOUND' }

export function holdHandlers({ holds, states, now }: RpcDeps): Pick<ModerationHandlers, 'placeHold' | 'releaseHold'> {
  const change = (
    action: 'holds.place' | 'holds.release',
    { kind, id }: Held,
    administrator: Administrator,
    call: Call,
  ): HoldChange => ({
    visibility: visibilityFor(administrator),
    entry: (grave) => ({
      ...auditedBy(administrator, call, now),
      action,
      subjectKind: kind,
      subjectId: String(id),
      details: '{}',
      restricted: grave,
    }),
  })

  const publish = async ({ kind, id }: Held, call: Call): Promise<void> => {
    if (kind === 'report') await states.publish([id], call)
  }

  return {
    /** Idempotent. Errors: INVALID_FIELD, REPORT_NOT_FOUND, BAN_NOT_FOUND. */
    async placeHold(request, call) {
      const administrator = await call.administrator('holds.manage')
      const held = accepted(heldOf(request))
      const reason = accepted(holdReason(request.reason))
      const placement = { reason, byId: administrator.id, by: administrator.name, atMs: now() }
      const found = await holds.place(held, placement, change('holds.place', held, administrator, call))
      if (!found) throw new KlaError(NOT_FOUND[held.kind])
      await publish(held, call)
      return {}
    },

    async releaseHold(request, call) {
      const administrator = await call.administrator('holds.manage')
      const held = accepted(heldOf(request))
      await holds.release(held, change('holds.release', held, administrator, call))
      await publish(held, call)
      return {}
    },
  }
}
