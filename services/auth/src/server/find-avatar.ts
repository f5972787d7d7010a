import { KlaError, type Handlers } from '@kla/chassis'
import type { AuthServiceService } from '@kla/proto'
import type { MemberStore } from '../store/member-store.js'

export const findAvatar =
  (parts: { members: Pick<MemberStore, 'findAvatar'> }): Handlers<typeof AuthServiceService>['findAvatar'] =>
  async ({ key }) => {
    const found = key === '' ? undefined : await parts.members.findAvatar(key)
    if (!found) throw new KlaError('MEDIA_NOT_FOUND')
    return found
  }
