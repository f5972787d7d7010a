import { KlaError, type Handlers } from '@kla/chassis'
import type { AuthServiceService } from '@kla/proto'
import { memberSearch } from '../domain/member-search.js'
import type { AuditRecorder } from '../store/audit-recorder.js'
import type { MemberStore } from '../store/member-store.js'

export const listMembers =
  (parts: {
    members: Pick<MemberStore, 'search'>
    audit: AuditRecorder
  }): Handlers<typeof AuthServiceService>['listMembers'] =>
  async (request, call) => {
    const administrator = await call.administrator('members.read')
    const search = memberSearch(request)
    if ('refused' in search) throw new KlaError(search.refused)
    const found = await parts.members.search(search)
    const { page, pageSize } = request
    const filters = search.text === '' ? [] : ['q']
    // Whose data was shown; of a page's thousand at most, so that the entry stays one.
    const account_ids = found.members.map(({ id }) => id)
    const details = { page, pageSize, filters, account_ids }
    await parts.audit.record(administrator, call, { action: 'members.list', details })
    return found
  }
