import { type Static, Type } from 'typebox'
import { APPROVAL_REASON_MAX } from '../moderation.js'
import { iso, nullable, uuidText } from './fields.js'

/** Opening, approved or waiting for a second person. */
export const OpeningView = Type.Object(
  {
    id: Type.String(),
    report_id: Type.Integer(),
    reason: Type.String(),
    asked_by_id: Type.Integer(),
    asked_by: Type.String(),
    asked_at: iso,
    approved_by_id: nullable(Type.Integer()),
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
export const OpeningParams = Type.Object({ id: uuidText })
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
export const BlindOpening = Type.Object(
  {
    state: Type.Enum(['waiting', 'open'] as const, { description: 'open: the caller may look.' }),
    own: Type.Boolean({ description: 'Asked or approved by the caller.' }),
    until: iso,
  },
  { $id: 'BlindOpening' },
)
/** `POST /admin/reports/{id}/evidence/blind/openings`: an opening, without who asked for it and why. */
export type BlindOpening = Static<typeof BlindOpening>
/** `GET /admin/reports/{id}/evidence/blind`: for second opinions, without what shows who decided, and how. */
export const BlindEvidenceView = Type.Object(
  {
    items: Type.Array(Type.Object({ id: Type.String(), stored_at: iso, has_stills: Type.Boolean() })),
    opening: nullable(BlindOpening),
  },
  { $id: 'BlindEvidenceView' },
)
export type BlindEvidenceView = Static<typeof BlindEvidenceView>
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
