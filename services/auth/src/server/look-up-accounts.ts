import { KlaError, type Handlers } from '@kla/chassis'
import type { AuthServiceService } from '@kla/proto'
import type { MemberStore } from '../store/member-store.js'

/** As the contract has it. */
const IDS_MAX = 500

export const lookUpAccounts =
  (parts: { members: Pick<MemberStore, 'find'> }): Handlers<typeof AuthServiceService>['lookUpAccounts'] =>
  async ({ ids }) => {
    if (ids.length > IDS_MAX) throw new KlaError('INVALID_FIELD')
    return { accounts: await parts.members.find(ids) }
  }
