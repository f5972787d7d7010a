import type { Permission } from '@kla/proto/web'
import { useAdminSessionQuery } from './session-api.js'

/** Whether whoever is signed in has a permission. What is not shown for want of one, the server refuses as well. */
export function useMay(): (permission: Permission) => boolean {
  const { data } = useAdminSessionQuery(undefined, { refetchOnMountOrArgChange: false })
  return (permission) => data?.permissions.includes(permission) ?? false
}
