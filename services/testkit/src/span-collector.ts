import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

/** Span as a service exported it. */
export interface CollectedSpan {
  readonly service: string
  readonly instance: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId: string
  readonly name: string
  readonly kind: SpanKind
  readonly attributes: Readonly<Record<string, string | number>>
}

export type SpanKind = 'internal' | 'server' | 'client' | 'producer' | 'consumer'

/** Replaces an OpenTelemetry collector in tests. */
export interface SpanCollector {
  /** Exports all spans here at once. */
  readonly environment: Readonly<Record<string, string>>
  spans(): readonly CollectedSpan[]
  text(): string
  close(): Promise<void>
}

interface Value {
  readonly stringValue?: string
  readonly intValue?: number
  readonly doubleValue?: number
}
type Attributes = readonly { readonly key: string; readonly value: Value }[]

interface ExportRequest {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: Attributes }
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[]
  }[]
}
type SentSpan = Pick<CollectedSpan, 'traceId' | 'spanId' | 'name'> & {
  readonly parentSpanId?: string
  readonly kind: number
  readonly attributes: Attributes
}

const KINDS: readonly SpanKind[] = ['internal', 'internal', 'server', 'client', 'producer', 'consumer']
const SOON_MS = 200

export async function startSpanCollector(): Promise<SpanCollector> {
  const requests: ExportRequest[] = []
  const server = createServer((request, response) => {
    json(request).then(
      (body) => {
        requests.push(body as ExportRequest)
        response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
      },
      () => response.writeHead(400).end(),
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    environment: {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      OTEL_BSP_SCHEDULE_DELAY: String(SOON_MS),
      OTEL_BSP_MAX_QUEUE_SIZE: '100000',
    },
    spans: () => requests.flatMap(spansOf),
    text: () => JSON.stringify(requests),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function spansOf({ resourceSpans }: ExportRequest): CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const { 'service.name': service, 'service.instance.id': instance } = read(resource.attributes)
    return scopeSpans
      .flatMap(({ spans }) => spans)
      .map(({ traceId, spanId, parentSpanId = '', name, kind, attributes }) => ({
        service: String(service),
        instance: String(instance),
        traceId,
        spanId,
        parentSpanId,
        name,
        kind: KINDS[kind] ?? 'internal',
        attributes: read(attributes),
      }))
  })
}

const read = (attributes: Attributes): CollectedSpan['attributes'] =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? value.doubleValue ?? '']),
  )
