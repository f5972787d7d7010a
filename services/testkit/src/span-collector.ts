import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

/** A span as a collector sees it. */
export interface CollectedSpan {
  readonly service: string
  /** One process of the service. */
  readonly instance: string
  readonly traceId: string
  readonly spanId: string
  /** Empty at the beginning of a trace. */
  readonly parentSpanId: string
  readonly name: string
  readonly kind: SpanKind
  readonly attributes: Readonly<Record<string, string | number>>
}

export type SpanKind = 'internal' | 'server' | 'client' | 'producer' | 'consumer'

/** Stands in for an OpenTelemetry collector. */
export interface SpanCollector {
  /** What makes a process send its spans here, all of them and soon. */
  readonly environment: Readonly<Record<string, string>>
  spans(): readonly CollectedSpan[]
  /** Everything that came, as it came. */
  text(): string
  close(): Promise<void>
}

interface Value {
  readonly stringValue?: string
  readonly intValue?: number
  readonly doubleValue?: number
}
type Attributes = readonly { readonly key: string; readonly value: Value }[]

/** The part of an OTLP/HTTP request in JSON that is looked at here. */
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

/** Takes spans at a port of its own. */
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
        ...{ service: String(service), instance: String(instance), traceId, spanId, parentSpanId, name },
        kind: KINDS[kind] ?? 'internal',
        attributes: read(attributes),
      }))
  })
}

const read = (attributes: Attributes): CollectedSpan['attributes'] =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? value.doubleValue ?? '']),
  )
