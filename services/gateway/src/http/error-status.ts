import type { KlaError } from '@kla/chassis'
import type { ErrorCode, Reason } from '@kla/proto/web'

const STATUS: Readonly<Record<ErrorCode, number>> = {
  invalid_argument: 400,
  unauthenticated: 401,
  permission_denied: 403,
  not_found: 404,
  already_exists: 409,
  failed_precondition: 409,
  resource_exhausted: 429,
  aborted: 409,
  unavailable: 503,
  internal: 500,
}

/** Reasons for which HTTP has a status of their own. */
const OWN_STATUS: Readonly<Partial<Record<Reason, number>>> = {
  BODY_TOO_LARGE: 413,
  METHOD_NOT_ALLOWED: 405,
  RANGE_NOT_SATISFIABLE: 416,
  MEDIA_TOO_LARGE: 413,
  MEDIA_UNAVAILABLE: 502,
}

/** The HTTP status of a refusal. */
export const httpStatus = ({ reason, code }: KlaError): number => OWN_STATUS[reason] ?? STATUS[code]
