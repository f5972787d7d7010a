import type { Handlers } from '@kla/chassis'
import type { AuthServiceService } from '@kla/proto'
import { administratorView } from '../administrators/administrator-view.js'
import type { AdministratorStore } from '../store/administrator-store.js'

export interface ListAdministratorsParts {
  readonly administrators: Pick<AdministratorStore, 'list'>
}

export const listAdministrators =
  ({ administrators }: ListAdministratorsParts): Handlers<typeof AuthServiceService>['listAdministrators'] =>
  async (_request, call) => {
    await call.administrator('administrators.manage')
    return { administrators: (await administrators.list()).map(administratorView) }
  }
