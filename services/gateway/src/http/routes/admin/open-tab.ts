import { KlaError } from '@kla/chassis'
import { CONSOLE_TABS, TabOpened } from '@kla/proto/web'
import { Type } from 'typebox'
import type { TypedApp } from '../../typed-app.js'
import { consoleCall } from './console-call.js'

/** A tab whose screen asks for nothing when it is opened. */
export const openTab = (app: TypedApp): void => {
  app.get(
    '/admin/:tabslug',
    {
      config: { access: { permission: null } },
      schema: consoleCall('A tab was opened', TabOpened, { params: Type.Object({ tabslug: Type.String() }) }),
    },
    async (request) => {
      const { tabslug } = request.params
      if (!CONSOLE_TABS.some(({ slug }) => slug === tabslug)) throw new KlaError('NOT_FOUND')
      return { tab: tabslug }
    },
  )
}
