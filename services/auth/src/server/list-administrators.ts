import type { Handlers } from '@kla/chassis'
import type { AuthServiceService } from '@kla/proto'
import { administratorView } from '../administrators/administrator-view.js'
import type { AuditRecorder } from '../store/audit-recorder.js'
import type { AdministratorStore } from '../store/administrator-store.js'

export interface ListAdministratorsParts {
  readonly administrators: Pick<AdministratorStore, 'list'>
  readonly audit: AuditRecorder
}

export const listAdministrators =
  ({ administrators, audit }: ListAdministratorsParts): Handlers<typeof AuthServiceService>['listAdministrators'] =>
  async (_request, call) => {
    const actor = await call.administrator('administrators.manage')
    const everybody = (await administrators.list()).map(administratorView)
    const administrator_ids = everybody.map(({ id }) => id)
    await audit.record(actor, call, { action: 'administrators.list', details: { administrator_ids } })
    return { administrators: everybody }
  }
