import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import {
  createGrpcClient,
  createGrpcServer,
  createMetrics,
  type GrpcServer,
  inRootSpan,
  KlaError,
  tracing,
} from '@kla/chassis'
import { MediaSignallingServiceService as definition } from '@kla/proto'
import { quietLogger, testIdentity } from '@kla/testkit'
import { context, SpanKind } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import {
  AlwaysOnSampler,
  BasicTracerProvider,
  InMemorySpanExporter,
  ParentBasedSampler,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base'
import { traceBy } from '../../src/tracing/index.js'
import { createSpans } from '../../src/tracing/spans.js'

const exporter = new InMemorySpanExporter()
const served: { readonly requestId: string; readonly traceId: string | undefined }[] = []
let server: GrpcServer
let address: string

beforeAll(async () => {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  const sampler = new ParentBasedSampler({ root: new AlwaysOnSampler() })
  const provider = new BasicTracerProvider({ sampler, spanProcessors: [new SimpleSpanProcessor(exporter)] })
  traceBy(createSpans(provider.getTracer('test'), sampler, async () => undefined))
  server = createGrpcServer({
    definition,
    identity: testIdentity('media-signalling'),
    log: quietLogger(),
    metrics: createMetrics('test'),
    handlers: {
      async getPeers({ roomId }, { requestId }) {
        served.push({ requestId, traceId: tracing()?.ids()?.trace_id })
        if (roomId === 'refused') throw new KlaError('NOT_SEATED')
        return { start: undefined, watch: undefined }
      },
      mintProbe: async () => ({ iceServers: [], iceTransportPolicy: 'relay', expiresAtMs: 0 }),
    },
  })
  address = `127.0.0.1:${await server.listen('127.0.0.1:0')}`
})
afterAll(async () => {
  context.disable()
  await server.close(0)
})

describe('a batched call', () => {
  test('has its own request id, and spans below the one that made it', async () => {
    const client = createGrpcClient({
      definition,
      address,
      identity: testIdentity('gateway'),
      deadlineMs: 20_000,
      attemptMs: 10_000,
    })
    const name = 'grpc.kla.signalling.v1.MediaSignallingService/GetPeers'
    const rooms = ['alone', 'a', 'refused', 'c']
    const call = (roomId: string) =>
      inRootSpan(roomId, async () => {
        const traceId = tracing()?.ids()?.trace_id
        await client.getPeers({ roomId, watchingSocketId: '' }, { requestId: `of ${roomId}` }).catch(() => undefined)
        return traceId
      })
    const [, ...traceIds] = await Promise.all(rooms.map(call))
    client.close()

    expect(new Set(traceIds).size).toBe(3)
    for (const [number, traceId] of traceIds.entries()) {
      const roomId = rooms[number + 1] ?? ''
      expect(served).toContainEqual({ requestId: `of ${roomId}`, traceId })
      const spans = exporter.getFinishedSpans().filter((span) => span.spanContext().traceId === traceId)
      const [made] = spans.filter((span) => span.name === roomId)
      const [sent] = spans.filter(({ kind }) => kind === SpanKind.CLIENT)
      const [received] = spans.filter(({ kind }) => kind === SpanKind.SERVER)
      expect([sent?.name, received?.name]).toEqual([name, name])
      expect(sent?.parentSpanContext?.spanId).toBe(made?.spanContext().spanId)
      expect(received?.parentSpanContext?.spanId).toBe(sent?.spanContext().spanId)
      expect(received?.attributes['rpc.grpc.status_code'] === 0).toBe(roomId !== 'refused')
    }
  })
})
