import { VALIDATION_LIMIT, VALIDATION_TIMEOUT_MS, type ScanBody, type ScanQuery } from '@kla/proto/web'
import type { Static } from 'typebox'
import { numberOr } from '../../query.js'

/** Every address of a page is asked. A try that is merely slow must not be begun again beside itself. */
export const SCAN_PATIENCE = { deadlineMs: VALIDATION_TIMEOUT_MS, attemptMs: VALIDATION_TIMEOUT_MS } as const

/** Which GIFs to look at: by the body where it says so, otherwise by the query. */
export const scanned = (
  query: Static<typeof ScanQuery>,
  body: Static<typeof ScanBody> | null = null,
): { readonly limit: number; readonly offset: number } => ({
  limit: body?.limit ?? numberOr(query.limit, VALIDATION_LIMIT),
  offset: body?.offset ?? numberOr(query.offset, 0),
})
