import { type Administrator, type Call, KlaError } from '@kla/chassis'
import type { Reason } from '@kla/proto/web'
import { accepted, audited, type ModerationHandlers } from '../shared/rpc.js'
import { type Held, type HeldKind, heldOf, holdReason } from './rules.js'
import type { HoldChange, HoldStore } from './store.js'

/** What the RPCs about holds work with. */
interface HoldParts {
  readonly holds: HoldStore
  /** Unix milliseconds. */
  readonly now: () => number
}

/** What an administrator sees, and how what changes is written down. */
const holdChange = (
  action: 'holds.place' | 'holds.release',
  { kind, id }: Held,
  by: { readonly administrator: Administrator; readonly call: Call; readonly now: () => number },
): HoldChange => ({
  sight: by.administrator.permissions.includes('reports.grave'),
  entry: (grave) => ({
    ...audited(by.administrator, by.call, by.now),
    action,
    subjectKind: kind,
    subjectId: String(id),
    details: '{}',
    restricted: grave,
  }),
})

const NOT_FOUND: Readonly<Record<HeldKind, Reason>> = { report: 'REPORT_NOT_FOUND', ban: 'BAN_NOT_FOUND' }

const placeHold =
  ({ holds, now }: HoldParts): ModerationHandlers['placeHold'] =>
  async (request, call) => {
    const administrator = await call.administrator('holds.manage')
    const held = accepted(heldOf(request))
    const reason = accepted(holdReason(request.reason))
    const placement = { reason, byId: administrator.id, by: administrator.name, atMs: now() }
    const found = await holds.place(held, placement, holdChange('holds.place', held, { administrator, call, now }))
    if (!found) throw new KlaError(NOT_FOUND[held.kind])
    return {}
  }

const releaseHold =
  ({ holds, now }: HoldParts): ModerationHandlers['releaseHold'] =>
  async (request, call) => {
    const administrator = await call.administrator('holds.manage')
    const held = accepted(heldOf(request))
    await holds.release(held, holdChange('holds.release', held, { administrator, call, now }))
    return {}
  }

export const holdHandlers = (parts: HoldParts) =>
  ({
    placeHold: placeHold(parts),
    releaseHold: releaseHold(parts),
  }) satisfies Partial<ModerationHandlers>
