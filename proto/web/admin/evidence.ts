import { type Static, Type } from 'typebox'
import { APPROVAL_REASON_MAX } from '../moderation.js'
import { iso, nullable } from './fields.js'

/** Opening, approved or waiting for a second person. */
export const OpeningView = Type.Object(
  {
    id: Type.String(),
    report_id: Type.Integer(),
    reason: Type.String(),
    asked_by_id: Type.Integer(),
    asked_by: Type.String(),
    asked_at: iso,
    approved_by: nullable(Type.String()),
    until: iso,
  },
  { $id: 'OpeningView' },
)
export type OpeningView = Static<typeof OpeningView>
/** `GET /admin/evidence/openings`: newest first. */
export const OpeningList = Type.Object({ openings: Type.Array(OpeningView) }, { $id: 'OpeningList' })
export type OpeningList = Static<typeof OpeningList>
/** `POST /admin/reports/{id}/evidence/openings`. */
export const OpeningRequest = Type.Object(
  { reason: Type.String({ minLength: 1, maxLength: APPROVAL_REASON_MAX }) },
  { $id: 'OpeningRequest' },
)
export type OpeningRequest = Static<typeof OpeningRequest>
/** `POST /admin/evidence/openings/{id}/approve`. */
export const OpeningParams = Type.Object({ id: Type.String({ pattern: '^[0-9a-fA-F-]{36}$' }) })
/** `GET /admin/reports/{id}/evidence`. */
export const EvidenceView = Type.Object(
  {
    items: Type.Array(
      Type.Object({
        id: Type.String(),
        stored_at: iso,
        bytes: Type.Integer(),
        sha256: Type.String(),
        expires_at: iso,
        held: Type.Boolean(),
        has_stills: Type.Boolean({ description: 'false: patches only.' }),
      }),
    ),
    openings: Type.Array(OpeningView),
  },
  { $id: 'EvidenceView' },
)
export type EvidenceView = Static<typeof EvidenceView>
/** `GET /admin/reports/{id}/evidence/stills`: blurred; `sharp=1` is audited separately. */
export const StillsQuery = Type.Object({ sharp: Type.Optional(Type.Enum(['0', '1'])) })
export const StillsView = Type.Object(
  {
    stills: Type.Array(
      Type.Object({
        evidence_id: Type.String(),
        taken_at: Type.String({ description: "ISO 8601, by the reporter's clock." }),
        jpeg: Type.String({ description: 'Base64.' }),
      }),
    ),
  },
  { $id: 'StillsView' },
)
/** Stills of a report, sharp or blurred. */
export type StillsView = Static<typeof StillsView>
