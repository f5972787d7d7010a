import { type Administrator, KlaError, type OutboxEvent } from '@kla/chassis'
import { AuditRecorded, Item as ProtoItem, subjects } from '@kla/proto'
import type { Item } from '@kla/proto/web'

const PROTO_ITEMS: Readonly<Record<Item, ProtoItem>> = {
  gif_saves: ProtoItem.GIF_SAVES,
  wild_cards: ProtoItem.WILD_CARDS,
  battle_passes: ProtoItem.BATTLE_PASSES,
}
const ITEMS = new Map(Object.entries(PROTO_ITEMS).map(([item, proto]) => [proto, item as Item]))

export function itemFromProto(proto: ProtoItem): Item {
  const item = ITEMS.get(proto)
  if (!item) throw new KlaError('INVALID_FIELD')
  return item
}

export const itemToProto = (item: Item): ProtoItem => PROTO_ITEMS[item]

interface Audited {
  readonly eventId: string
  readonly atMs: number
  readonly administrator: Pick<Administrator, 'id' | 'name'>
  readonly action: string
  readonly subject: { readonly kind: 'account' | 'season'; readonly id: string }
  /** Ids and figures, never a reason. */
  readonly details: Readonly<Record<string, unknown>>
  readonly requestId: string
}

/** Creates an event for moderation's audit log. */
export function auditEvent({
  eventId,
  atMs,
  administrator,
  action,
  subject,
  details,
  requestId,
}: Audited): OutboxEvent {
  const payload = AuditRecorded.encode({
    eventId,
    atMs,
    action,
    requestId,
    actorId: administrator.id,
    actor: administrator.name,
    subjectKind: subject.kind,
    subjectId: subject.id,
    details: JSON.stringify(details),
  }).finish()
  return { subject: subjects.eventAuditRecorded('commerce'), eventId, payload }
}
