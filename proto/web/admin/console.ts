import { type Static, Type } from 'typebox'

/** `GET /admin/{tabslug}` of tabs without a screen. */
export const TabOpened = Type.Object({ tab: Type.String() }, { $id: 'TabOpened' })

export const DeletionView = Type.Object(
  {
    success: Type.Literal(true),
    erase_after: Type.String({ description: 'ISO 8601. Hidden until then, then erased unless a hold keeps it.' }),
    held: Type.Boolean(),
  },
  { $id: 'DeletionView' },
)
/** When something deleted is erased for good. */
export type DeletionView = Static<typeof DeletionView>

export const Changed = Type.Object({ success: Type.Literal(true), changed: Type.Integer() }, { $id: 'Changed' })
