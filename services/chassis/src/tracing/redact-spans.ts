import type { Context } from '@opentelemetry/api'
import type { ReadableSpan, Span, SpanProcessor } from '@opentelemetry/sdk-trace-base'

/** Attributes that may be exported; libraries add addresses, statement values and error texts. */
const EXPORTED_ATTRIBUTES: ReadonlySet<string> = new Set([
  'rpc.system', 'rpc.service', 'rpc.method', 'rpc.grpc.status_code',
  'db.system.name', 'db.namespace', 'db.operation.name', 'db.query.text',
  'server.address', 'server.port',
  'messaging.system', 'messaging.destination.template', 'messaging.message.id',
  'http.request.method', 'http.route', 'http.response.status_code',
  'error.type', 'kla.result',
]) // oxfmt-ignore

export class RedactingSpans implements SpanProcessor {
  constructor(private readonly next: SpanProcessor) {}

  onStart(span: Span, context: Context): void {
    this.next.onStart(span, context)
  }

  onEnd(span: ReadableSpan): void {
    const { attributes, events, status } = span
    for (const name of Object.keys(attributes)) if (!EXPORTED_ATTRIBUTES.has(name)) delete attributes[name]
    const type = events.find(({ name }) => name === 'exception')?.attributes?.['exception.type']
    if (type !== undefined) attributes['error.type'] ??= type
    events.length = 0
    delete status.message
    this.next.onEnd(span)
  }

  forceFlush(): Promise<void> {
    return this.next.forceFlush()
  }

  shutdown(): Promise<void> {
    return this.next.shutdown()
  }
}
