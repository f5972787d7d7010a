import type { Call } from '@kla/chassis'
import type { Cup as CupMessage } from '@kla/proto'
import type { Permission } from '@kla/proto/web'
import type { CupCommand } from '../../domain/cups/command.js'
import { accepted } from './accepted.js'
import { cupAudited } from './cup-audited.js'
import { toCupMessage } from './cup-message.js'
import type { CupDependencies } from './dependencies.js'

/** An administrator's command, and what the audit log is told of it if it changes anything. */
export interface Administering {
  readonly cupId: string
  readonly permission: Permission
  readonly action: `cups.${string}`
  readonly details: Readonly<Record<string, unknown>>
  readonly command: (by: { readonly id: number; readonly name: string }) => CupCommand
}

export const administer =
  ({ cups, now }: Pick<CupDependencies, 'cups' | 'now'>) =>
  async ({ cupId, permission, action, details, command }: Administering, call: Call): Promise<CupMessage> => {
    const administrator = await call.administrator(permission)
    const facts = () => [cupAudited(action, cupId, details, { administrator, call, atMs: now() })]
    return toCupMessage(accepted(await cups.execute(cupId, command(administrator), { facts })), now())
  }
