import { diag, DiagLogLevel, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { registerInstrumentations } from '@opentelemetry/instrumentation'
import { GrpcInstrumentation } from '@opentelemetry/instrumentation-grpc'
import { IORedisInstrumentation } from '@opentelemetry/instrumentation-ioredis'
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg'
import { BatchSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { NodeTracerProvider } from '@opentelemetry/sdk-trace-node'
import { createRequire } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import { createLogger } from '../logger.js'
import { traceBy } from '../tracing.js'
import { DiscreetSpans } from './discreet-spans.js'
import { resourceOf } from './resource.js'
import { createSpans } from './spans.js'
import { samplerOf } from './sampler.js'
import { tellSeldom } from './tell-seldom.js'

/** The longest that a stop waits for spans: a collector that is gone must not hold up a pod that leaves. */
const FLUSH_WITHIN_MS = 3_000
/** Enough of a statement to know it again. */
const TEXT_MAX = 300

/** What is instrumented; each is CommonJS and loaded once in a process, by `import` as well. */
const LIBRARIES = ['@grpc/grpc-js', 'ioredis', 'pg']

/** Sends spans to the collector at `OTEL_EXPORTER_OTLP_ENDPOINT`, by OTLP/HTTP as JSON. */
export function startTracing(): void {
  const resource = resourceOf(process.argv[1] ?? '')
  const service = String(resource.attributes['service.name'])
  diag.setLogger(tellSeldom(createLogger({ service })), DiagLogLevel.WARN)
  const sampler = samplerOf(process.env)
  const provider = new NodeTracerProvider({
    resource,
    sampler,
    spanProcessors: [new DiscreetSpans(new BatchSpanProcessor(new OTLPTraceExporter()))],
    spanLimits: { attributeValueLengthLimit: TEXT_MAX },
  })
  provider.register()
  registerInstrumentations({
    tracerProvider: provider,
    instrumentations: [
      new GrpcInstrumentation({ ignoreGrpcMethods: ['Check', 'Watch'] }),
      new IORedisInstrumentation({ requireParentSpan: true, dbStatementSerializer: (command) => command }),
      new PgInstrumentation({ requireParentSpan: true, ignoreConnectSpans: true }),
    ],
  })
  // Loaded here, by `require`, they are patched before anybody imports them. So no loader hook is needed, which would
  // be one more thread in each process and look at every module.
  const load = createRequire(import.meta.url)
  for (const library of LIBRARIES) load(library)

  const close = (): Promise<void> =>
    Promise.race([provider.shutdown(), sleep(FLUSH_WITHIN_MS, undefined, { ref: false })]).catch(() => undefined)
  traceBy(createSpans(trace.getTracer('kla'), sampler, close))
}
